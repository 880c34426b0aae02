// SPDX-License-Identifier: Apache-2.0
//! @file declaration_finder.h
//! @brief Where in the source a module's member is declared.
//!
//! `std::source_location` in a member's default constructor gives the place where the struct is built, which is in the
//! library. So the member is looked up by its name: in the struct of its module, in the file that instantiates the
//! module or one that this file includes. Where the source is not at hand, the library's place remains.
#pragma once

#include <optional>
#include <source_location>
#include <string>
#include <string_view>

#include "burin/base/location.h"

namespace burin::detail {

/// Whether a place is the one in the library where members are built.
bool is_member_location(const std::source_location& where);
bool is_member_location(const Location& where);

/// Whether a place is elsewhere in the library, or in the one of C++, where no designer looks.
bool is_library_location(const std::source_location& where);
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
  /// @param type the struct's name without namespaces; @param file where to begin.
  DeclarationFinder(std::string_view type, std::string_view file) : type_(type), file_(file) {}
  [[nodiscard]] std::optional<DeclarationPlace> find(std::string_view member) const;

 private:
  std::string type_;
  std::string file_;
};

}  // namespace burin::detail
