// SPDX-License-Identifier: Apache-2.0
//! @file parser.cpp
//! @brief The design level of the printed IR: header, files, locations, types. module_parser.cpp reads modules.
//!
//! 1. The header states the version. 2. Lines in any order, each checked against what stands before it: ids are
//! consecutive, types refer to earlier types, modules to earlier modules. 3. At the end, the top module exists.
#include <algorithm>

#include "burin/base/diagnostics.h"
#include "burin/ir/text.h"
#include "module_parser.h"
#include "text_cursor.h"
#include "text_names.h"

namespace burin::ir {
namespace {

using text::Cursor;
using text::Position;
using text::TokenKind;

class DesignParser {
 public:
  DesignParser(std::string_view content, std::string_view name)
      : cursor_(content, name), design_(std::make_unique<Design>()) {}

  std::unique_ptr<Design> parse();

 private:
  void header();
  void top();
  void file();
  void location();
  void type();
  void check_type(const Type& type, Position at) const;
  void next_id(size_t expected, std::string_view what);

  Cursor cursor_;
  std::unique_ptr<Design> design_;
  std::vector<std::string> files_;
  Position top_at_;
};

std::unique_ptr<Design> DesignParser::parse() {
  header();
  while (!cursor_.is(TokenKind::end)) {
    if (cursor_.is_word("top")) {
      top();
    } else if (cursor_.is_word("file")) {
      file();
    } else if (cursor_.is(TokenKind::location)) {
      location();
    } else if (cursor_.is_word("type")) {
      type();
    } else if (cursor_.is_word("module")) {
      text::parse_module(cursor_, *design_);
    } else {
      cursor_.fail_expected("a line that begins with top, file, @, type or module");
    }
  }
  if (design_->top != kNone && design_->top >= design_->modules.size()) {
    cursor_.fail(top_at_, "expected the id of a module, found " + std::to_string(design_->top) + " of " +
                              std::to_string(design_->modules.size()) + " modules");
  }
  return std::move(design_);
}

void DesignParser::header() {
  cursor_.expect_word(text::kHeader);
  const Position at = cursor_.at();
  const uint32_t version = cursor_.expect_number("the version of the format");
  if (version != text::kVersion) {
    cursor_.fail(at, "expected version " + std::to_string(text::kVersion) + " of the format, found version " +
                         std::to_string(version));
  }
  cursor_.expect_line_end("");
}

void DesignParser::next_id(size_t expected, std::string_view what) {
  const Position at = cursor_.at();
  const uint32_t id = cursor_.expect_number("the id of the " + std::string(what));
  if (id != expected) {
    cursor_.fail(at, "expected " + std::to_string(expected) + ", the id of the next " + std::string(what) + ", found " +
                         std::to_string(id));
  }
}

void DesignParser::top() {
  if (design_->top != kNone) cursor_.fail(cursor_.at(), "expected one line 'top', found another");
  cursor_.expect_word("top");
  top_at_ = cursor_.at();
  design_->top = cursor_.expect_number("the id of the top module");
  cursor_.expect_line_end("");
}

void DesignParser::file() {
  cursor_.expect_word("file");
  next_id(files_.size(), "file");
  const Position at = cursor_.at();
  std::string name = cursor_.expect_string("a file name");
  if (std::find(files_.begin(), files_.end(), name) != files_.end()) {
    cursor_.fail(at, "expected a file name that is not in the list yet, found \"" + name + "\"");
  }
  files_.push_back(std::move(name));
  cursor_.expect_line_end("");
}

void DesignParser::location() {
  const Position at = cursor_.at();
  const auto expected = static_cast<LocationId>(design_->locations.size());
  const uint32_t id = cursor_.expect_id(TokenKind::location, "a location such as @1");
  if (id != expected) {
    cursor_.fail(at, "expected @" + std::to_string(expected) + ", the next location, found @" + std::to_string(id));
  }
  cursor_.expect_symbol('=');
  const Position file_at = cursor_.at();
  const uint32_t file = cursor_.expect_number("the id of a file");
  if (file >= files_.size()) {
    cursor_.fail(file_at, "expected the id of a file in the list, found " + std::to_string(file) + " of " +
                              std::to_string(files_.size()) + " files");
  }
  cursor_.expect_symbol(':');
  const uint32_t line = cursor_.expect_number("a line");
  cursor_.expect_symbol(':');
  const uint32_t column = cursor_.expect_number("a column");
  // A table may hold a place twice, or one without a file: those of placeholders.
  if (design_->locations.intern(files_[file], line, column) != id) {
    design_->locations.resolve(design_->locations.add_placeholder({}), files_[file], line, column);
  }
  cursor_.expect_line_end("");
}

void DesignParser::type() {
  cursor_.expect_word("type");
  const auto id = static_cast<TypeId>(design_->type_count());
  next_id(id, "type");
  const Position at = cursor_.at();
  const auto earlier_type = [&] {
    const Position place = cursor_.at();
    const uint32_t other = cursor_.expect_number("the id of a type");
    if (other >= id) cursor_.fail(place, "expected the id of an earlier type, found " + std::to_string(other));
    return other;
  };
  Type type;
  type.kind = static_cast<TypeKind>(cursor_.expect_one_of(text::kTypeKinds, "a kind of type"));
  type.width = cursor_.expect_number("a width in bits");
  while (cursor_.is(TokenKind::word)) {
    if (cursor_.accept_key("name")) {
      type.name = cursor_.expect_string("the type's name");
    } else if (cursor_.accept_key("element")) {
      type.element = earlier_type();
      cursor_.expect_word("length");
      type.length = cursor_.expect_number("the vector's length");
    } else if (cursor_.accept_word("field")) {
      std::string name = cursor_.expect_string("the field's name");
      type.fields.push_back({std::move(name), earlier_type()});
    } else if (cursor_.accept_word("value")) {
      std::string name = cursor_.expect_string("the enumerator's name");
      type.enumerators.push_back({std::move(name), cursor_.expect_long_number("the enumerator's value")});
    } else {
      break;
    }
  }
  check_type(type, at);
  const TypeId added = design_->add_type(std::move(type));
  if (added != id) cursor_.fail(at, "expected a type unlike the others, found that of id " + std::to_string(added));
  cursor_.expect_line_end("name, element, field, value");
}

void DesignParser::check_type(const Type& type, Position at) const {
  uint64_t expected = type.width;
  if ((type.kind == TypeKind::vector) != (type.element != kNone)) {
    cursor_.fail(at, "expected 'element' for a vector and for nothing else");
  }
  switch (type.kind) {
    case TypeKind::boolean:
      expected = 1;
      break;
    case TypeKind::vector:
      expected = static_cast<uint64_t>(design_->type(type.element).width) * type.length;
      break;
    case TypeKind::bundle:
      expected = 0;
      for (const Type::Field& field : type.fields) expected += design_->type(field.type).width;
      break;
    default:
      break;
  }
  if (expected != type.width) {
    cursor_.fail(at, "expected a type of " + std::to_string(expected) + " bits, found " + std::to_string(type.width));
  }
}

}  // namespace

std::unique_ptr<Design> parse(std::string_view text, std::string_view name) { return DesignParser(text, name).parse(); }

}  // namespace burin::ir
