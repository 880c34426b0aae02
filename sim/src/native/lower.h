// SPDX-License-Identifier: Apache-2.0
//! @file lower.h
//! @brief From nodes of the graph to linear code: words of at most 64 bits, masks only where bits may be too many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph.h"
#include "layout.h"
#include "lir.h"
#include "netlist.h"

namespace burin::sim::native {

/// A word at run time: a register, or a number known now. Bits from `bits` on are 0.
struct Word {
  Reg reg = kNoReg;
  uint64_t number = 0;
  uint8_t bits = 0;
  [[nodiscard]] bool is_number() const { return reg == kNoReg; }
};

/// A comparison that a branch, a choice or a flag can be made of.
struct Condition {
  Cond cond = Cond::ne;
  uint8_t bits = 32;
  Word a;
  Word b;
};

/// Which node is computed in which registers, for one function at a time; kept between functions to save its memory.
class NodeWords {
 public:
  void start(size_t nodes) {
    ++epoch_;
    grow(nodes);
    words_.clear();
    log_.clear();
  }
  /// Room for nodes that have been made since.
  void grow(size_t nodes) {
    if (stamps_.size() >= nodes) return;
    stamps_.resize(nodes, 0);
    first_.resize(nodes, 0);
  }
  /// What has been set so far, and back to it.
  struct Mark {
    size_t words = 0;
    size_t nodes = 0;
  };
  [[nodiscard]] Mark mark() const { return {words_.size(), log_.size()}; }
  void release(Mark mark) {
    for (; log_.size() > mark.nodes; log_.pop_back()) {
      const Set& last = log_.back();
      stamps_[last.node] = last.was_set ? epoch_ : 0;
      first_[last.node] = last.first;
    }
    words_.resize(mark.words);
  }
  [[nodiscard]] bool has(NodeRef node) const { return stamps_[node] == epoch_; }
  [[nodiscard]] const Word* words(NodeRef node) const { return words_.data() + first_[node]; }
  void set(NodeRef node, std::span<const Word> words) {
    log_.push_back({node, first_[node], has(node)});
    stamps_[node] = epoch_;
    first_[node] = static_cast<uint32_t>(words_.size());
    words_.insert(words_.end(), words.begin(), words.end());
  }

 private:
  uint32_t epoch_ = 0;
  std::vector<uint32_t> stamps_;
  std::vector<uint32_t> first_;
  std::vector<Word> words_;
  struct Set {
    NodeRef node = kNone;
    uint32_t first = 0;  // of its words before
    bool was_set = false;
  };
  std::vector<Set> log_;
};

/// Appends code for nodes, in the order in which it is asked to.
class Lowering {
 public:
  Lowering(const Graph& graph, const ir::Module& module, const Layout& layout, NodeWords& words, LirCode& code,
           uint64_t scratch)
      : graph_(graph), module_(module), layout_(layout), words_(words), code_(code), scratch_(scratch) {}

  /// Computes a node whose operands have been computed. Constants need no call.
  void compute(NodeRef node);
  [[nodiscard]] bool has(NodeRef node) const { return graph_.is_constant(node) || words_.has(node); }
  /// Makes `node` the result of a join: `fill` moves a value into it, in both arms.
  void declare_join(NodeRef node);
  void fill_join(NodeRef join, NodeRef value);

  /// The comparison that a 1-bit node stands for; its operands have been computed.
  [[nodiscard]] Condition condition(NodeRef node);
  /// Whether `node`, computed before, has the value.
  [[nodiscard]] Condition is_value(NodeRef node, uint64_t value);
  /// From here on the condition is known to be `value`: what it compares with a constant may have fewer bits.
  void suppose(NodeRef condition, bool value);
  void branch_unless(const Condition& condition, uint32_t label);
  void jump(uint32_t label);
  void label(uint32_t label);
  /// Goes to the label of the number that `key`, computed before, is; to `otherwise` where there is none. By a table.
  void dispatch(NodeRef key, const std::vector<std::pair<uint64_t, uint32_t>>& labels, uint32_t otherwise);
  [[nodiscard]] uint32_t new_label() { return code_.labels++; }

  /// The function returns `node`, of at most 64 bits.
  void give(NodeRef node);
  /// Stores a value of any width at a byte offset.
  void store(uint64_t offset, NodeRef value);
  void store_vector(ir::SignalId first, NodeRef value);
  /// Stores what enters a segment of a chain behind its window. Nothing that is read before the chain moves changes.
  void push(uint32_t chain, uint32_t segment, NodeRef value);
  /// Fills a chain, or moves it, into which `push` has put what enters.
  void store_chain(uint32_t chain, NodeRef value);
  void write_memory(const MemoryWrite& write);
  /// Hands the arguments to the helper and calls it.
  void report(const ProcessCode& process, bool is_cover);
  /// Where the arguments of the process are when it speaks. @see report
  [[nodiscard]] const std::vector<std::pair<uint32_t, std::vector<uint64_t>>>& arguments() const { return arguments_; }

 private:
  Word number(uint64_t value) const;
  Word word(NodeRef node, uint32_t index) const;
  [[nodiscard]] uint32_t words_of(NodeRef node) const { return word_count(graph_.width(node)); }
  Reg new_reg() { return code_.registers++; }
  Reg in_register(const Word& word);
  Word emit(LirOp op, const Word& a, const Word& b, uint32_t size, uint32_t bits);
  Word emit_shift(LirOp op, const Word& a, uint32_t amount, uint32_t size, uint32_t bits);
  Word and_(Word a, Word b);
  Word or_(Word a, Word b);
  Word xor_(Word a, Word b);
  Word add(const Word& a, const Word& b, uint32_t width);
  Word sub(const Word& a, const Word& b, uint32_t width);
  Word shl(const Word& a, uint32_t amount, uint32_t width);
  Word shr(const Word& a, uint32_t amount);
  Word cut(const Word& a, uint32_t width);
  Word sign_extended(const Word& a, uint32_t from, uint32_t size);
  /// What `lir` compares; a constant that fits goes into the instruction.
  void put_condition(Lir& lir, const Condition& condition);
  Word set(const Condition& condition);
  Word mux(const Condition& condition, const Word& one, const Word& zero);
  Condition compare(Cond cond, const Word& a, const Word& b, uint32_t size);
  void set_words(NodeRef node, std::span<const Word> words) { words_.set(node, words); }
  void set_word(NodeRef node, const Word& word) { words_.set(node, {&word, 1}); }

  void compute_state(NodeRef node);
  void compute_pointer(NodeRef node);
  void compute_vector(NodeRef node);
  void compute_memory_read(NodeRef node);
  void compute_bitwise(NodeRef node);
  void compute_sum(NodeRef node);
  void compute_product(NodeRef node);
  void compute_quotient(NodeRef node);
  void compute_comparison(NodeRef node);
  void compute_shift(NodeRef node);
  void compute_cat(NodeRef node);
  void compute_slice(NodeRef node);
  void compute_extension(NodeRef node);
  void compute_select(NodeRef node);
  bool select_from_table(NodeRef node);
  bool select_from_state(NodeRef node);
  void compute_parity(NodeRef node);
  void compute_by_helper(NodeRef node);
  Condition less(NodeRef a, NodeRef b, bool is_signed, bool or_equal);
  Condition equal(NodeRef a, NodeRef b);
  Word clamped_index(NodeRef address, uint64_t count);
  Word borrow(NodeRef a, NodeRef b, bool is_signed);
  uint64_t to_scratch(NodeRef node);

  const Graph& graph_;
  const ir::Module& module_;
  const Layout& layout_;
  NodeWords& words_;
  LirCode& code_;
  uint64_t scratch_;
  std::vector<Word> result_;
  std::vector<std::pair<uint32_t, std::vector<uint64_t>>> arguments_;
};

}  // namespace burin::sim::native
