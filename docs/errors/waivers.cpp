// SPDX-License-Identifier: Apache-2.0
//! @file waivers.cpp
//! @brief The page's section on waivers: the means to say in the design why a finding is none.
#include "gallery.h"

namespace gallery::waivers {

using namespace burin;

// [program]
struct Volume {
  Clock bus, audio;
  In<UInt<8>> setting{{.clock = bus}};
  In<Bool> play{{.clock = bus}};
  In<UInt<8>> reserved{{.may_be_unused = true}};  // the bus has it, this module does not need it
  In<UInt<4>> read_at{{.clock = audio}};
  In<UInt<4>> write_at{{.clock = audio}};
  In<UInt<8>> sample{{.clock = audio}};
  Reg<UInt<8>> gain{0, {.clock = audio}};
  Memory<UInt<8>> samples{16, {.contents = {Bits(8, 0)}}};
  Out<UInt<16>> loud{{.clock = audio}};

  void logic() {
    WithClock in(audio);
    gain = waive_crossing(setting, "software sets it while nothing plays");
    samples.write(write_at, sample);
    const UInt<8> oldest = samples.read_sync(
        read_at, {.policy = ReadUnderWrite::undefined, .no_collision = "the writer stays ahead of the reader"});
    loud = mux(synchronise(play), oldest * gain, 0);
  }
};
// [/program]

const Register kProgram("waivers", [] {
  const std::string findings = elaborate<Volume>().warnings;
  return findings.empty() ? std::string("no findings\n") : findings;
});

}  // namespace gallery::waivers
