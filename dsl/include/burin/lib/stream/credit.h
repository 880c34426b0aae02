// SPDX-License-Identifier: Apache-2.0
//! @file credit.h
//! @brief Credits: a stream over a way that nobody can stall, such as a long one with registers in it.
//!
//! The sender starts with as many credits as the receiver can hold values, and pays one for each value; the receiver
//! gives it back when the value leaves.
#pragma once

#include "burin/lib/stream/flow.h"
#include "burin/lib/stream/registers.h"

namespace burin {

/// The configuration of `CreditSender` and `CreditReceiver`, the same for both.
template <typename T>
struct CreditConfig {
  Param<int, "credits: values that the receiver can hold", range(1, 1 << 20)> depth = 8;
  PayloadShape<T> shape = {};
};

/// Sends values for which there are credits. Latency 0.
template <typename T>
struct CreditSender {
  using Config = CreditConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  FlowOut<T> out = FlowOut<T>::of(config.shape);
  In<Bool> credit;  ///< A credit comes back.

  Reg<UInt<>> credits{bits(bits_for(config.depth)), config.depth};

  void logic() {
    in.ready = credits != 0;
    out.valid = in.fire();
    out.payload = in.payload;
    IF (in.fire() & ~credit) { credits = credits - 1; }
    ELIF (credit & ~in.fire()) { credits = credits + 1; }
    assert_(~credit | in.fire() | (credits != config.depth), "a credit comes back that was never paid");
  }
};

/// Holds what comes, and gives a credit back for each value that leaves. Latency 1.
template <typename T>
struct CreditReceiver {
  using Config = CreditConfig<T>;
  Config config;

  FlowIn<T> in = FlowIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);
  Out<Bool> credit;

  Instance<StreamFifo<T>> buffer{{.depth = config.depth, .shape = config.shape}};

  void logic() {
    buffer->in.payload = in.payload;
    buffer->in.valid = in.valid;
    assert_(~in.valid | buffer->in.ready, "a value comes without a credit");
    buffer->out >> out;
    credit = out.fire();
  }
};

/// The configuration of `StreamCreditLink`.
template <typename T>
struct CreditLinkConfig {
  Param<int, "credits: values that the receiver can hold", range(1, 1 << 20)> depth = 8;
  Param<int, "registers on the way, and on the way back", range(0, 64)> registers = 1;
  PayloadShape<T> shape = {};
};

/// A stream over a way with registers. Latency `registers` + 1; a value in each cycle when there are 2 · `registers` +
/// 2 credits or more, else `depth` values in that many cycles.
template <typename T>
struct StreamCreditLink {
  using Config = CreditLinkConfig<T>;
  Config config;

  StreamIn<T> in = StreamIn<T>::of(config.shape);
  StreamOut<T> out = StreamOut<T>::of(config.shape);

  Instance<CreditSender<T>> sender{{.depth = config.depth, .shape = config.shape}};
  Instance<CreditReceiver<T>> receiver{{.depth = config.depth, .shape = config.shape}};
  List<Instance<FlowRegister<T>>> way{config.registers, [this](int) { return FlowRegisterConfig<T>{config.shape}; }};
  List<Reg<Bool>> way_back{config.registers, false};

  void logic() {
    in >> sender->in;
    FlowValue<T> flow = flow_of(sender->out);
    Bool credit = receiver->credit;
    for (int i = 0; i < config.registers; ++i) {
      flow >> way[i]->in;
      flow = flow_of(way[i]->out);
      way_back[i] = credit;
      credit = way_back[i];
    }
    flow >> receiver->in;
    sender->credit = credit;
    receiver->out >> out;
  }
};

/// What `credit_link` gives.
struct CreditLinkStage : StreamStage {
  int depth;
  int registers;
  Where where;

  template <typename T>
  StreamValue<T> operator()(const StreamValue<T>& stream) const {
    return detail::through_block<StreamCreditLink<T>>(
        stream, {.depth = {depth, where}, .registers = {registers, where}, .shape = stream.payload}, "link", where);
  }
};

/// A stream over a way with `registers` registers, by `depth` credits. @see StreamCreditLink
[[nodiscard]] inline CreditLinkStage credit_link(int depth, int registers, const Where& where = Where::current()) {
  return {{}, depth, registers, where};
}

}  // namespace burin
