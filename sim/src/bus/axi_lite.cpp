// SPDX-License-Identifier: Apache-2.0
//! @file axi_lite.cpp
//! @brief Models of both sides of AXI4-Lite.
#include "burin/sim/bus/axi_lite.h"

namespace burin::sim {

namespace {

constexpr size_t kMostOpen = 4;  // a memory takes no more than so many accesses before it has answered

bool is_error(uint64_t response) { return response >= static_cast<uint64_t>(AxiResponse::slverr); }
uint64_t response_of(const BusAnswer& answer) {
  return static_cast<uint64_t>(answer.error ? AxiResponse::slverr : AxiResponse::okay);
}

}  // namespace

void AxiLiteDriver::do_post(const BusRequest& request) {
  if (request.is_write) {
    write_address_.queue.push_back(request);
    write_data_.queue.push_back(request);
  } else {
    read_.queue.push_back(request);
  }
}

void AxiLiteDriver::do_abandon() {
  write_address_ = {};
  write_data_ = {};
  read_ = {};
}

bool AxiLiteDriver::offer(Channel& channel) {
  if (!channel.offering && !channel.queue.empty()) channel.offering = !stalls_.stalled();
  return channel.offering;
}

void AxiLiteDriver::take(Channel& channel, bool ready) {
  if (!channel.offering || !ready) return;
  channel.queue.pop_front();
  channel.offering = false;
}

void AxiLiteDriver::drive() {
  set(ports_.awvalid, offer(write_address_) ? 1 : 0);
  if (write_address_.offering) set(ports_.awaddr, write_address_.queue.front().address);
  set(ports_.wvalid, offer(write_data_) ? 1 : 0);
  if (write_data_.offering) {
    set(ports_.wdata, write_data_.queue.front().data & data_mask());
    set(ports_.wstrb, write_data_.queue.front().strobes & all_strobes());
  }
  set(ports_.arvalid, offer(read_) ? 1 : 0);
  if (read_.offering) set(ports_.araddr, read_.queue.front().address);
  set(ports_.bready, stalls_.stalled() ? 0 : 1);
  set(ports_.rready, stalls_.stalled() ? 0 : 1);
}

void AxiLiteDriver::sample() {
  take(write_address_, is_set(ports_.awready));
  take(write_data_, is_set(ports_.wready));
  take(read_, is_set(ports_.arready));
  if (is_set(ports_.bvalid) && is_set(ports_.bready)) answer(true, {.data = 0, .error = is_error(get(ports_.bresp))});
  if (is_set(ports_.rvalid) && is_set(ports_.rready))
    answer(false, {.data = get(ports_.rdata), .error = is_error(get(ports_.rresp))});
}

void AxiLiteMemory::drive() {
  if (!answering_write_ && !write_answers_.empty()) answering_write_ = !stalls_.stalled();
  if (!answering_read_ && !read_answers_.empty()) answering_read_ = !stalls_.stalled();
  set(ports_.bvalid, answering_write_ ? 1 : 0);
  if (answering_write_) set(ports_.bresp, response_of(write_answers_.front()));
  set(ports_.rvalid, answering_read_ ? 1 : 0);
  if (answering_read_) {
    set(ports_.rdata, read_answers_.front().data);
    set(ports_.rresp, response_of(read_answers_.front()));
  }
  set(ports_.awready, write_addresses_.size() < kMostOpen && !stalls_.stalled() ? 1 : 0);
  set(ports_.wready, write_data_.size() < kMostOpen && !stalls_.stalled() ? 1 : 0);
  set(ports_.arready, read_answers_.size() < kMostOpen && !stalls_.stalled() ? 1 : 0);
}

void AxiLiteMemory::sample() {
  if (answering_write_ && is_set(ports_.bready)) {
    write_answers_.pop_front();
    answering_write_ = false;
  }
  if (answering_read_ && is_set(ports_.rready)) {
    read_answers_.pop_front();
    answering_read_ = false;
  }
  if (is_set(ports_.arvalid) && is_set(ports_.arready)) read_answers_.push_back(read(get(ports_.araddr)));
  if (is_set(ports_.awvalid) && is_set(ports_.awready)) write_addresses_.push_back(get(ports_.awaddr));
  if (is_set(ports_.wvalid) && is_set(ports_.wready))
    write_data_.push_back({.is_write = true, .data = get(ports_.wdata), .strobes = get(ports_.wstrb)});
  if (!write_addresses_.empty() && !write_data_.empty() && write_answers_.size() < kMostOpen) {
    write_answers_.push_back(write(write_addresses_.front(), write_data_.front().data, write_data_.front().strobes));
    write_addresses_.pop_front();
    write_data_.pop_front();
  }
}

}  // namespace burin::sim
