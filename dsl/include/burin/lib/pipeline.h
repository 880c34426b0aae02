// SPDX-License-Identifier: Apache-2.0
//! @file pipeline.h
//! @brief Pipelines: delays, values that know how late they are, and functions cut into stages.
#pragma once

#include "burin/lib/pipeline/delayed.h"
#include "burin/lib/pipeline/pipelined.h"
#include "burin/lib/pipeline/product.h"
