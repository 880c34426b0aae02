// SPDX-License-Identifier: Apache-2.0
//! @file B0911.cpp
//! @brief B0911: a one-hot state register that starts in no state.
#include "gallery.h"

namespace gallery::b0911 {

using namespace burin;

// [program]
enum class Light { red, green, amber };

struct Lights {
  Reg<Enum<Light>> light{{.encoding = Encoding::one_hot}};  // <- B0911
  Out<Bool> stop;

  void logic() {
    SWITCH (light) {
      CASE (Light::red) { light = Light::green; }
      CASE (Light::green) { light = Light::amber; }
      CASE (Light::amber) { light = Light::red; }
    }
    stop = light != Light::green;
  }
};
// [/program]

const Register kProgram("B0911", [] { return elaborate<Lights>().warnings; });

}  // namespace gallery::b0911
