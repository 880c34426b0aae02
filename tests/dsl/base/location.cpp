// SPDX-License-Identifier: Apache-2.0
//! @file location.cpp
//! @brief Interning of source places.
#include "burin/base/location.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

using burin::kNoLocation;
using burin::Location;
using burin::LocationId;
using burin::LocationTable;

TEST_CASE("id 0 is no place") {
  LocationTable table;
  CHECK(table.size() == 1);
  CHECK(table.at(kNoLocation).file.empty());
  CHECK(table.at(kNoLocation).line == 0);
  CHECK(table.intern("", 12, 3) == kNoLocation);
  CHECK(table.intern(std::source_location()) == kNoLocation);
  CHECK(table.size() == 1);
}

TEST_CASE("equal places have one id, in the order of first use") {
  LocationTable table;
  const LocationId a = table.intern("a.cpp", 1, 2);
  const LocationId b = table.intern("b.cpp", 1, 2);
  const LocationId c = table.intern("a.cpp", 2, 2);
  const LocationId d = table.intern("a.cpp", 2, 1);
  CHECK(a == 1);
  CHECK(b == 2);
  CHECK(c == 3);
  CHECK(d == 4);
  CHECK(table.intern(std::string("a") + ".cpp", 1, 2) == a);
  CHECK(table.size() == 5);
  CHECK(table.at(d) == Location{"a.cpp", 2, 1});
}

TEST_CASE("the compiler's place and the same place as text are one") {
  LocationTable table;
  const auto here = std::source_location::current();
  const LocationId id = table.intern(here);
  CHECK(table.intern(here.file_name(), here.line(), here.column()) == id);
  CHECK(table.intern(here) == id);
  CHECK(table.intern("other.cpp", 1, 1) != id);
  CHECK(table.intern(here) == id);
  CHECK(table.at(id).file == here.file_name());
  CHECK(table.at(id).line == here.line());
}

TEST_CASE("a name whose buffer is reused is not mistaken for the old one") {
  LocationTable table;
  std::string name = "first.cpp";
  const LocationId first = table.intern(name, 1, 1);
  name = "other.cpp";
  const LocationId other = table.intern(name, 1, 1);
  CHECK(first != other);
  CHECK(table.at(first).file == "first.cpp");
  CHECK(table.at(other).file == "other.cpp");
}

TEST_CASE("many places stay distinct and keep their ids while the table grows") {
  LocationTable table;
  constexpr uint32_t kLines = 3000;
  constexpr uint32_t kColumns = 20;
  std::set<LocationId> ids;
  for (const char* file : {"a.cpp", "b.cpp"}) {
    for (uint32_t line = 1; line <= kLines; ++line) {
      for (uint32_t column = 0; column < kColumns; ++column) ids.insert(table.intern(file, line, column));
    }
  }
  CHECK(ids.size() == 2 * kLines * kColumns);
  CHECK(table.size() == ids.size() + 1);
  const LocationId last = 2 * kLines * kColumns;
  CHECK(table.at(last) == Location{"b.cpp", kLines, kColumns - 1});
  CHECK(table.intern("b.cpp", kLines, kColumns - 1) == last);
  CHECK(table.intern("a.cpp", 1, 0) == 1);
}

TEST_CASE("a placeholder is a place of its own until and after it is resolved") {
  LocationTable table;
  const auto here = std::source_location::current();
  const LocationId first = table.add_placeholder(here);
  const LocationId second = table.add_placeholder(here);
  const LocationId real = table.intern(here);
  CHECK(first != second);
  CHECK(first != real);
  CHECK(second != real);
  CHECK(table.at(first) == table.at(real));

  const LocationId member = table.intern("a.h", 5, 2);
  table.resolve(first, "a.h", 5, 2);
  CHECK(table.at(first) == Location{"a.h", 5, 2});
  CHECK(table.at(second) == table.at(real));
  CHECK(table.at(real).line == here.line());

  // Neither before nor after the table grows does a placeholder answer for its place.
  for (uint32_t line = 0; line < 2000; ++line) table.intern("b.h", line, 1);
  CHECK(table.intern("a.h", 5, 2) == member);
  CHECK(table.intern(here) == real);
  CHECK(table.at(table.add_placeholder({})).file.empty());
}
