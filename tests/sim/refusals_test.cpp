// SPDX-License-Identifier: Apache-2.0
//! @file refusals_test.cpp
//! @brief What an engine cannot do it says in one line, the same on all engines of this process; waves stay readable.
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/sim/engine_adapter.h"
#include "burin/sim/interpreter.h"
#include "burin/sim/native_engine.h"
#include "burin/sim/observe.h"
#include "restless.h"
#include "support/circuit.h"
#include "wave_files.h"

namespace burin::sim {
namespace {

using burin::test::Circuit;
using ir::Op;
using test::Folder;
using test::read_waves;
using test::wave_endings;

using Maker = std::function<std::unique_ptr<Engine>(ir::Design&)>;

std::vector<Maker> makers() {
  return {
      [](ir::Design& design) { return std::make_unique<Interpreter>(design); },
      [](ir::Design& design) { return std::make_unique<NativeEngine>(design); },
  };
}

TEST_CASE("a design that does not settle ends the run with one line and readable waves") {
  for (const Maker& make : makers()) {
    for (const std::string& ending : wave_endings()) {
      CAPTURE(ending);
      const Circuit circuit = burin::test::restless();
      const Folder folder;
      const std::filesystem::path path = folder / ("waves" + ending);
      {
        ObservedEngine engine(make(circuit.design()), circuit.design());
        CAPTURE(engine.name());
        engine.add(wave_file(path));
        engine.step("clk", 20);
        engine.set_u64("start", 1);
        CHECK_THROWS_WITH_AS(engine.step("clk"),
                             "the design does not settle: 'ring_up', 'ring_down' tick without end because each edge "
                             "causes the next one",
                             UserError);
      }
      const std::optional<test::Vcd> vcd = read_waves(path);
      if (!vcd) continue;
      for (uint64_t cycle = 0; cycle < 20; ++cycle) {
        CHECK(vcd->variables.at("top.count_out").at(cycle * 10 + 5) == Bits(8, cycle + 1));
      }
    }
  }
}

TEST_CASE("a name, an address or a value that cannot be is refused in one line") {
  Circuit circuit;
  const ir::ClockId clk = circuit.clock_input("clk");
  const ir::NodeId data = circuit.input("data", 8);
  circuit.input("wide", 100);
  const ir::NodeId state = circuit.reg("state", 8, clk);
  circuit.drive(state, data);
  circuit.output("out", state);
  const ir::MemoryId table = circuit.memory("table", 8, 10);
  circuit.write_port(table, clk, data, data, circuit.constant(1, 1));
  circuit.output("word", circuit.read_port(table, "read", data));
  for (const Maker& make : makers()) {
    const std::unique_ptr<Engine> engine = make(circuit.design());
    CAPTURE(engine->name());
    const auto refuses = [&](const auto& work, const char* message) {
      CHECK_THROWS_WITH_AS(static_cast<void>(work()), message, UserError);
    };
    refuses([&] { return engine->port("dta"); }, "the design has no port 'dta'; its ports: clk, data, wide, out, word");
    refuses([&] { return engine->get_u64("sum"); },
            "the design has no port 'sum'; its ports: clk, data, wide, out, word");
    refuses([&] { engine->set_u64("data", 256); }, "value 0x0000000000000100 does not fit in port 'data' of 8 bits");
    refuses([&] { engine->set("data", Bits(9, 256)); }, "value 0x100 does not fit in port 'data' of 8 bits");
    refuses([&] { engine->set_u64("out", 1); }, "port 'out' is an output of the design and cannot be set");
    refuses([&] { engine->set_u64("wide", 1); }, "port 'wide' is 100 bits wide: set it with set(), not set_u64()");
    refuses([&] { return engine->get_u64("wide"); }, "port 'wide' is 100 bits wide: read it with get(), not get_u64()");
    PortHandle handle(*engine, "data");
    refuses([&] { handle.set(256); }, "value 0x0000000000000100 does not fit in port 'data' of 8 bits");
    refuses([&] { PortHandle(*engine, "out").set(1); }, "port 'out' is an output of the design and cannot be set");
    refuses([&] { return PortHandle(*engine, "wide").id(); },
            "port 'wide' has 100 bits, and a handle is for at most 64: use set() and get() of the engine");
    refuses([&] { return PortHandle(*engine, "sum").id(); },
            "the design has no port 'sum'; its ports: clk, data, wide, out, word");
    refuses([&] { engine->step("data"); }, "port 'data' is not an input of 1 bit and cannot be a clock");
    refuses([&] { return engine->get_internal("core.stat"); },
            "the design has no signal 'core.stat' inside: give its path of instances without the top module, like "
            "core.state");
    refuses([&] { engine->set_internal("state", Bits(9, 256)); }, "value 0x100 does not fit in 'state' of 8 bits");
    refuses([&] { engine->set_internal("out", Bits(8, 1)); },
            "'out' holds no value of its own: only registers and outputs of black boxes can be set inside the design");
    refuses([&] { return engine->peek_memory("tabel", 0); },
            "the design has no memory 'tabel' inside: give its path of instances without the top module, like "
            "core.table");
    refuses([&] { return engine->peek_memory("table", 10); }, "memory 'table' has 10 words: there is no word 10");
    refuses([&] { engine->poke_memory("table", 9, Bits(9, 256)); },
            "value 0x100 does not fit in a word of 'table' of 8 bits");
    refuses([&] { engine->restore(*make(circuit.design())->snapshot()); },
            "a snapshot can only be restored by the engine that took it");
    // Nothing of that changed anything.
    engine->set_u64("data", 7);
    engine->step("clk");
    CHECK(engine->get_u64("out") == 7);
    CHECK(engine->get_u64("word") == 7);
  }
}

}  // namespace
}  // namespace burin::sim
