// SPDX-License-Identifier: Apache-2.0
//! @file hana_test.cpp
//! @brief Boost.Hana and bundles: types adapted for Hana are bundles, and plain bundles are structs to Hana.
#include <doctest/doctest.h>

#include <boost/hana.hpp>

#include "burin/lang/hana.h"
#include "support/simulated.h"

namespace hana = boost::hana;

namespace adapted {

/// Declared with Hana's macro.
struct Defined {
  BOOST_HANA_DEFINE_STRUCT(Defined, (burin::UInt<4>, left), (burin::Bool, right));
};

/// A class with a constructor and something that is no hardware, adapted from outside.
class Outside {
 public:
  explicit Outside(std::string comment = "a comment") : comment_(std::move(comment)) {}
  burin::UInt<8> payload;
  burin::SInt<4> offset;
  [[nodiscard]] const std::string& comment() const { return comment_; }

 private:
  std::string comment_;
};

}  // namespace adapted
BOOST_HANA_ADAPT_STRUCT(adapted::Outside, payload, offset);

namespace burin {
namespace {

struct Inner {
  UInt<3> low;
  std::array<Bool, 2> flags;
};

struct Plain {
  UInt<8> count;
  Inner inner;
  Vec<UInt<2>, 2> pair;
  Bool last;
};

struct Ports {
  In<Bool> request;
  Out<UInt<4>> answer;
};

static_assert(hana::Struct<Plain>::value);
static_assert(hana::Struct<Inner>::value);
static_assert(hana::Struct<Ports>::value);
static_assert(hana::Foldable<Plain>::value);
static_assert(!hana::Struct<UInt<8>>::value);
static_assert(!hana::Struct<Vec<Bool, 2>>::value);
static_assert(!hana::Struct<std::array<Bool, 2>>::value);
struct NoHardware {
  int number;
};
static_assert(!hana::Struct<NoHardware>::value);
static_assert(detail::HanaStruct<adapted::Outside> && !detail::HanaStruct<Plain>);

TEST_CASE("keys of a plain bundle are the names of its members") {
  std::vector<std::string> names;
  hana::for_each(hana::keys(Plain{}), [&](auto name) { names.emplace_back(hana::to<const char*>(name)); });
  CHECK(names == std::vector<std::string>{"count", "inner", "pair", "last"});
  using Keys = decltype(hana::keys(std::declval<Inner>()));
  static_assert(decltype(Keys{} == hana::make_tuple(hana::string_c<'l', 'o', 'w'>,
                                                    hana::string_c<'f', 'l', 'a', 'g', 's'>))::value);
}

struct OverHana {
  In<Plain> x;
  In<adapted::Defined> defined;
  Out<UInt<8>> number_of_members, members_added, defined_bits;
  Out<Plain> inverted;
  Reg<adapted::Outside> outside;
  Out<UInt<12>> outside_bits;
  void logic() {
    int members = 0;
    const Plain value = x;
    hana::for_each(value, [&](auto pair) {
      static_cast<void>(pair);
      ++members;
    });
    number_of_members = members;

    const auto values = hana::members(value);
    members_added = values[hana::size_c<0>] + zext<8>(values[hana::size_c<1>].low);

    // Accessors give references, so they drive.
    hana::for_each(hana::accessors<Plain>(), [&](auto accessor) {
      auto& target = hana::second(accessor)(static_cast<Plain&>(inverted));
      const auto& source = hana::second(accessor)(value);
      target = unpack(~pack(source), source);
    });

    defined_bits = zext<8>(cat(defined));
    outside.payload = x.count;
    outside.offset = -1;
    outside_bits = pack(outside);
  }
};

TEST_CASE("algorithms of Hana work on bundles, and adapted types are bundles") {
  ElaborateOptions options;
  options.severities = {{.code = "B0302", .source_prefix = "", .severity = Severity::ignored}};
  test::Simulated<OverHana> s({}, options);
  s.set("x_count", 100);
  s.set("x_inner_low", 5);
  s.set("x_inner_flags_0", 1);
  s.set("x_pair_1", 2);
  s.set("defined_left", 9);
  s.set("defined_right", 1);
  s.step();
  CHECK(s.get("number_of_members") == 4);
  CHECK(s.get("members_added") == 105);
  CHECK(s.get("inverted_count") == 155);
  CHECK(s.get("inverted_inner_low") == 2);
  CHECK(s.get("inverted_inner_flags_0") == 0);
  CHECK(s.get("inverted_inner_flags_1") == 1);
  CHECK(s.get("inverted_pair_0") == 3);
  CHECK(s.get("inverted_pair_1") == 1);
  CHECK(s.get("inverted_last") == 1);
  CHECK(s.get("defined_bits") == 19);
  CHECK(s.get("outside_bits") == (100 << 4 | 15));
}

}  // namespace
}  // namespace burin
