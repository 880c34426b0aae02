// SPDX-License-Identifier: Apache-2.0
//! @file burin.h
//! @brief The language: everything a design file needs.
#pragma once

#include "burin/lang/clock.h"
#include "burin/lang/config.h"
#include "burin/lang/connect.h"
#include "burin/lang/control.h"
#include "burin/lang/enum.h"
#include "burin/lang/formal.h"
#include "burin/lang/functions.h"
#include "burin/lang/memory.h"
#include "burin/lang/module.h"
#include "burin/lang/pad.h"
#include "burin/lang/process.h"
#include "burin/lang/scalar.h"
#include "burin/lang/signal.h"
#include "burin/lang/stream.h"
#include "burin/lang/union.h"
#include "burin/lang/vec.h"
