// SPDX-License-Identifier: Apache-2.0
//! @file verilator_abi.h
//! @brief What the engine and a built library agree on. `verilator_wrapper.cpp` writes the other side as text.
#pragma once

#include <cstdint>

namespace burin::sim::abi {

/// Where the model's messages go.
struct Host {
  void* user;
  /// Text that the model printed, as it comes: not whole lines.
  void (*text)(void* user, const char* text);
  /// $finish (0) or $stop (1) at a place in the source.
  void (*ended)(void* user, int kind, const char* file, int line);
};

/// A variable inside the design.
struct Variable {
  void* data;           ///< First word.
  uint32_t width;       ///< Bits of an element.
  uint32_t bytes;       ///< Bytes of an element.
  uint32_t dimensions;  ///< Unpacked ones; more than 1 is not offered.
  int32_t left;         ///< Bounds of the unpacked dimension.
  int32_t right;
  int32_t constant;  ///< 1: may not be written.
};

struct Model;

/// A model in its power-up state, evaluated once; `Error` is not empty when that failed. `reset`: 0 zeros,
/// 1 ones, 2 random by `seed`.
using Create = Model* (*)(const Host* host, int reset, int seed);
using Destroy = void (*)(Model*);
/// Storage of port `index`: 1, 2, 4 or 8 bytes up to 64 bits, else 32-bit words. `value` selects pN_value.
using Port = void* (*)(Model*, uint32_t index, int value);
/// 0, or 1 when the model cannot go on; `Error` says why.
using Evaluate = int (*)(Model*);
using Step = int (*)(Model*, uint32_t clock, uint64_t cycles);
using Error = const char* (*)(Model*);
/// 0 when there is no such variable.
using Find = int (*)(Model*, const char* scope, const char* name, Variable* result);

}  // namespace burin::sim::abi
