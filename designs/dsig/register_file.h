// SPDX-License-Identifier: Apache-2.0
//! @file register_file.h
//! @brief The register file of the DSig signature service: its map on AXI4-Lite, with what the service reports as
//! inputs.
#pragma once

#include "designs/dsig/host_types.h"
#include "designs/dsig/register_map.h"

namespace burin::dsig {

/// One kind of request, isolated ones only.
struct LatencyStatus {
  UInt<32> n;
  UInt<32> last;
  UInt<32> min;  ///< Of no meaning while `n` is 0.
  UInt<32> max;
  UInt<64> sum;
};

struct FaultStatus {
  Bool slice;
  Bool certificate;
  Bool verify_core;
  Bool trusted_key;
  Bool framing;
};

/// What the service reports.
struct ServiceStatus {
  Bool done;          ///< The session ends in this cycle.
  Bool ready;         ///< The session takes no more requests, from this cycle on.
  Bool idle;          ///< No session is under way.
  FaultStatus fault;  ///< What goes wrong in this cycle.
  UInt<64> ticks;
  UInt<64> start_tick;
  UInt<64> done_tick;
  UInt<64> key_tick;
  UInt<32> frames_signed;
  UInt<32> sign_taken;
  UInt<32> verified;
  UInt<32> valid;
  UInt<32> cert_checks;
  UInt<32> cert_fails;
  UInt<32> certified;
  UInt<32> announced;
  LatencyStatus sign_latency;
  LatencyStatus verify_latency;
  UInt<256> public_key;
};

/// What the service is told. They do not change while a session is under way.
struct ServiceArguments {
  UInt<32> sign_count;
  UInt<32> verify_count;
  UInt<32> batches;
  UInt<64> epoch;
  UInt<64> first_batch;
  UInt<256> cv;
  UInt<256> seed;
};

/// Answers each read and write in the next cycle, with OKAY: unmapped and write-only addresses read 0, and writes to
/// unmapped and read-only addresses, or to arguments after ap_start, change nothing.
struct RegisterFile {
  using Config = ServiceShape;
  Config config;

  AxiLiteSubordinate s_axi_control{{.address = 12}};
  In<ServiceStatus> status;
  Out<Bool> interrupt;
  Out<Bool> start;  ///< From the write of ap_start until the next reset.
  Out<ServiceArguments> arguments;
  Out<UInt<>> key_mask{bits(config.key_slots)};
  Out<UInt<>> epoch_mask{bits(config.key_slots)};
  Out<Vec<UInt<256>>> keys{Vec<UInt<256>>(config.key_slots, UInt<256>())};
  Out<Vec<UInt<64>>> epochs{Vec<UInt<64>>(config.key_slots, UInt<64>())};

  RegisterMap map{config};
  Reg<Bool> started{false};
  Reg<Bool> ready_seen{false};
  Reg<FaultStatus> faults{
      FaultStatus{.slice = false, .certificate = false, .verify_core = false, .trusted_key = false, .framing = false}};

  void logic() {
    const Bool in_session = started | map.ap_ctrl.ap_start;
    lock(map.arg, in_session);
    serve(s_axi_control, map,
          {.unmapped = Answer::okay,
           .refused = Answer::okay,
           .name = "dsig_registers",
           .title = "DSig signature service for uBFT, register map",
           .cpp_text = kHostTypes,
           .cpp_includes = kHostIncludes,
           .cpp_namespace = "ubft"});

    // Control and interrupts.
    started = in_session;
    ready_seen = ready_seen | status.ready;
    IF (status.ready) { map.ap_ctrl.ap_start = false; }
    IF (status.done) { map.ap_ctrl.ap_done = true; }
    map.ap_ctrl.ap_idle = status.idle;
    map.ap_ctrl.ap_ready = ready_seen;
    IF (status.done & map.ier.ap_done) { map.isr.ap_done = true; }
    IF (status.ready & map.ier.ap_ready) { map.isr.ap_ready = true; }
    interrupt = map.gie.enable & (map.isr.ap_done | map.isr.ap_ready);
    start = in_session;

    // Arguments.
    arguments.sign_count = map.arg.sign_count;
    arguments.verify_count = map.arg.verify_count;
    arguments.batches = map.arg.batches;
    arguments.epoch = map.arg.epoch;
    arguments.first_batch = map.arg.first_batch;
    arguments.cv = map.arg.cv;
    arguments.seed = map.arg.seed;
    key_mask = map.arg.key_mask;
    epoch_mask = map.arg.epoch_mask;
    for (int slot = 0; slot < config.key_slots; ++slot) {
      keys[slot] = map.arg.key(slot);
      epochs[slot] = map.arg.slot_epoch(slot);
    }

    // Status.
    map.reg.magic = map.magic.value;
    map.reg.abi = map.abi_version.value;
    map.reg.shape.slices = config.slices;
    map.reg.shape.table_mask = config.table_mask;
    map.reg.shape.key_slots = config.key_slots & 0xf;
    map.reg.shape.profile = config.profile;
    keep(faults.slice, status.fault.slice, map.reg.fault.slice);
    keep(faults.certificate, status.fault.certificate, map.reg.fault.certificate);
    keep(faults.verify_core, status.fault.verify_core, map.reg.fault.verify_core);
    keep(faults.trusted_key, status.fault.trusted_key, map.reg.fault.trusted_key);
    keep(faults.framing, status.fault.framing, map.reg.fault.framing);
    map.reg.ticks = status.ticks;
    map.reg.start_tick = status.start_tick;
    map.reg.done_tick = status.done_tick;
    map.reg.key_tick = status.key_tick;
    map.reg.signed_ = status.frames_signed;
    map.reg.sign_taken = status.sign_taken;
    map.reg.verified = status.verified;
    map.reg.valid = status.valid;
    map.reg.cert_checks = status.cert_checks;
    map.reg.cert_fails = status.cert_fails;
    map.reg.certified = status.certified;
    map.reg.announced = status.announced;
    report(map.reg.sign_latency, status.sign_latency);
    report(map.reg.verify_latency, status.verify_latency);
    map.reg.public_key = status.public_key;
  }

  /// A fault, once seen, is reported until the next reset.
  static void keep(Bool& seen, const Bool& now, ReadOnly<Bool>& reported) {
    seen = seen | now;
    reported = seen;
  }

  static void report(LatencyRegisters& block, const LatencyStatus& measured) {
    block.n = measured.n;
    block.last = measured.last;
    block.min = mux(measured.n == 0, 0xffffffffU, measured.min);
    block.max = measured.max;
    block.sum = measured.sum;
  }
};

}  // namespace burin::dsig
