// SPDX-License-Identifier: Apache-2.0
//! @file design.cpp
//! @brief Types, modules and the table of operations.
#include <doctest/doctest.h>

#include <set>

#include "burin/ir/ir.h"

using namespace burin::ir;

TEST_CASE("the table of operations") {
  std::set<std::string_view> spellings;
  size_t count = 0;
#define BURIN_OP(name, text_, arity_, summary_)             \
  {                                                         \
    CAPTURE(text_);                                         \
    CHECK(static_cast<size_t>(Op::name) == count++);        \
    CHECK(info(Op::name).op == Op::name);                   \
    CHECK(info(Op::name).text == text_);                    \
    CHECK(info(Op::name).arity == (arity_));                \
    CHECK_FALSE(info(Op::name).summary.empty());            \
    CHECK((find_op(text_) == std::optional<Op>(Op::name))); \
    CHECK(spellings.insert(info(Op::name).text).second);    \
  }
#include "burin/ir/ops.def"
#undef BURIN_OP
  CHECK(count > 30);
  CHECK_FALSE(find_op("no such operation").has_value());
  CHECK_FALSE(find_op("").has_value());
}

TEST_CASE("equal types have one id") {
  Design design;
  const TypeId bit = design.boolean_type();
  const TypeId byte = design.unsigned_type(8);
  CHECK(design.boolean_type() == bit);
  CHECK(design.unsigned_type(8) == byte);
  CHECK(design.signed_type(8) != byte);
  CHECK(design.unsigned_type(1) != bit);
  CHECK(design.unsigned_type(9) != byte);
  CHECK(design.type(byte).kind == TypeKind::unsigned_);
  CHECK(design.type(byte).width == 8);

  Type pair;
  pair.kind = TypeKind::bundle;
  pair.width = 16;
  pair.name = "Pair";
  pair.fields = {{"a", byte}, {"b", byte}};
  const TypeId pair_id = design.add_type(pair);
  CHECK(design.add_type(pair) == pair_id);
  Type renamed_field = pair;
  renamed_field.fields.back() = {"c", byte};
  CHECK(design.add_type(renamed_field) != pair_id);
  Type renamed = pair;
  renamed.name = "Couple";
  CHECK(design.add_type(renamed) != pair_id);

  Type state;
  state.kind = TypeKind::enumeration;
  state.width = 1;
  state.name = "State";
  state.enumerators = {{"idle", 0}, {"busy", 1}};
  const TypeId state_id = design.add_type(state);
  state.enumerators[1].value = 2;
  CHECK(design.add_type(state) != state_id);

  Type vector;
  vector.kind = TypeKind::vector;
  vector.width = 24;
  vector.element = byte;
  vector.length = 3;
  const TypeId vector_id = design.add_type(vector);
  CHECK(design.add_type(vector) == vector_id);
  CHECK(design.type_count() == 11);
  CHECK(design.type(pair_id) == pair);
}

TEST_CASE("modules have the ids of their order") {
  Design design;
  CHECK(design.top == kNone);
  const ModuleId leaf = design.add_module("leaf");
  const ModuleId top = design.add_module("top");
  design.top = top;
  CHECK(leaf == 0);
  CHECK(design.module(top).name == "top");
  CHECK(design.module(top).base_name == "top");
  CHECK(&design.module(leaf).design() == &design);
  CHECK(&design.top_module() == &design.module(top));
}
