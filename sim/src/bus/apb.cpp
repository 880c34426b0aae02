// SPDX-License-Identifier: Apache-2.0
//! @file apb.cpp
//! @brief Models of both sides of APB.
#include "burin/sim/bus/apb.h"

namespace burin::sim {

void ApbDriver::do_abandon() {
  queue_.clear();
  phase_ = Phase::idle;
}

void ApbDriver::drive() {
  if (phase_ == Phase::idle && !queue_.empty() && !stalls_.stalled()) {
    phase_ = Phase::setup;
    const BusRequest& request = queue_.front();
    set(ports_.paddr, request.address);
    set(ports_.pwrite, request.is_write ? 1 : 0);
    set(ports_.pwdata, request.is_write ? request.data & data_mask() : 0);
    set(ports_.pstrb, request.is_write ? request.strobes & all_strobes() : 0);
  }
  set(ports_.psel, phase_ != Phase::idle ? 1 : 0);
  set(ports_.penable, phase_ == Phase::access ? 1 : 0);
}

void ApbDriver::sample() {
  if (phase_ == Phase::setup) {
    phase_ = Phase::access;
  } else if (phase_ == Phase::access && is_set(ports_.pready)) {
    const BusRequest request = queue_.front();
    queue_.pop_front();
    phase_ = Phase::idle;
    answer(request.is_write, {.data = request.is_write ? 0 : get(ports_.prdata), .error = is_set(ports_.pslverr)});
  }
}

// The manager's outputs may follow `pready` only at the next edge, so what is read here is what the edge will see.
void ApbMemory::drive() {
  bench_.settle();
  const bool done = is_set(ports_.psel) && is_set(ports_.penable) && !stalls_.stalled();
  const BusAnswer found = read(get(ports_.paddr));
  set(ports_.pready, done ? 1 : 0);
  set(ports_.pslverr, done && found.error ? 1 : 0);
  set(ports_.prdata, done && !is_set(ports_.pwrite) ? found.data : 0);
}

void ApbMemory::sample() {
  if (is_set(ports_.psel) && is_set(ports_.penable) && is_set(ports_.pready) && is_set(ports_.pwrite))
    write(get(ports_.paddr), get(ports_.pwdata), get(ports_.pstrb));
}

}  // namespace burin::sim
