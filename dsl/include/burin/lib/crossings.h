// SPDX-License-Identifier: Apache-2.0
//! @file crossings.h
//! @brief All blocks between clocks. For single bits and Gray codes see also `synchronise` and `synchronise_gray`.
#pragma once

#include "burin/lib/crossing/fifo.h"
#include "burin/lib/crossing/handshake.h"
#include "burin/lib/crossing/pulse.h"
#include "burin/lib/crossing/reset.h"
