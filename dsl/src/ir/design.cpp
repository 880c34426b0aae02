// SPDX-License-Identifier: Apache-2.0
//! @file design.cpp
//! @brief Modules and types of a design.
#include <functional>

#include "burin/base/diagnostics.h"
#include "burin/ir/ir.h"

namespace burin::ir {
namespace {

size_t hash_of(const Type& type) {
  size_t state = 0;
  const auto mix = [&state](size_t value) {
    constexpr size_t kMultiplier = 0x9e3779b97f4a7c15U;
    state = (state ^ (state >> 32) ^ value) * kMultiplier;
  };
  mix(static_cast<size_t>(type.kind));
  mix(type.width);
  mix(std::hash<std::string>{}(type.name));
  mix(type.element);
  mix(type.length);
  for (const Type::Field& field : type.fields) {
    mix(std::hash<std::string>{}(field.name));
    mix(field.type);
  }
  for (const Type::Enumerator& enumerator : type.enumerators) {
    mix(std::hash<std::string>{}(enumerator.name));
    mix(enumerator.value);
  }
  return state;
}

Type scalar(TypeKind kind, uint32_t width) {
  Type type;
  type.kind = kind;
  type.width = width;
  return type;
}

}  // namespace

ModuleId Design::add_module(std::string name) {
  modules.push_back(std::make_unique<Module>(*this, std::move(name)));
  return static_cast<ModuleId>(modules.size() - 1);
}

TypeId Design::add_type(Type type) {
  std::vector<TypeId>& same_hash = types_by_hash_[hash_of(type)];
  for (const TypeId id : same_hash) {
    if (types_[id] == type) return id;
  }
  const auto id = static_cast<TypeId>(types_.size());
  types_.push_back(std::move(type));
  same_hash.push_back(id);
  return id;
}

TypeId Design::boolean_type() { return add_type(scalar(TypeKind::boolean, 1)); }

TypeId Design::unsigned_type(uint32_t width) { return add_type(scalar(TypeKind::unsigned_, width)); }

TypeId Design::signed_type(uint32_t width) { return add_type(scalar(TypeKind::signed_, width)); }

}  // namespace burin::ir
