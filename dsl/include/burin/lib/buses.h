// SPDX-License-Identifier: Apache-2.0
//! @file buses.h
//! @brief All buses of the library.
#pragma once

#include "burin/lib/bus/ahb_lite.h"
#include "burin/lib/bus/apb.h"
#include "burin/lib/bus/axi.h"
#include "burin/lib/bus/axi_lite.h"
#include "burin/lib/bus/axi_stream.h"
#include "burin/lib/bus/axi_stream_packets.h"
#include "burin/lib/bus/spi.h"
