// SPDX-License-Identifier: Apache-2.0
//! @file builder.h
//! @brief The state of an elaboration: modules under construction, conditions, places and assignments.
//!
//! Assignments are recorded as a flat list of statements with their conditions; when a module closes,
//! `lower.cpp` turns them into one driver for each signal.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/burin.h"

namespace burin::detail {

/// What assignments can drive: a signal of the module, or an input of one of its instances.
struct Target {
  ir::InstanceId instance = ir::kNone;  // none: a signal of the module itself
  ir::SignalId signal = ir::kNone;      // in the module, or in the instance's module
  friend auto operator<=>(const Target&, const Target&) = default;
};

/// One level of a variable index: element `index` of `count`, which lie `stride` signals apart.
struct DynamicIndex {
  ir::NodeId index = ir::kNone;
  uint32_t count = 0;
  uint32_t stride = 0;
};

/// A port, wire or register, or a part of one.
struct Place {
  ir::ModuleId module = ir::kNone;  // owner of the signal
  ir::SignalId signal = ir::kNone;  // element 0 of every variable index
  std::vector<DynamicIndex> indices = {};
  uint32_t low = 0;  // constant part of the bit offset
  uint32_t width = 0;
  ir::NodeId offset = ir::kNone;  // variable bit offset, added to `low`
  uint32_t window_limit = 0;      // bits from `low` that a variable offset may reach
};

struct Statement {
  enum class Kind : uint8_t { assign, begin_if, next_branch, otherwise, end_if };
  Kind kind = Kind::assign;
  bool complete = false;        // of `begin_if`: the last branch takes what is left (a SWITCH on an Enum)
  ir::NodeId node = ir::kNone;  // value of an assignment, condition of a branch
  Target target;                // of an assignment
  uint32_t place = 0;           // likewise: which part of the target
  LocationId location = kNoLocation;
};

/// A region of code under one condition: what holds in `parent`, and these two. The conjunction is made at the end
/// of the module, since a SWITCH knows only at its end whether its last branch takes all that is left.
struct Scope {
  ir::ModuleId module = ir::kNone;
  uint32_t parent = 0;
  ir::NodeId none_so_far = ir::kNone;  // no earlier branch was taken; none: there is no earlier one
  ir::NodeId condition = ir::kNone;    // the branch's own; none: ELSE
  LocationId location = kNoLocation;
  bool resolved = false;
  ir::NodeId path = ir::kNone;  // the conjunction, once resolved; none: always
};

/// What happens only where control is: it waits for its condition.
struct Guarded {
  enum class Kind : uint8_t { memory_write, process, pad };
  Kind kind;
  uint32_t id;        // memory, process or signal
  uint32_t port = 0;  // of a memory
  uint32_t scope = 0;
};

/// A label of a `CASE`: it matches where `value` and the subject agree in the bits of `care`.
struct Label {
  Bits value;
  Bits care;
  LocationId location = kNoLocation;
};

/// An `IF` chain or `SWITCH` whose branches are being collected.
struct Chain {
  bool open = false;  // a branch is being filled at this moment
  bool has_else = false;
  bool is_switch = false;
  uint32_t outer_scope = 0;
  size_t first_statement = 0;          // its begin_if
  ir::NodeId none_so_far = ir::kNone;  // no branch so far was taken; none: the constant 1
  uint32_t last_branch = 0;            // scope of the newest branch
  // of a SWITCH
  Value subject;
  Sort sort = Sort::unsigned_;
  std::span<const std::string_view> enumerators;
  std::vector<bool> covered;  // enumerators seen
  std::vector<Label> labels;  // so far
  LocationId location = kNoLocation;
};

/// A read port that may leave open what it reads while its word is written, and gives no reason.
struct UndefinedRead {
  ir::MemoryId memory = ir::kNone;
  uint32_t port = 0;
};

/// A module while it is being described.
struct ModuleState {
  ir::ModuleId id = ir::kNone;
  ir::ModuleId parent = ir::kNone;
  ir::InstanceId instance = ir::kNone;  // in the parent, once closed
  bool closed = false;
  ir::ClockId default_clock = ir::kNone;
  ClockOptions clock_options;            // of the default clock
  std::vector<ir::ClockId> with_clocks;  // stack of WithClock
  ClockReference parent_clock;           // the parent's clock behind the default clock; none: its default
  std::vector<Statement> statements;
  std::vector<Chain> chains;  // stack
  std::vector<Guarded> guarded;
  std::unordered_set<std::string> labels;  // names of instances and processes
  std::unordered_map<std::string, int> label_counts;
  // Wires and instances (with no signal) that were declared in a branch, and the number of statements before them.
  std::map<Target, size_t> declared_in_branch;
  std::map<Target, LocationId> driven;  // targets with an assignment, and where the first one stands
  std::map<std::pair<ir::InstanceId, ir::SignalId>, ir::SignalId> instance_outputs;
  std::map<ir::SignalId, ir::NodeId> register_enables;
  std::map<ir::SignalId, uint32_t> packed_lows;  // lowest bit of a signal in its packed object, where it is not 0
  LocationId location = kNoLocation;
  std::vector<std::pair<ir::SignalId, std::string>> unnamed;  // local objects without a name: function they stand in
  std::map<LocationId, std::string> declarations;  // places of declarations and the member that each stands for
  std::vector<Diagnostic> pending;                 // findings about members, until these have names
  std::unordered_set<ir::NodeId> poisoned;         // values that stand for what an error left out
  std::unordered_set<ir::SignalId> shapeless;      // signals without a width, which was reported
  std::vector<UndefinedRead> undefined_reads;
  // Registers that remember values for `past` and its kin: what they take over, their clock, their bits at the start.
  std::map<std::tuple<ir::NodeId, ir::ClockId, bool>, ir::SignalId> histories;
  LocationId ended_chain = kNoLocation;  // the IF that ended last
  bool is_pipeline = false;              // stage() marks have a meaning
  std::vector<ir::SignalId> stage_marks;
  std::vector<std::function<void()>> on_close;  // once all signals have their drivers
};

/// In the message of a finding about a member: its name, once it has one.
inline constexpr std::string_view kMemberName = "\x01";

/// The elaboration in progress on this thread.
class Builder {
 public:
  explicit Builder(const ElaborateOptions& options);

  /// The builder in charge. Throws a `DesignError` (B0505) when there is none.
  static Builder& current(const Where& where);
  static Builder* try_current();

  // --- places in the source and findings
  LocationId locate(const Where& where);
  [[nodiscard]] LocationId last_location() const { return last_location_; }
  void report(DiagnosticId id, LocationId location, std::string message, std::string expected, std::string remedy,
              std::vector<DiagnosticNote> notes = {});
  /// The same for a finding about a member that is just being declared; `kMemberName` in the message is its name.
  void report_member(DiagnosticId id, LocationId location, std::string message, std::string expected,
                     std::string remedy);
  /// Hands over the findings about members of all open modules.
  void flush_pending();

  /// The place of a copy of a value, unless the compiler made it up to copy a whole bundle.
  void locate_copy(const Where& where);

  /// The place of the declaration of an object. The compiler does not place a member where it stands; then this is a
  /// placeholder, which `close_module` resolves by the member's name.
  LocationId locate_declaration(const Where& where);
  /// Says which member stands at a place that `locate_declaration` gave.
  void name_declaration(ir::ModuleId module, LocationId location, std::string_view path);

  // --- modules
  ir::Module& module() { return design->module(state().id); }
  ModuleState& state();
  ModuleState& state_of(ir::ModuleId id) { return *states_[id]; }
  ir::ModuleId open_module(const ModuleDescription& description, const ClockReference& clock);
  ir::InstanceId close_module();
  void abandon_module();
  /// "top.core" of the module at hand, as far as it is known.
  std::string path();

  // --- clocks
  ir::ClockId clock_for(const ClockReference& reference, LocationId location);
  ir::ClockId default_clock(LocationId location);
  ir::ClockId add_clock_port(const std::string& name, const ClockOptions& options, LocationId location);

  // --- values
  /// The node of `value` in the module at hand; `literal_width` for literals that have no width of their own.
  ir::NodeId use(const Value& value, LocationId location, int64_t literal_width = -1, Sort sort = Sort::unsigned_);
  Value wrap(ir::NodeId node);
  Value wrap_place(Place place);
  [[nodiscard]] const Place& place_of(const Value& value);
  [[nodiscard]] uint32_t width_of(const Value& value);
  ir::NodeId read_place(const Place& place, LocationId location);
  Value copied(const Value& value);
  static uint32_t node_of(const Value& v) { return v.node_; }
  static uint32_t scope_of(const Value& v) { return v.scope_; }
  ir::NodeId constant(const Bits& bits, LocationId location) { return module().constant(bits, location); }
  ir::NodeId make(ir::Op op, std::span<const ir::NodeId> operands, LocationId location, uint32_t width = 0,
                  uint32_t immediate = 0);
  ir::NodeId make(ir::Op op, std::initializer_list<ir::NodeId> operands, LocationId location, uint32_t width = 0,
                  uint32_t immediate = 0) {
    return make(op, std::span<const ir::NodeId>(operands.begin(), operands.size()), location, width, immediate);
  }
  /// A value in place of one that an error left out. It, and what is made of it, meets any width without a finding,
  /// so that one mistake is reported once.
  ir::NodeId poison(uint32_t width, LocationId location);
  bool is_poisoned(ir::NodeId node) { return !state().poisoned.empty() && state().poisoned.contains(node); }

  /// The bits of a literal, at `wanted_width` when it has no width of its own; reports one that does not fit.
  Bits literal_bits(const Value& value, int64_t wanted_width, Sort sort, LocationId location);
  /// `node` cut or extended to `width`, after a mismatch was reported.
  ir::NodeId fit(ir::NodeId node, uint32_t width);
  /// Whether `value` is a part of a signal without a width, which was reported.
  bool is_shapeless(const Value& value);
  [[nodiscard]] ir::ModuleId here_id() const { return stack_.back(); }
  /// "`state.a`" for a place, in messages.
  std::string describe_place(const Value& value);

  // --- assignments
  void drive(const Value& target, ir::NodeId value, LocationId location);
  void assign(Value& target, const Value& value);
  /// Says that a memory port, process or pad acts under the conditions that hold here; they are joined to its own
  /// enable when the module closes.
  void guard(Guarded::Kind kind, uint32_t id, uint32_t port = 0) {
    state().guarded.push_back({kind, id, port, scope_});
  }

  /// Ends an IF chain that is finished, before something else is stated beside it.
  void settle();
  /// The same before something that acts; reports it between the branches of a SWITCH.
  void settle_for_action();
  /// `stem`, or `stem_2` and so on when it is taken in the module at hand; noted as taken.
  std::string unique_label(const std::string& stem);

  // --- conditions
  void begin_branch(IfScope::Branch branch, const Condition& condition);
  void begin_else(const Where& where);
  void end_branch();
  void begin_switch(const Subject& subject);
  void end_switch();
  void begin_case(std::initializer_list<CaseLabel> labels, const Where& where);
  void begin_default(const Where& where);

  /// Keeps an object of the library for as long as the elaboration.
  void keep(void* object, void (*destroy)(void*)) { kept_.emplace_back(object, destroy); }

  /// Places by index, for lowering.
  [[nodiscard]] const Place& place_at(uint32_t index) const { return places_[index]; }
  /// The value of `signal` of `module`, which must be the module at hand or one of its instances.
  ir::NodeId read_signal(ir::ModuleId module, ir::SignalId signal, LocationId location);
  /// Records an assignment to a part of the module at hand or of an instance of it.
  void record(const Target& target, uint32_t place, ir::NodeId value, LocationId location);
  /// Drives a whole signal; for connections that the library makes.
  void drive_signal(ir::ModuleId module, ir::SignalId signal, ir::NodeId value, LocationId location);
  /// What `node` is called in a message: the name of a signal, or "".
  std::string describe(ir::NodeId node);

  // --- whole
  std::unique_ptr<ir::Design> finish(ir::ModuleId top, std::string& warnings, PlaceMap& places);

  std::unique_ptr<ir::Design> design;
  Diagnostics diagnostics;
  ElaborateOptions options;
  std::vector<SideFileMaker> side_files;

 private:
  friend class Value;
  friend class PlaceMap;
  void close_chain();  // ends the chain on top, which no further branch may join
  void open_scope(ir::NodeId none_so_far = ir::kNone, ir::NodeId condition = ir::kNone,
                  LocationId location = kNoLocation);
  ir::NodeId path_of(uint32_t scope);
  void resolve_guards();
  void check_undefined_reads();  // collisions.cpp
  void leave_scope();
  void enter_always(LocationId location);
  std::vector<DiagnosticNote> where_chain_ended();
  void enter_branch(Chain& chain, Statement::Kind kind, ir::NodeId condition, LocationId location);
  ir::NodeId case_condition(Chain& chain, std::initializer_list<CaseLabel> labels, LocationId location);
  ir::NodeId zero(uint32_t width) { return module().constant(Bits(width)); }
  PlaceMap map_places();
  void order_modules();
  void resolve_declarations(ModuleState& state);
  void flush_pending(ModuleState& state);
  void check_rebind(const Value& target, LocationId location);
  [[noreturn]] void fail_stale(const std::string& what);
  void add_instance(ModuleState& child);
  void name_unnamed(ModuleState& state);

  std::vector<std::unique_ptr<void, void (*)(void*)>> kept_;
  std::vector<std::unique_ptr<ModuleState>> states_;  // by module id
  std::vector<ir::ModuleId> stack_;
  std::vector<ir::ModuleId> closed_;  // in the order of closing: children before parents
  std::vector<Scope> scopes_;
  std::deque<Place> places_;  // of all modules; handles and statements hold indices
  uint32_t scope_base_;       // first scope number of this elaboration
  uint32_t place_base_;
  uint32_t scope_ = 0;  // the scope at hand
  LocationId last_location_ = kNoLocation;
  LocationId placeholder_ = kNoLocation;  // of the member that is being built
  std::unordered_set<LocationId> placeholders_;
  std::string abandoned_;  // a module whose description ended with an exception
};

/// Makes `builder` the one in charge on this thread.
void set_current_builder(Builder* builder);
Builder* get_current_builder();

/// Reports a finding that ends the work, and throws a `DesignError` with all findings so far. A `where` of no line
/// stands for the place of the newest operation.
[[noreturn]] void fail(DiagnosticId id, const Where& where, std::string message, std::string expected,
                       std::string remedy);

/// Width of a literal: its own, or what its number needs.
uint32_t literal_width(const Value& value);
/// Whether a literal takes on the width of what it meets.
bool literal_adapts(const Value& value);
/// A literal as a C++ integer, when it is one.
std::optional<int64_t> literal_integer(const Value& value);

/// Turns the statements of a module into drivers (lower.cpp).
void lower_statements(Builder& builder, ModuleState& state);

/// "8 bits" or "1 bit".
std::string bits_text(uint64_t width);
/// "UInt", "SInt", "Bool", "Enum".
std::string sort_text(Sort sort);

}  // namespace burin::detail
