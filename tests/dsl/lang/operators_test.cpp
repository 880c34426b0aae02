// SPDX-License-Identifier: Apache-2.0
//! @file operators_test.cpp
//! @brief Every case of operators.json, written with the operators of the language and run by the interpreter: with
//! dynamic and static widths, as UInt and as SInt, with C++ integers and `Bits` in place of either operand.
#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <set>

#include "support/semantics_cases.h"
#include "support/simulated.h"

namespace burin {
namespace {

using test::SemanticsCase;
using test::SemanticsOperator;

/// One way to write a case, and what it came to.
struct Variant {
  std::string text;
  UInt<> value;
};

/// A case while it is being elaborated: its operands as inputs of the module.
struct Work {
  const SemanticsOperator* entry;
  const SemanticsCase* item;
  std::vector<UInt<>> operands;
  std::vector<Variant>* variants;

  [[nodiscard]] int64_t parameter(size_t index) const { return item->parameters.at(index); }
  [[nodiscard]] bool may_be(std::string_view type, size_t operand) const {
    const std::string& stated = entry->operand_types.at(std::min(operand, entry->operand_types.size() - 1));
    return stated.starts_with(type) || stated.starts_with("any") || stated.starts_with("scalar");
  }
  template <typename T>
  void add(const std::string& text, const T& value) const {
    variants->push_back({text, pack(value)});
  }
};

template <typename T>
T as(const UInt<>& x) {
  if constexpr (std::is_same_v<T, Bool>) {
    return x.as_bool();
  } else if constexpr (T::kSort == detail::Sort::signed_) {
    return x.as_sint();
  } else {
    return x;
  }
}

/// Calls `visit` with a null pointer to `UInt<W>` (or `SInt<W>`) for the width at hand, where the file uses it often.
template <template <int> typename Word, typename Visit>
void with_static_width(uint32_t width, Visit visit) {
  switch (width) {
    case 0:
      return visit(static_cast<Word<0>*>(nullptr));
    case 1:
      return visit(static_cast<Word<1>*>(nullptr));
    case 8:
      return visit(static_cast<Word<8>*>(nullptr));
    case 64:
      return visit(static_cast<Word<64>*>(nullptr));
    case 65:
      return visit(static_cast<Word<65>*>(nullptr));
    default:
      return;
  }
}

/// Calls `visit` with a null pointer to each type that operand 0 of the case may have.
template <bool kBools = false, typename Visit>
void with_types(const Work& work, Visit visit) {
  const uint32_t width = work.operands.at(0).width();
  if (work.may_be("uint", 0)) {
    visit(static_cast<UInt<>*>(nullptr), "UInt<>");
    with_static_width<UInt>(width, [&](auto* type) { visit(type, "UInt<" + std::to_string(width) + ">"); });
  }
  if (work.may_be("sint", 0)) {
    visit(static_cast<SInt<>*>(nullptr), "SInt<>");
    with_static_width<SInt>(width, [&](auto* type) { visit(type, "SInt<" + std::to_string(width) + ">"); });
  }
  if constexpr (kBools) {
    if (width == 1 && (work.may_be("bool", 0) || work.may_be("uint", 0))) visit(static_cast<Bool*>(nullptr), "Bool");
  }
}

/// Calls `use` with operand `index` as a C++ integer, when it is one of `T`.
template <typename T, typename Use>
void as_integer(const Work& work, size_t index, Use use) {
  const Bits& bits = work.item->operands.at(index);
  if (bits.width() > 64) return;
  if constexpr (T::kSort == detail::Sort::signed_) {
    use(bits.to_int64());
  } else {
    use(bits.to_uint64());
  }
}

/// `f` of one operand.
template <typename F>
auto unary(F f) {
  return [f](const Work& work) {
    with_types<std::is_invocable_v<F, Bool>>(work, [&]<typename T>(T*, const std::string& type) {
      if constexpr (std::is_invocable_v<F, T>) work.add(type, f(as<T>(work.operands[0])));
    });
  };
}

/// `f` of two operands of one type.
template <bool kIntegers = true, bool kBools = false, typename F>
auto binary(F f) {
  return [f](const Work& work) {
    with_types<kBools>(work, [&]<typename T>(T*, const std::string& type) {
      const T a = as<T>(work.operands[0]);
      const T b = as<T>(work.operands[1]);
      work.add(type, f(a, b));
      if constexpr (!std::is_same_v<T, Bool>) {
        using Dynamic = std::conditional_t<T::kSort == detail::Sort::signed_, SInt<>, UInt<>>;
        work.add(type + " and dynamic", f(a, as<Dynamic>(work.operands[1])));
        if constexpr (kIntegers) {
          as_integer<T>(work, 1, [&](auto n) { work.add(type + " and integer", f(a, n)); });
          as_integer<T>(work, 0, [&](auto n) { work.add("integer and " + type, f(n, b)); });
          work.add(type + " and Bits", f(a, work.item->operands[1]));
        }
      }
    });
  };
}

/// `f` of a value and an unsigned amount.
template <typename F>
auto shifted(F f) {
  return [f](const Work& work) {
    with_types(work, [&]<typename T>(T*, const std::string& type) {
      if constexpr (std::is_invocable_v<F, T, UInt<>>) {
        const T a = as<T>(work.operands[0]);
        work.add(type, f(a, work.operands[1]));
        with_static_width<UInt>(work.operands[1].width(),
                                [&]<typename N>(N*) { work.add(type + " static", f(a, N(work.operands[1]))); });
      }
    });
  };
}

/// `f` of a value and the parameter of the case.
template <typename F>
auto with_parameter(F f) {
  return [f](const Work& work) {
    with_types(work, [&]<typename T>(T*, const std::string& type) {
      if constexpr (std::is_invocable_v<F, T, int64_t>) work.add(type, f(as<T>(work.operands[0]), work.parameter(0)));
    });
  };
}

template <typename T>
std::vector<T> elements_from(const Work& work, size_t first) {
  std::vector<T> elements;
  for (size_t i = first; i < work.operands.size(); ++i) elements.push_back(as<T>(work.operands[i]));
  return elements;
}

/// `visit` with a type for the elements that begin at operand `first`.
template <typename Visit>
void with_element_types(const Work& work, size_t first, Visit visit) {
  const uint32_t width = work.operands.at(first).width();
  visit(static_cast<UInt<>*>(nullptr), "UInt<>");
  visit(static_cast<SInt<>*>(nullptr), "SInt<>");
  with_static_width<UInt>(width, [&](auto* type) { visit(type, "UInt<n>"); });
}

struct Fields {  // the widths of the bundle in the file
  UInt<3> high;
  SInt<8> middle;
  Bool low;
};

template <typename T, int N>
T static_select(const Work& work) {
  const std::vector<T> elements = elements_from<T>(work, 1);
  return Vec<T, N>(elements)[work.operands[0]];
}

using Writer = std::function<void(const Work&)>;

// NOLINTBEGIN(bugprone-macro-parentheses): the operators are the point
#define BINARY(name, op)                                              \
  {                                                                   \
    name, binary([](const auto& a, const auto& b) { return a op b; }) \
  }

/// How each entry of the file is written in C++.
const std::map<std::string, Writer>& writers() {
  static const std::map<std::string, Writer> table = {
      {"not", unary([](const auto& a) { return ~a; })},
      {"and", binary<true, true>([](const auto& a, const auto& b) { return a & b; })},
      {"or", binary<true, true>([](const auto& a, const auto& b) { return a | b; })},
      {"xor", binary<true, true>([](const auto& a, const auto& b) { return a ^ b; })},
      {"reduce_and", unary([]<int W>(const UInt<W>& a) { return reduce_and(a); })},
      {"reduce_or", unary([]<int W>(const UInt<W>& a) { return reduce_or(a); })},
      {"reduce_xor", unary([]<int W>(const UInt<W>& a) { return reduce_xor(a); })},
      BINARY("add", +),
      BINARY("sub", -),
      {"negate", unary([]<int W>(const SInt<W>& a) { return -a; })},
      {"add_carry", binary<false>([](const auto& a, const auto& b) { return add_carry(a, b); })},
      {"add_carry_s", binary<false>([](const auto& a, const auto& b) { return add_carry(a, b); })},
      {"sub_borrow", binary<false>([](const auto& a, const auto& b) { return sub_borrow(a, b); })},
      {"sub_borrow_s", binary<false>([](const auto& a, const auto& b) { return sub_borrow(a, b); })},
      {"mul_u", [](const Work& work) {
         const UInt<>& a = work.operands[0];
         const UInt<>& b = work.operands[1];
         work.add("UInt<>", a * b);
         with_static_width<UInt>(a.width(), [&]<typename T>(T*) {
           work.add("static and dynamic", T(a) * b);
           with_static_width<UInt>(b.width(), [&]<typename U>(U*) { work.add("static", T(a) * U(b)); });
         });
         if (a.width() == b.width()) {
           as_integer<UInt<>>(work, 0, [&](auto n) { work.add("integer and UInt<>", n * b); });
           as_integer<UInt<>>(work, 1, [&](auto n) { work.add("UInt<> and integer", a * n); });
         }
       }},
      {"mul_s", [](const Work& work) {
         const SInt<> a = work.operands[0].as_sint();
         const SInt<> b = work.operands[1].as_sint();
         work.add("SInt<>", a * b);
         with_static_width<SInt>(a.width(), [&]<typename T>(T*) {
           work.add("static and dynamic", T(a) * b);
           with_static_width<SInt>(b.width(), [&]<typename U>(U*) { work.add("static", T(a) * U(b)); });
         });
         if (a.width() == b.width()) {
           as_integer<SInt<>>(work, 0, [&](auto n) { work.add("integer and SInt<>", n * b); });
           as_integer<SInt<>>(work, 1, [&](auto n) { work.add("SInt<> and integer", a * n); });
         }
       }},
      BINARY("div_u", /),
      BINARY("div_s", /),
      BINARY("rem_u", %),
      BINARY("rem_s", %),
      {"eq", binary<true, true>([](const auto& a, const auto& b) { return a == b; })},
      {"ne", binary<true, true>([](const auto& a, const auto& b) { return a != b; })},
      BINARY("lt_u", <),
      BINARY("le_u", <=),
      BINARY("gt_u", >),
      BINARY("ge_u", >=),
      BINARY("lt_s", <),
      BINARY("le_s", <=),
      BINARY("gt_s", >),
      BINARY("ge_s", >=),
      {"shl", shifted([](const auto& a, const auto& n) { return a << n; })},
      {"shr_u", shifted([](const auto& a, const auto& n) { return a >> n; })},
      {"shr_s", shifted([](const auto& a, const auto& n) { return a >> n; })},
      {"shl_constant", with_parameter([](const auto& a, int64_t n) { return a << n; })},
      {"shr_constant_u", with_parameter([](const auto& a, int64_t n) { return a >> n; })},
      {"shr_constant_s", with_parameter([](const auto& a, int64_t n) { return a >> n; })},
      {"rotate_left", shifted([]<int W>(const UInt<W>& a, const auto& n) { return rotate_left(a, n); })},
      {"rotate_right", shifted([]<int W>(const UInt<W>& a, const auto& n) { return rotate_right(a, n); })},
      {"rotate_left_constant", with_parameter([]<int W>(const UInt<W>& a, int64_t n) { return rotate_left(a, n); })},
      {"rotate_right_constant", with_parameter([]<int W>(const UInt<W>& a, int64_t n) { return rotate_right(a, n); })},
      {"cat", [](const Work& work) {
         const auto& o = work.operands;
         const auto sint = [&](size_t i) { return o[i].as_sint(); };
         switch (o.size()) {
           case 1: work.add("UInt", cat(o[0])), work.add("SInt", cat(sint(0))); break;
           case 2: work.add("UInt", cat(o[0], o[1])), work.add("SInt", cat(sint(0), sint(1))); break;
           case 3: work.add("UInt", cat(o[0], o[1], o[2])), work.add("mixed", cat(sint(0), o[1], sint(2))); break;
           case 4: work.add("UInt", cat(o[0], o[1], o[2], o[3])), work.add("mixed", cat(o[0], sint(1), o[2], o[3])); break;
           default: FAIL("no way to write this many operands");
         }
         if (o[0].width() == 1 && o.size() == 3) work.add("Bool", cat(o[0].as_bool(), o[1], o[2]));
       }},
      {"repeat", [](const Work& work) {
         work.add("UInt", repeat(work.operands[0], work.parameter(0)));
         work.add("SInt", repeat(work.operands[0].as_sint(), work.parameter(0)));
         if (work.operands[0].width() == 1) work.add("Bool", repeat(work.operands[0].as_bool(), work.parameter(0)));
       }},
      {"bits", [](const Work& work) {
         const int64_t high = work.parameter(0);
         const int64_t low = work.parameter(1);
         work.add("UInt", work.operands[0].bits(high, low));
         work.add("SInt", work.operands[0].as_sint().bits(high, low));
         if (high == 3 && low == 0) work.add("static", work.operands[0].bits<3, 0>());
         if (high == 7 && low == 4) work.add("static", work.operands[0].bits<7, 4>());
       }},
      {"bit", with_parameter([](const auto& a, int64_t n) { return a.bit(n); })},
      {"bit_dynamic", shifted([](const auto& a, const auto& n) { return a.bit(n); })},
      {"window", [](const Work& work) {
         work.add("UInt", work.operands[0].window(work.operands[1], work.parameter(0)));
         work.add("SInt", work.operands[0].as_sint().window(work.operands[1], work.parameter(0)));
       }},
      {"zext", with_parameter([]<int W>(const UInt<W>& a, int64_t n) { return zext(a, n); })},
      {"sext", with_parameter([]<int W>(const SInt<W>& a, int64_t n) { return sext(a, n); })},
      {"trunc", with_parameter([](const auto& a, int64_t n) { return trunc(a, n); })},
      {"resize_u", with_parameter([](const auto& a, int64_t n) { return resize(a, n); })},
      {"resize_s", with_parameter([](const auto& a, int64_t n) { return resize(a, n); })},
      {"mux", [](const Work& work) {
         const Bool c = work.operands[0].as_bool();
         with_element_types(work, 1, [&]<typename T>(T*, const std::string& type) {
           const T a = as<T>(work.operands[1]);
           const T b = as<T>(work.operands[2]);
           work.add(type, mux(c, a, b));
           as_integer<T>(work, 1, [&](auto n) { work.add("integer and " + type, mux(c, n, b)); });
           as_integer<T>(work, 2, [&](auto n) { work.add(type + " and integer", mux(c, a, n)); });
         });
         if (work.operands[1].width() == 1) work.add("Bool", mux(c, work.operands[1].as_bool(), work.operands[2].as_bool()));
       }},
      {"one_hot_mux", [](const Work& work) {
         with_element_types(work, 1, [&]<typename T>(T*, const std::string& type) {
           work.add(type, one_hot_mux(work.operands[0], elements_from<T>(work, 1)));
           const std::vector<T> e = elements_from<T>(work, 1);
           if (e.size() == 2) work.add(type + " in braces", one_hot_mux(work.operands[0], {e[0], e[1]}));
         });
       }},
      {"select", [](const Work& work) {
         with_element_types(work, 1, [&]<typename T>(T*, const std::string& type) {
           const Vec<T> elements(elements_from<T>(work, 1));
           work.add(type, elements[work.operands[0]]);
           switch (elements.size()) {
             case 1: work.add(type + " static", static_select<T, 1>(work)); break;
             case 2: work.add(type + " static", static_select<T, 2>(work)); break;
             case 3: work.add(type + " static", static_select<T, 3>(work)); break;
             default: break;
           }
         });
       }},
      {"match", [](const Work& work) { work.add("UInt", match(work.operands[0], work.item->pattern)); }},
      {"popcount", unary([]<int W>(const UInt<W>& a) { return popcount(a); })},
      {"leading_zeros", unary([]<int W>(const UInt<W>& a) { return leading_zeros(a); })},
      {"trailing_zeros", unary([]<int W>(const UInt<W>& a) { return trailing_zeros(a); })},
      {"priority_encode", unary([]<int W>(const UInt<W>& a) { return priority_encode(a); })},
      {"one_hot_to_binary", unary([]<int W>(const UInt<W>& a) { return one_hot_to_binary(a); })},
      {"one_hot", with_parameter([]<int W>(const UInt<W>& a, int64_t n) { return one_hot(a, n); })},
      {"gray_encode", unary([]<int W>(const UInt<W>& a) { return gray_encode(a); })},
      {"gray_decode", unary([]<int W>(const UInt<W>& a) { return gray_decode(a); })},
      {"reverse", unary([]<int W>(const UInt<W>& a) { return reverse(a); })},
      {"lowest_one", unary([]<int W>(const UInt<W>& a) { return lowest_one(a); })},
      {"is_one_hot", unary([]<int W>(const UInt<W>& a) { return is_one_hot(a); })},
      {"pack_vector", [](const Work& work) {
         with_element_types(work, 0, [&]<typename T>(T*, const std::string& type) {
           work.add(type, pack(Vec<T>(elements_from<T>(work, 0))));
           const std::vector<T> e = elements_from<T>(work, 0);
           if (e.size() == 2) work.add(type + " std::array", pack(std::array<T, 2>{e[0], e[1]}));
           if (e.size() == 3) work.add(type + " static", cat(Vec<T, 3>{e[0], e[1], e[2]}));
         });
       }},
      {"unpack_vector", [](const Work& work) {
         const int64_t n = work.parameter(0);
         const int64_t length = work.parameter(1);
         const int64_t width = work.operands[0].width() / length;
         work.add("UInt<>", unpack(work.operands[0], Vec<UInt<>>(length, UInt<>(bits(width))))[n]);
         work.add("SInt<>", unpack(work.operands[0], Vec<SInt<>>(length, SInt<>(bits(width))))[n]);
         if (width == 4 && length == 3) work.add("static", unpack<Vec<UInt<4>, 3>>(work.operands[0])[n]);
         if (width == 33 && length == 2) {
           work.add("std::array", unpack<std::array<UInt<33>, 2>>(work.operands[0])[static_cast<size_t>(n)]);
         }
       }},
      {"pack_bundle", [](const Work& work) {
         const Fields fields{work.operands[0], work.operands[1].as_sint(), work.operands[2].as_bool()};
         work.add("pack", pack(fields));
         work.add("cat", cat(fields));
       }},
      {"unpack_bundle", [](const Work& work) {
         const auto fields = unpack<Fields>(work.operands[0]);
         switch (work.parameter(0)) {
           case 0: work.add("field", fields.high); break;
           case 1: work.add("field", fields.middle); break;
           default: work.add("field", fields.low); break;
         }
       }},
      {"crossing", unary([](const auto& a) { return waive_crossing(a, "a test"); })},
      {"dont_care", [](const Work& work) {
         work.add("UInt<>", dont_care(UInt<>(bits(work.parameter(0)))));
         work.add("SInt<>", dont_care(SInt<>(bits(work.parameter(0)))));
         if (work.parameter(0) == 8) work.add("UInt<8>", dont_care<UInt<8>>());
         if (work.parameter(0) == 1) work.add("Bool", dont_care<Bool>());
       }},
  };
  return table;
}
#undef BINARY
// NOLINTEND(bugprone-macro-parentheses)

/// All cases of one operator: operand `i` of case `c` is the input "c_i", variant `v` the output "c_v".
struct Cases {
  static inline const SemanticsOperator* entry = nullptr;
  static inline std::vector<std::vector<Variant>> variants;

  void logic() {
    variants.clear();
    for (size_t c = 0; c < entry->cases.size(); ++c) {
      const SemanticsCase& item = entry->cases[c];
      Work work{entry, &item, {}, &variants.emplace_back()};
      List<In<UInt<>>> inputs(static_cast<int64_t>(item.operands.size()),
                              [&](int i) { return bits(item.operands[i].width()); });
      inputs.name_elements("in_" + std::to_string(c), "in");
      for (const auto& input : inputs) work.operands.push_back(input);
      writers().at(entry->name)(work);
      std::vector<Variant>& made = variants.back();
      List<Out<UInt<>>> outputs(static_cast<int64_t>(made.size()), [&](int i) { return bits(made[i].value.width()); });
      outputs.name_elements("out_" + std::to_string(c), "out");
      for (size_t i = 0; i < made.size(); ++i) outputs[i] = made[i].value;
    }
  }
};

void check_operator(const SemanticsOperator& entry, bool optimise) {
  Cases::entry = &entry;
  ElaborateOptions options;
  options.optimise = optimise;
  test::Simulated<Cases> simulated({}, options);
  for (size_t c = 0; c < entry.cases.size(); ++c) {
    for (size_t i = 0; i < entry.cases[c].operands.size(); ++i) {
      simulated.set("in_" + std::to_string(c) + "_" + std::to_string(i), entry.cases[c].operands[i]);
    }
  }
  simulated.settle();
  for (size_t c = 0; c < entry.cases.size(); ++c) {
    CHECK_MESSAGE(!Cases::variants[c].empty(), entry.name << ": nobody wrote " << entry.cases[c].text);
    for (size_t v = 0; v < Cases::variants[c].size(); ++v) {
      const Bits result = simulated.get_bits("out_" + std::to_string(c) + "_" + std::to_string(v));
      CHECK_MESSAGE(result == entry.cases[c].result, entry.name << " with " << Cases::variants[c][v].text << ": "
                                                                << entry.cases[c].text << " gave " << result.width()
                                                                << "'h" << result.to_hex());
    }
  }
}

TEST_CASE("every operator gives what operators.json says") {
  const test::Semantics semantics = test::load_semantics();
  size_t variants = 0;
  for (const SemanticsOperator& entry : semantics.operators) {
    CAPTURE(entry.name);
    REQUIRE_MESSAGE(writers().contains(entry.name), "no test writes " << entry.name);
    for (const bool optimise : {true, false}) {
      REQUIRE_NOTHROW(check_operator(entry, optimise));
      for (const auto& of_case : Cases::variants) variants += of_case.size();
    }
  }
  CHECK(variants > 10'000);
}

}  // namespace
}  // namespace burin
