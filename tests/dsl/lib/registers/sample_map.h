// SPDX-License-Identifier: Apache-2.0
//! @file sample_map.h
//! @brief A register map with every kind of field, as a design on each of the buses.
#pragma once

#include "burin/lib/registers.h"

namespace burin::test {

using namespace registers;

enum class Speed { slow, medium, fast };

struct ControlFields {
  ReadWrite<Bool> enable{bit(0), "runs while 1"};
  ReadWrite<Enum<Speed>> speed{bit(4), Speed::medium, "how fast"};
  ReadOnly<Bool> busy{bit(8), "is running"};
  Pulse<UInt<2>> kick{bit(9), "starts something"};
  ReadWrite<SInt<12>> trim{bit(12), -5, "crosses two bytes"};
};

struct EventFields {
  WriteOneToClear<UInt<4>> seen{"events since they were cleared"};
  ToggleOnOne<UInt<4>> flags{"flags to toggle"};
  ClearOnRead<UInt<8>> fresh{bit(8), "events since the last read"};
};

struct ChannelRegisters {
  ReadWrite<UInt<32>> gain{0x100, "factor"};
  ReadOnly<UInt<16>> level{"measured"};
};

struct SampleMap {
  Constant version{0x12345678, "of the map"};
  Register<ControlFields> control{at(0x00), "control and state"};
  Register<EventFields> event{"what happened"};
  ReadWrite<UInt<32>> scratch{0xdeadbeef, "for software"};
  WriteOnly<UInt<40>> limit{"has two words"};
  Reserved gap{at(0x14), 0xc, "for later"};
  Snapshot<UInt<64>> ticks{at(0x20), "cycles"};
  Secret<UInt<32>> key{"no way back"};
  Array<ReadWrite<UInt<16>>> lane{3, at(0x2c), "one for each lane", {.stride = 8, .first = 1}};
  Array<ChannelRegisters> channel{2, at(0x44), "two channels"};
  Reserved hole{at(0x54), 0xc};
  Window table{at(0x60), 8, "coefficients"};
  Window vault{at(0x80), 4, "written, never read", Access::secret};
};

/// What the world outside sees and drives; the same on every bus.
struct SampleWires {
  In<Bool> busy;
  In<UInt<4>> seen;
  In<UInt<8>> fresh;
  In<UInt<16>> level;
  In<Bool> locked;
  In<UInt<3>> table_index;
  In<UInt<2>> vault_index;
  In<UInt<2>> lane_index;
  Out<Bool> enable;
  Out<Enum<Speed>> speed;
  Out<UInt<2>> kick;
  Out<SInt<12>> trim;
  Out<UInt<40>> limit;
  Out<UInt<32>> key;
  Out<UInt<4>> flags;
  Out<Vec<UInt<16>, 3>> lane;
  Out<UInt<16>> lane_at_index;
  Out<UInt<32>> gain;
  Out<UInt<32>> table_word{PortOptions{.guarded = true}};
  Out<UInt<32>> vault_word{PortOptions{.guarded = true}};
  Out<Bool> scratch_written;
  Out<Bool> scratch_read;
};

template <typename Bus>
struct SampleFile {
  struct Config {
    Param<bool, "answer without errors"> lenient = false;
  };
  Config config;

  Bus bus{{.address = 8}};
  SampleWires wires;
  SampleMap map;
  Reg<UInt<64>> now{0};

  void logic() {
    const Answer answer = config.lenient ? Answer::okay : Answer::error;
    lock(map.limit, wires.locked);
    serve(bus, map, {.unmapped = answer, .refused = answer, .title = "A sample <of> all | kinds"});
    check_protocol(bus, {.max_wait = 50});

    now = now + 1;
    map.control.busy = wires.busy;
    map.ticks = now;
    map.event.seen.set(wires.seen);
    map.event.fresh.set(wires.fresh);
    for (auto& channel : map.channel) channel.level = wires.level;

    wires.enable = map.control.enable;
    wires.speed = map.control.speed;
    wires.kick = map.control.kick;
    wires.trim = map.control.trim;
    wires.limit = map.limit;
    wires.key = map.key;
    wires.flags = map.event.flags;
    for (int i = 0; i < 3; ++i) wires.lane[i] = map.lane[i];
    wires.lane_at_index = map.lane.values()[wires.lane_index];
    wires.gain = map.channel[1].gain;
    wires.table_word = map.table.memory.read(wires.table_index);
    wires.vault_word = map.vault.memory.read(wires.vault_index);
    wires.scratch_written = map.scratch.write_strobe();
    wires.scratch_read = map.scratch.read_strobe();
  }
};

using SampleOnAxi = SampleFile<AxiLiteSubordinate>;
using SampleOnAhb = SampleFile<AhbLiteSubordinate>;
using SampleOnApb = SampleFile<ApbSubordinate>;

}  // namespace burin::test
