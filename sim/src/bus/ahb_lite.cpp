// SPDX-License-Identifier: Apache-2.0
//! @file ahb_lite.cpp
//! @brief Models of both sides of AHB-Lite.
#include "burin/sim/bus/ahb_lite.h"

#include <fmt/format.h>

#include <bit>

namespace burin::sim {

namespace {

constexpr uint64_t code(AhbTransfer transfer) { return static_cast<uint64_t>(transfer); }

}  // namespace

void AhbLiteDriver::do_post(const BusRequest& request) {
  Transfer transfer{.request = request, .address = request.address, .size = 0};
  const uint64_t strobes = request.is_write ? request.strobes & all_strobes() : all_strobes();
  const auto count = static_cast<uint64_t>(std::popcount(strobes));
  const auto first = static_cast<uint64_t>(std::countr_zero(strobes));
  if (!std::has_single_bit(count) || strobes >> first != (uint64_t{1} << count) - 1 || first % count != 0)
    throw UserError(fmt::format("AHB-Lite has no transfer with the strobes {:#b}", strobes));
  transfer.address += first;
  transfer.size = static_cast<uint64_t>(std::countr_zero(count));
  queue_.push_back(transfer);
}

void AhbLiteDriver::do_abandon() {
  queue_.clear();
  address_phase_.reset();
  data_phase_.reset();
}

void AhbLiteDriver::drive() {
  if (!address_phase_ && !queue_.empty() && !stalls_.stalled()) {
    address_phase_ = queue_.front();
    queue_.pop_front();
  }
  set(ports_.hsel, 1);
  set(ports_.htrans, code(address_phase_ ? AhbTransfer::nonseq : AhbTransfer::idle));
  set(ports_.hburst, static_cast<uint64_t>(AhbBurst::single));
  if (address_phase_) {
    set(ports_.haddr, address_phase_->address);
    set(ports_.hwrite, address_phase_->request.is_write ? 1 : 0);
    set(ports_.hsize, address_phase_->size);
  }
  if (data_phase_ && data_phase_->request.is_write) set(ports_.hwdata, data_phase_->request.data & data_mask());
  // The only subordinate on the bus is the one whose readiness everybody sees.
  bench_.settle();
  set(ports_.hready, get(ports_.hreadyout));
}

void AhbLiteDriver::sample() {
  if (!is_set(ports_.hready)) return;
  if (data_phase_) {
    const bool is_write = data_phase_->request.is_write;
    answer(is_write, {.data = is_write ? 0 : get(ports_.hrdata), .error = is_set(ports_.hresp)});
  }
  data_phase_ = std::exchange(address_phase_, std::nullopt);
}

void AhbLiteMemory::drive() {
  const BusAnswer found = data_phase_ ? read(data_phase_->address) : BusAnswer{};
  if (!data_phase_) {
    ready_ = true;
  } else if (second_of_error_) {
    ready_ = true;
  } else {
    ready_ = !stalls_.stalled() && !found.error;
  }
  const bool refuses = data_phase_.has_value() && found.error;
  set(ports_.hreadyout, ready_ ? 1 : 0);
  set(ports_.hresp, refuses ? 1 : 0);
  set(ports_.hrdata, data_phase_ && !data_phase_->is_write && ready_ ? found.data : 0);
  second_of_error_ = refuses && !ready_;
}

void AhbLiteMemory::sample() {
  if (!ready_) return;
  if (data_phase_ && data_phase_->is_write) write(data_phase_->address, get(ports_.hwdata), data_phase_->strobes);
  data_phase_.reset();
  second_of_error_ = false;
  const uint64_t transfer = get(ports_.htrans);
  if (!is_set(ports_.hsel) || transfer == code(AhbTransfer::idle) || transfer == code(AhbTransfer::busy)) return;
  const uint64_t address = get(ports_.haddr);
  const uint64_t bytes = uint64_t{1} << get(ports_.hsize);
  data_phase_ = Transfer{.address = address,
                         .is_write = is_set(ports_.hwrite),
                         .strobes = ((uint64_t{1} << bytes) - 1) << address % word_bytes_};
}

}  // namespace burin::sim
