// SPDX-License-Identifier: Apache-2.0
//! @file streams.h
//! @brief All blocks for streams. docs/library.md shows each with its latency, its rate and its area.
#pragma once

#include "burin/lib/stream/arbiter.h"
#include "burin/lib/stream/assertions.h"
#include "burin/lib/stream/credit.h"
#include "burin/lib/stream/fifo.h"
#include "burin/lib/stream/flow.h"
#include "burin/lib/stream/fork.h"
#include "burin/lib/stream/join.h"
#include "burin/lib/stream/map.h"
#include "burin/lib/stream/packet.h"
#include "burin/lib/stream/registers.h"
#include "burin/lib/stream/route.h"
#include "burin/lib/stream/stage.h"
#include "burin/lib/stream/throttle.h"
#include "burin/lib/stream/width.h"
