// SPDX-License-Identifier: Apache-2.0
//! @file module.h
//! @brief Modules, their instances, and elaboration.
//!
//! A module is a plain struct: ports, registers, wires, memories and instances are its members, and
//! `void logic()` connects them. A first member `Config config;` makes it configurable. A struct with
//! `BlackBox black_box() const` in place of `logic()` describes a module that is not Burin's.
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "burin/base/diagnostics.h"
#include "burin/lang/clock.h"
#include "burin/lang/config.h"
#include "burin/lang/memory.h"

namespace burin {

/// What stands behind a module that Burin does not define.
struct BlackBox {
  std::string verilog_name;                                          ///< The Verilog module to instantiate.
  std::vector<std::pair<std::string, std::string>> parameters = {};  ///< Verilog literals by name.
  std::string verilog = {};  ///< Text of its definition, if it is to be emitted.
};

struct NoConfig {};

namespace detail {

template <typename M, typename = void>
struct ConfigOf {
  using type = NoConfig;
};
template <typename M>
struct ConfigOf<M, std::void_t<typename M::Config>> {
  using type = typename M::Config;
};

template <typename M>
concept HasLogic = requires(M& m) { m.logic(); };
template <typename M>
concept IsBlackBox = requires(const M& m) { m.black_box(); };

struct ModuleDescription {
  std::string_view name;
  std::vector<std::pair<std::string, std::string>> parameters;
  Where where;
};

/// Opens a module for the life of this object; what is declared meanwhile belongs to it.
class ModuleScope {
 public:
  explicit ModuleScope(const ModuleDescription& description, const ClockReference& clock);
  ~ModuleScope();
  ModuleScope(const ModuleScope&) = delete;
  /// Closes the module: conditions are resolved, and unless it is the top, an instance appears in the parent.
  void finish();
  void set_black_box(BlackBox box);
  [[nodiscard]] ir::ModuleId module_id() const { return module_; }
  [[nodiscard]] ir::InstanceId instance_id() const { return instance_; }
  [[nodiscard]] ir::ModuleId parent_id() const { return parent_; }

 private:
  ir::ModuleId module_ = ir::kNone;
  ir::ModuleId parent_ = ir::kNone;
  ir::InstanceId instance_ = ir::kNone;
};

/// Stands for an object that the configuration leaves out, so that a use of it can be reported by its name.
class MissingObject {
 public:
  MissingObject(const Where& where = Where::current());
  void set_name(std::string_view path);
  /// Reports the use and ends the elaboration: there is nothing that could stand for the object.
  [[noreturn]] void fail() const;

 private:
  ir::ModuleId module_ = ir::kNone;
  LocationId location_ = kNoLocation;
  std::string path_;
};

void name_instance(ir::ModuleId parent, ir::InstanceId instance, std::string_view name, std::string_view path);

/// Gives `member`, and what is inside it, its name.
template <typename T>
void name_member(T& member, const std::string& name, const std::string& path) {
  if constexpr (requires { member.set_name(std::string_view(), std::string_view()); }) {
    member.set_name(name, path);
  } else if constexpr (requires { member.name_elements(name, path); }) {
    member.name_elements(name, path);
  } else if constexpr (is_std_array<T>) {
    for (size_t i = 0; i < member.size(); ++i) {
      name_member(member[i], name + "_" + std::to_string(i), path + "[" + std::to_string(i) + "]");
    }
  } else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
    for_each_member(member, [&](std::string_view inner, auto& object) {
      name_member(object, name + "_" + std::string(inner), path + "." + std::string(inner));
    });
  }
}

template <typename M>
void name_members(M& module) {
  for_each_member(module, [&](std::string_view name, auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (!std::is_same_v<Member, typename ConfigOf<M>::type>) {
      name_member(member, std::string(name), std::string(name));
    }
  });
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
/// A module's struct, built inside the `ModuleScope` that is open. In parentheses: g++ 12 fails on `module{config}`
/// where a member's initialiser is a struct of options that names another member, `{.clock = fast}`.
template <typename M>
struct Body {
  M module;
  explicit Body(const typename ConfigOf<M>::type& config)
    requires(!std::is_same_v<typename ConfigOf<M>::type, NoConfig>)
      : module(config) {
    static_assert(
        requires { module.config; }, "Burin: a module with a Config declares `Config config;` as its first member");
  }
  explicit Body(const NoConfig&)
    requires(std::is_same_v<typename ConfigOf<M>::type, NoConfig>)
      : module() {}
};
#pragma GCC diagnostic pop

template <typename M>
ModuleDescription describe_module(const typename ConfigOf<M>::type& config, const Where& where) {
  ModuleDescription description{type_name<M>(), {}, where};
  if constexpr (!std::is_same_v<typename ConfigOf<M>::type, NoConfig>)
    description.parameters = parameter_values(config);
  return description;
}

template <typename M>
std::unique_ptr<Body<M>> build(ModuleScope& scope, const typename ConfigOf<M>::type& config) {
  static_assert(std::is_aggregate_v<M>,
                "Burin: a module is a plain struct: no constructors, no private members, no virtual functions");
  static_assert(HasLogic<M> || IsBlackBox<M>,
                "Burin: a module has a method `void logic()`, or `BlackBox black_box() const`");
  auto body = std::make_unique<Body<M>>(config);
  name_members(body->module);
  if constexpr (IsBlackBox<M>) {
    scope.set_black_box(body->module.black_box());
  } else if constexpr (HasLogic<M>) {
    body->module.logic();
  }
  scope.finish();
  return body;
}

}  // namespace detail

/// An instance of module `M`: the parent drives `child->input` and reads `child->output`.
template <typename M>
class Instance {
 public:
  using Config = typename detail::ConfigOf<M>::type;

  /// With the default configuration and clock.
  Instance(const Where& where = Where::current())
      : Instance(Config{}, {}, where) {}  // NOLINT(google-explicit-constructor)
  explicit Instance(const Config& config, detail::ClockReference clock = {}, const Where& where = Where::current()) {
    detail::ModuleScope scope(detail::describe_module<M>(config, where), clock);
    body_ = detail::build<M>(scope, config);
    parent_ = scope.parent_id();
    instance_ = scope.instance_id();
  }
  Instance(const Instance&) = delete;

  /// The instance as its parent sees it.
  const M* operator->() const { return &body_->module; }
  const M& operator*() const { return body_->module; }

  void set_name(std::string_view name, std::string_view path) { detail::name_instance(parent_, instance_, name, path); }

 private:
  std::unique_ptr<detail::Body<M>> body_;
  ir::ModuleId parent_ = ir::kNone;
  ir::InstanceId instance_ = ir::kNone;
};

namespace detail {

/// Stands for the object that `make` returns, which may not be copied or moved: it is built in its place.
template <typename Make>
struct Made {
  Make make;
  operator std::invoke_result_t<const Make&>() const { return make(); }  // NOLINT(google-explicit-constructor)
};
template <typename Make>
Made(Make) -> Made<Make>;

}  // namespace detail

/// A number of ports, registers, wires, memories or instances that is fixed at elaboration: `List<In<Bool>>
/// requests{n}`. Element `i` of a member `requests` is called `requests_i`.
template <typename T>
class List {
 public:
  /// `count` objects, each made from `arguments`.
  template <typename... Arguments>
  explicit List(detail::Count count, const Arguments&... arguments) {
    for (int64_t i = 0; i < count.value; ++i) elements_.emplace_back(arguments...);
  }
  /// `count` objects; object `i` is `argument(i)`, or made from it.
  template <typename Function>
    requires std::invocable<Function, int>
  List(detail::Count count, Function argument) {
    for (int64_t i = 0; i < count.value; ++i) {
      const auto make = [&] { return argument(static_cast<int>(i)); };
      if constexpr (std::same_as<std::invoke_result_t<Function, int>, T>) {
        elements_.emplace_back(detail::Made{make});
      } else {
        elements_.emplace_back(make());
      }
    }
  }
  List(const List&) = delete;

  [[nodiscard]] size_t size() const { return elements_.size(); }
  T& operator[](detail::Index index) { return elements_[checked(index)]; }
  const T& operator[](detail::Index index) const { return elements_[checked(index)]; }
  auto begin() { return elements_.begin(); }
  auto end() { return elements_.end(); }
  auto begin() const { return elements_.begin(); }
  auto end() const { return elements_.end(); }
  T& front() { return elements_.front(); }
  T& back() { return elements_.back(); }

  void name_elements(const std::string& name, const std::string& path) {
    for (size_t i = 0; i < elements_.size(); ++i) {
      detail::name_member(elements_[i], name + "_" + std::to_string(i), path + "[" + std::to_string(i) + "]");
    }
  }

 private:
  size_t checked(const detail::Index& index) const {
    detail::check_list_index(index.value, size(), index.where);
    return static_cast<size_t>(index.value);
  }
  std::deque<T> elements_;
};

/// A port or other object that exists under a condition of the configuration: `Optional<In<Bool>>
/// flush{config.can_flush}`.
template <typename T>
class Optional {
 public:
  template <typename... Arguments>
  explicit Optional(bool exists, const Arguments&... arguments) {
    if (exists) {
      object_ = std::make_unique<T>(arguments...);
    } else {
      missing_ = std::make_unique<detail::MissingObject>();
    }
  }
  explicit operator bool() const { return object_ != nullptr; }
  /// The object. Where it does not exist the elaboration ends with error B0112.
  T& operator*() { return *checked(); }
  const T& operator*() const { return *checked(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return checked(); }

  void name_elements(const std::string& name, const std::string& path) {
    if (object_) {
      detail::name_member(*object_, name, path);
    } else {
      missing_->set_name(path);
    }
  }

 private:
  T* checked() const {
    if (!object_) missing_->fail();
    return object_.get();
  }
  std::unique_ptr<T> object_;
  std::unique_ptr<detail::MissingObject> missing_;
};

/// What elaboration may be told.
struct ElaborateOptions {
  ClockOptions clock = {};                    ///< Of the top module's default clock.
  std::vector<SeverityRule> severities = {};  ///< Changes of the severity of diagnostics.
  bool optimise = true;                       ///< Run the passes; without them the IR is as written.
  std::vector<std::string> dump_after = {};   ///< Passes after which the IR is dumped, by name.
  std::function<void(std::string_view pass, const ir::Design&)> dump = {};  ///< Where dumps go; empty: standard error.
};

/// A file that comes out of a design beside its Verilog, such as the header of a register map.
struct SideFile {
  std::string name;  ///< Without a folder.
  std::string text;
};

namespace detail {

/// Where the C++ objects of an elaborated design are in it: for benches and other tools that come later.
class PlaceMap {
 public:
  struct Entry {
    std::string path;      ///< Names of instances and of the signal, joined by dots; without the top module.
    bool is_port = false;  ///< The signal is a port of the top module.
    uint32_t low = 0;
    uint32_t width = 0;
    uint32_t signal_width = 0;
    uint32_t packed_low = 0;                 ///< Lowest bit of the signal in its packed object.
    Encoding encoding = Encoding::binary;    ///< In which code the signal keeps an enumerator …
    std::vector<uint64_t> enumerators = {};  ///< … of these, in ascending order; empty for `binary`.
    /// What the signal holds for the value `own`, and back.
    [[nodiscard]] Bits stored(const Bits& own) const;
    [[nodiscard]] Bits own(const Bits& stored) const;
  };
  /// The part of a signal that `value` stands for. @throws UserError when it is none, or of another elaboration.
  [[nodiscard]] Entry find(const Value& value) const;
  /// The scalars of `object`, in order of declaration.
  [[nodiscard]] std::vector<Entry> find(const Object& object) const;
  /// The path of a memory. @throws UserError when it is of another elaboration.
  [[nodiscard]] std::string find(const MemoryCore& memory) const;

 private:
  friend class Builder;
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// Makes files once the design is complete.
using SideFileMaker = std::function<std::vector<SideFile>(const ir::Design&)>;
/// Has `maker` make files of the design under elaboration, if anybody asks for them.
void add_side_files(SideFileMaker maker);

/// Owner of an elaboration in progress; one a thread.
class Session {
 public:
  Session(const ElaborateOptions& options, const Where& where);
  ~Session();
  Session(const Session&) = delete;
  /// Runs the checks and passes. @throws DesignError with the report of all errors.
  std::unique_ptr<ir::Design> finish(ir::ModuleId top, std::string& warnings, PlaceMap& places);
  /// What was added so far.
  [[nodiscard]] std::vector<SideFileMaker> side_files() const;

 private:
  ElaborateOptions options_;
};

}  // namespace detail

/// A design with the typed object of its top module, for tools that address ports as C++ objects.
template <typename M>
struct Elaboration {
  std::unique_ptr<ir::Design> design;
  std::unique_ptr<detail::Body<M>> body;
  std::string warnings;     ///< Rendered warnings; empty when there are none.
  detail::PlaceMap places;  ///< From the objects of `top()` to the design.
  std::vector<detail::SideFileMaker> side_file_makers;
  /// What comes out of the design beside its Verilog.
  [[nodiscard]] std::vector<SideFile> side_files() const {
    std::vector<SideFile> all;
    for (const detail::SideFileMaker& make : side_file_makers) {
      for (SideFile& file : make(*design)) all.push_back(std::move(file));
    }
    return all;
  }
  M& top() { return body->module; }
  const M& top() const { return body->module; }
};

/// Builds module `M`, checks it and optimises it.
/// @throws DesignError when it has errors: all of them in one report.
template <typename M>
Elaboration<M> elaborate(const typename detail::ConfigOf<M>::type& config = {}, const ElaborateOptions& options = {},
                         const Where& where = Where::current()) {
  detail::Session session(options, where);
  Elaboration<M> result;
  detail::ModuleScope scope(detail::describe_module<M>(config, where), {});
  result.body = detail::build<M>(scope, config);
  result.side_file_makers = session.side_files();
  result.design = session.finish(scope.module_id(), result.warnings, result.places);
  return result;
}

}  // namespace burin
