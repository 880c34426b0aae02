// SPDX-License-Identifier: Apache-2.0
//! @file register_map.h
//! @brief The register map of the DSig signature service for uBFT, as the DSig/uBFT service description states it.
#pragma once

#include "burin/lib/registers.h"

namespace burin::dsig {

using namespace registers;

/// What a build of the service was made with, as far as software is told.
struct ServiceShape {
  Param<int, "signing slices", range(2, 8)> slices = 2;
  Param<int, "AES layers of Haraka that use table memories, bit i for layer i", range(0, 1023)> table_mask = 0x78;
  Param<int, "trusted Ed25519 keys at once", one_of(8, 16)> key_slots = 8;
  Param<int, "message profile: 1 signs 16 bytes, 2 signs 64", one_of(1, 2)> profile = 2;
  Param<int, "verifications in flight", range(1, 32)> verify_in_flight = 24;
};

struct ControlFields {
  WriteOneToSet<Bool> ap_start{bit(0), "begins the session; cleared by ap_ready"};
  ClearOnRead<Bool> ap_done{bit(1), "the session has ended"};
  ReadOnly<Bool> ap_idle{bit(2), "no session is under way"};
  ReadOnly<Bool> ap_ready{bit(3), "the session takes no more requests"};
};

struct GlobalInterruptFields {
  ReadWrite<Bool> enable{bit(0), "lets interrupts out"};
};
struct InterruptEnableFields {
  ReadWrite<Bool> ap_done{bit(0), "interrupt at ap_done"};
  ReadWrite<Bool> ap_ready{bit(1), "interrupt at ap_ready"};
};
struct InterruptStatusFields {
  ToggleOnOne<Bool> ap_done{bit(0), "ap_done has come"};
  ToggleOnOne<Bool> ap_ready{bit(1), "ap_ready has come"};
};

/// What the host tells a session before it starts; writes after that are ignored.
struct Arguments {
  ServiceShape shape;

  WriteOnly<UInt<32>> sign_count{at(0x010), "signatures of this session"};
  WriteOnly<UInt<32>> verify_count{at(0x014), "verifications of this session"};
  WriteOnly<UInt<32>> batches{at(0x018), "key batches to make, of 128 keys each"};
  Reserved gap_01c{at(0x01c), 0x4};
  WriteOnly<UInt<64>> epoch{at(0x020), "epoch of the signer"};
  WriteOnly<UInt<64>> first_batch{at(0x028), "number of the first key batch"};
  Secret<UInt<256>> cv{at(0x030), "chaining words of the key derivation, word w is cv{w}"};
  Secret<UInt<256>> seed{at(0x050), "Ed25519 seed, word w is bytes 4w to 4w + 3"};
  WriteOnly<UInt<>> key_mask{at(0x070), bits(shape.key_slots), "trusted key slots in use"};
  Reserved gap_074{at(0x074), 0xc};
  Array<WriteOnly<UInt<256>>> keys{8, at(0x080), "Ed25519 public key of a slot, word w is bytes 4w to 4w + 3"};
  Array<WriteOnly<UInt<64>>> epochs{8, at(0x180), "epoch of a slot's signer"};
  WriteOnly<UInt<>> epoch_mask{at(0x1c0), bits(shape.key_slots), "slots whose epoch is enforced"};
  Reserved gap_1c4{at(0x1c4), 0x3c};

  // Slots 8 to 15, where there are 16. What lies before them is the map of 8 slots, unchanged.
  Array<WriteOnly<UInt<256>>> keys_high{
      shape.key_slots - 8, at(0x300), "Ed25519 public key of a slot from 8 on", {.first = 8}};
  Array<WriteOnly<UInt<64>>> epochs_high{shape.key_slots - 8, at(0x400), "epoch of a slot's signer", {.first = 8}};

  WriteOnly<UInt<256>>& key(int slot) { return slot < 8 ? keys[slot] : keys_high[slot - 8]; }
  WriteOnly<UInt<64>>& slot_epoch(int slot) { return slot < 8 ? epochs[slot] : epochs_high[slot - 8]; }
};

struct ShapeFields {
  ReadOnly<UInt<8>> slices{bit(0), "signing slices"};
  ReadOnly<UInt<16>> table_mask{bit(8), "AES layers that use table memories"};
  ReadOnly<UInt<4>> key_slots{bit(24), "trusted key slots; 0 stands for 16, which does not fit"};
  ReadOnly<UInt<2>> profile{bit(28), "message profile"};
};

struct FaultFields {
  ReadOnly<Bool> slice{bit(0), "a slice is inconsistent, or its keys are exhausted"};
  ReadOnly<Bool> certificate{bit(1), "the certificate unit rejected its own signature"};
  ReadOnly<Bool> verify_core{bit(2), "an Ed25519 check was abandoned"};
  ReadOnly<Bool> trusted_key{bit(3), "a trusted key was rejected"};
  ReadOnly<Bool> framing{bit(4), "a verify request or a certificate had the wrong length"};
};

/// Cycles from the first beat of a request that is alone to the last beat of its answer.
struct LatencyRegisters {
  ReadOnly<UInt<32>> n{"isolated requests measured"};
  ReadOnly<UInt<32>> last{"cycles of the last one"};
  ReadOnly<UInt<32>> min{"least cycles; all ones until one was measured"};
  ReadOnly<UInt<32>> max{"most cycles"};
  ReadOnly<UInt<64>> sum{"cycles of all"};
};

/// What the host can read.
struct StatusRegisters {
  ReadOnly<UInt<32>> magic{at(0x200), "DSU1, little-endian ASCII"};
  ReadOnly<UInt<32>> abi{at(0x204), "version of this map"};
  Register<ShapeFields> shape{at(0x208), "what the service was made with"};
  Register<FaultFields> fault{at(0x20c), "what went wrong; bits stay until reset"};
  Snapshot<UInt<64>> ticks{at(0x210), "cycles since reset; reading the low word latches the high one"};
  ReadOnly<UInt<64>> start_tick{at(0x218), "ticks at ap_start"};
  ReadOnly<UInt<64>> done_tick{at(0x220), "ticks at ap_done"};
  ReadOnly<UInt<64>> key_tick{at(0x228), "ticks when the trusted keys were loaded"};
  ReadOnly<UInt<32>> signed_{at(0x230), "frames sent"};
  ReadOnly<UInt<32>> sign_taken{at(0x234), "sign requests accepted"};
  ReadOnly<UInt<32>> verified{at(0x238), "verdicts sent"};
  ReadOnly<UInt<32>> valid{at(0x23c), "verdicts that were 0x80"};
  ReadOnly<UInt<32>> cert_checks{at(0x240), "Ed25519 checks issued"};
  ReadOnly<UInt<32>> cert_fails{at(0x244), "Ed25519 checks that failed"};
  ReadOnly<UInt<32>> certified{at(0x248), "batches certified by the signer"};
  ReadOnly<UInt<32>> announced{at(0x24c), "certificates sent on m_axis_cert"};
  Block<LatencyRegisters> sign_latency{at(0x250), "latency of signing"};
  Reserved gap_268{at(0x268), 0x8};
  Block<LatencyRegisters> verify_latency{at(0x270), "latency of verifying"};
  Reserved gap_288{at(0x288), 0x18};
  ReadOnly<UInt<256>> public_key{at(0x2a0), "Ed25519 public key of the signer"};
};

/// The whole map. Its groups give the headers their names: ARG_SIGN_COUNT, REG_MAGIC.
struct RegisterMap {
  ServiceShape shape;

  Constant magic{0x31555344, "what REG_MAGIC reads"};
  Constant abi_version{1, "what REG_ABI reads"};
  Constant key_slots{shape.key_slots, "trusted Ed25519 keys at once"};
  Constant verify_in_flight{shape.verify_in_flight, "verifications that the service has in flight"};
  /// The header beat, then the signature's 1,642 bytes and the message, in beats of 64 bytes.
  Constant verify_request_beats{1 + (1642 + (shape.profile == 1 ? 16 : 64) + 63) / 64, "beats of a verify request"};

  Register<ControlFields> ap_ctrl{at(0x000), "control of the session"};
  Register<GlobalInterruptFields> gie{at(0x004), "global interrupt enable"};
  Register<InterruptEnableFields> ier{at(0x008), "interrupt enables"};
  Register<InterruptStatusFields> isr{at(0x00c), "interrupts that are pending"};
  Arguments arg{shape};
  StatusRegisters reg{};
  Reserved gap_2c0{at(0x2c0), shape.key_slots == 16 ? 0x40U : 0U};
};

}  // namespace burin::dsig
