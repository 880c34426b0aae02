// SPDX-License-Identifier: Apache-2.0
//! @file elaborate_test.cpp
//! @brief Elaboration as such.
#include <doctest/doctest.h>
#include "burin/burin.h"
