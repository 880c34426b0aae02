// SPDX-License-Identifier: Apache-2.0
//! @file allocate.cpp
//! @brief Linear-scan register allocation: one place for the whole life of a value.
//!
//! 1. The life of a virtual register is the range of code from its first definition to its last use. Control flow is
//!    structured and only goes forward, so this range holds every point where it is needed.
//! 2. A value loaded from the buffer whose place is not overwritten in its life need not be in a register: used once,
//! it
//!    becomes a memory operand, and under pressure it is given up first, since that costs no store. Constants alike.
//! 3. Walk the code; give each definition a free register, that of a dying operand if there is one. When none is free,
//!    the value with the fewest uses for its length goes to memory, for all of its life.
#include "allocate.h"

#include <algorithm>
#include <bit>

namespace burin::sim::native {
namespace {

constexpr uint32_t kNever = 0xffffffff;
constexpr double kNoPrice = 1e9;

// Position of the next store to 4 bytes of the buffer: open addressing.
class StoreMap {
 public:
  explicit StoreMap(size_t stores) : slots_(std::bit_ceil(stores * 2 + 16)) {}
  void set(int64_t unit, uint32_t position) {
    Slot& slot = find(unit);
    slot.key = unit;
    slot.position = position;
  }
  [[nodiscard]] uint32_t get(int64_t unit) { return find(unit).position; }

 private:
  struct Slot {
    int64_t key = -1;  // none
    uint32_t position = kNever;
  };
  Slot& find(int64_t unit) {
    const size_t mask = slots_.size() - 1;
    size_t at = (static_cast<uint64_t>(unit) * 0x9e3779b97f4a7c15U >> 20) & mask;
    while (slots_[at].key != unit && slots_[at].key != -1) at = (at + 1) & mask;
    return slots_[at];
  }
  std::vector<Slot> slots_;
};

struct Life {
  uint32_t start = kNever;
  uint32_t end = 0;
  uint32_t uses = 0;
  uint32_t definitions = 0;
  bool is_vector = false;
  Place rest;  // where it may stay without a store; none: nowhere
};

class Allocator {
 public:
  Allocator(const LirCode& code, const Registers& registers) : code_(code), registers_(registers) {}

  Allocation run() {
    result_.places.resize(code_.registers);
    lives_.resize(code_.registers);
    find_lives();
    find_rests();
    free_[0] = registers_.general;
    free_[1] = registers_.vectors == 32 ? ~uint32_t{0} : (uint32_t{1} << registers_.vectors) - 1;
    owners_[0].assign(32, kNoReg);
    owners_[1].assign(32, kNoReg);
    for (uint32_t at = 0; at < code_.code.size(); ++at) step(at);
    return std::move(result_);
  }

 private:
  void find_lives() {
    for (uint32_t at = 0; at < code_.code.size(); ++at) {
      const Lir& lir = code_.code[at];
      for (const Reg reg : {lir.a, lir.b, lir.c, lir.d}) {
        if (reg == kNoReg) continue;
        lives_[reg].end = at;
        ++lives_[reg].uses;
      }
      if (lir.dest == kNoReg) continue;
      Life& life = lives_[lir.dest];
      life.start = std::min(life.start, at);
      life.end = std::max(life.end, at);
      life.is_vector = is_vector(lir.op);
      ++life.definitions;
    }
  }

  static int64_t key_of(uint32_t place) { return -2 - int64_t{place}; }  // no unit of the buffer

  void find_rests() {
    size_t stores = 0;
    for (const Lir& lir : code_.code) {
      if (lir.op == LirOp::store) stores += 3;
      if (lir.op == LirOp::vector_store) stores += lir.bytes;
    }
    StoreMap map(stores);
    for (uint32_t at = static_cast<uint32_t>(code_.code.size()); at-- > 0;) {
      const Lir& lir = code_.code[at];
      if (lir.op == LirOp::store) {
        for (int64_t i = 0; i < lir.bytes / 4; ++i) map.set(lir.imm / 4 + i, at);
        if (lir.place != kAnywhere) map.set(key_of(lir.place), at);
        continue;
      }
      if (lir.op == LirOp::vector_store) {
        for (int64_t i = 0; i < lir.bytes; ++i) map.set(lir.imm / 4 + i, at);
        continue;
      }
      if (lir.dest == kNoReg) continue;
      Life& life = lives_[lir.dest];
      if (life.definitions != 1) continue;
      if (lir.op == LirOp::immediate) {
        life.rest.kind = Place::Kind::number;
        life.rest.offset = lir.imm;
      } else if (lir.op == LirOp::vector_constant) {
        life.rest.kind = Place::Kind::table;
        life.rest.offset = static_cast<int64_t>(lir.aux);
      } else if (lir.op == LirOp::load_indexed && lir.place != kAnywhere && lir.bytes >= 4) {
        const bool stays = lir.place == kNeverWritten || map.get(key_of(lir.place)) >= life.end;
        Life& index = lives_[lir.a];
        if (!stays || index.definitions != 1 || (lir.place == kNeverWritten && life.uses > 1)) continue;
        life.rest = {Place::Kind::indexed, 0, lir.bytes, lir.scale, lir.a, lir.imm};
        index.end = std::max(index.end, life.end + 1);  // what uses the value may write its result first
      } else if (lir.op == LirOp::load || lir.op == LirOp::vector_load) {
        const int64_t units = lir.op == LirOp::load ? lir.bytes / 4 : lir.bytes;
        bool stays = true;
        for (int64_t i = 0; i < units && stays; ++i) stays = map.get(lir.imm / 4 + i) >= life.end;
        if (!stays) continue;
        life.rest.kind = Place::Kind::home;
        life.rest.offset = lir.imm;
        life.rest.bytes = lir.bytes;
      }
    }
  }

  void expire(uint32_t at) {
    for (int kind = 0; kind < 2; ++kind) {
      for (uint32_t used = ~free_[kind]; used != 0; used &= used - 1) {
        const auto index = static_cast<uint32_t>(std::countr_zero(used));
        const Reg owner = owners_[kind][index];
        if (owner == kNoReg || lives_[owner].end > at) continue;
        owners_[kind][index] = kNoReg;
        free_[kind] |= uint32_t{1} << index;
      }
    }
  }

  [[nodiscard]] double weight(Reg reg) const {
    const Life& life = lives_[reg];
    double uses = life.uses;
    if (registers_.spares_frame) return life.rest.kind == Place::Kind::none ? kNoPrice : uses;
    if (life.rest.kind == Place::Kind::none) uses += life.definitions;  // a store as well
    if (life.rest.kind == Place::Kind::number) uses *= 0.5;
    return uses / (life.end - life.start + 1);
  }

  void to_memory(Reg reg) {
    const Life& life = lives_[reg];
    Place& place = result_.places[reg];
    if (life.rest.kind != Place::Kind::none) {
      place = life.rest;
      return;
    }
    place.kind = Place::Kind::stack;
    place.offset = result_.frame_bytes;
    place.bytes = 8;
    result_.frame_bytes += life.is_vector ? registers_.vector_bytes : 8;
  }

  void step(uint32_t at) {
    const Lir& lir = code_.code[at];
    if (lir.op == LirOp::call || lir.op == LirOp::report || lir.op == LirOp::cover) {
      Allocation::Live live;
      expire(at);
      for (uint32_t i = 0; i < 32; ++i) {
        if (owners_[0][i] != kNoReg) live.general |= uint32_t{1} << i;
        if (owners_[1][i] != kNoReg) live.vectors |= uint32_t{1} << i;
      }
      result_.live_at_calls.push_back(live);
      return;
    }
    if (lir.dest == kNoReg || lives_[lir.dest].start != at) return;
    const Reg reg = lir.dest;
    const Life& life = lives_[reg];
    if (life.rest.kind != Place::Kind::none && life.uses <= 1) {
      to_memory(reg);
      return;
    }
    const int kind = life.is_vector ? 1 : 0;
    expire(at);
    if (free_[kind] == 0) {
      Reg cheapest = reg;
      double least = weight(reg);
      for (const Reg owner : owners_[kind]) {
        if (owner == kNoReg) continue;
        const double here = weight(owner);
        if (here < least) {
          least = here;
          cheapest = owner;
        }
      }
      if (cheapest == reg) {
        to_memory(reg);
        return;
      }
      const uint32_t index = result_.places[cheapest].index;
      to_memory(cheapest);
      give(reg, kind, index);
      return;
    }
    uint32_t index = kNever;
    for (const Reg hint : {lir.a, lir.b, lir.d}) {
      if (hint == kNoReg || index != kNever) continue;
      const Place& place = result_.places[hint];
      const bool same_kind = place.kind == (kind == 1 ? Place::Kind::vector : Place::Kind::general);
      if (same_kind && (free_[kind] >> place.index & 1) != 0) index = place.index;
    }
    if (index == kNever) index = static_cast<uint32_t>(std::countr_zero(free_[kind]));
    free_[kind] &= ~(uint32_t{1} << index);
    give(reg, kind, index);
  }

  void give(Reg reg, int kind, uint32_t index) {
    owners_[kind][index] = reg;
    Place& place = result_.places[reg];
    place.kind = kind == 1 ? Place::Kind::vector : Place::Kind::general;
    place.index = static_cast<uint8_t>(index);
    if (kind == 0) result_.used_general |= uint32_t{1} << index;
  }

  const LirCode& code_;
  const Registers& registers_;
  Allocation result_;
  std::vector<Life> lives_;
  uint32_t free_[2] = {0, 0};
  std::vector<Reg> owners_[2];
};

}  // namespace

Allocation allocate(const LirCode& code, const Registers& registers) { return Allocator(code, registers).run(); }

}  // namespace burin::sim::native
