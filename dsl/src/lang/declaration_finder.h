// SPDX-License-Identifier: Apache-2.0
//! @file declaration_finder.h
//! @brief Where in the source a module's member is declared.
//!
//! `std::source_location` in a member's default constructor gives, depending on the compiler, the head of the struct or
//! the place in the library where the struct is built. So the member is looked up by its name: in the struct of its
//! module, in the file that the compiler states, or else in the file that instantiates the module and those that this
//! file includes. Where the source is not at hand, the compiler's place remains.
#pragma once

#include <optional>
#include <source_location>
#include <string>
#include <string_view>

#include "burin/base/location.h"

namespace burin::detail {

/// Whether a place stands for a member under construction: it is that in the library where members are built, or a
/// default constructor, as the compiler writes one for each struct.
bool is_member_location(const std::source_location& where);

/// Whether a place is elsewhere in the library, or in the one of C++, where no designer looks.
bool is_library_location(const std::source_location& where);
/// Whether a file belongs to the library or to that of C++.
bool is_library_file(std::string_view file);
/// Whether a place is in a copy constructor or copy assignment that the compiler wrote.
bool is_implicit_copy(const std::source_location& where);

/// A declaration in a source file.
struct DeclarationPlace {
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
};

/// Looks for the members of one struct.
class DeclarationFinder {
 public:
  /// @param type the struct's name without namespaces; @param file where to begin; @param line that of the struct's
  /// name in this file, if it is known: several structs may have one name.
  DeclarationFinder(std::string_view type, std::string_view file, uint32_t line = 0)
      : type_(type), file_(file), line_(line) {}
  [[nodiscard]] std::optional<DeclarationPlace> find(std::string_view member) const;

 private:
  std::string type_;
  std::string file_;
  uint32_t line_;
};

}  // namespace burin::detail
