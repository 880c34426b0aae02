// SPDX-License-Identifier: Apache-2.0
//! @file registers.h
//! @brief Register maps: one description in C++ gives the hardware behind a bus, headers, a page and IP-XACT.
#pragma once

#include "burin/lib/registers/field.h"
#include "burin/lib/registers/map_info.h"
#include "burin/lib/registers/register.h"
#include "burin/lib/registers/serve.h"
#include "burin/lib/registers/walk.h"
