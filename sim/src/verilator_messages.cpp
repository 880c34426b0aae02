// SPDX-License-Identifier: Apache-2.0
//! @file verilator_messages.cpp
//! @brief Sorts the lines that a model prints.
//!
//! Burin's Verilog prints a failed check as "assertion NAME failed: TEXT" (or "assumption") and then calls $stop,
//! whose place is the check's. The forms "FILE:LINE: assertion NAME failed: TEXT" and "cover NAME hit" are read
//! too; place, name and text may be absent. Verilator 5 prints a SystemVerilog check as
//! "[TIME] %Error: FILE:LINE: Assertion failed in SCOPE: TEXT".
#include "verilator_messages.h"

#include <algorithm>
#include <array>
#include <string>

namespace burin::sim {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes "FILE:LINE: " or "FILE:LINE:COLUMN: " off the front of `text`; "" when it does not start so.
std::string take_location(std::string_view& text) {
  size_t colon = text.find(':');
  while (colon != std::string_view::npos) {
    size_t end = colon + 1;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > colon + 1 && text.substr(end).starts_with(": ")) {
      std::string location(text.substr(0, end));
      text.remove_prefix(end + 2);
      return location;
    }
    colon = text.find(':', colon + 1);
    // A file name has no blank after a colon; the colon of a sentence does.
    if (colon != std::string_view::npos && text.substr(0, colon).find(": ") != std::string_view::npos) break;
  }
  return "";
}

/// The part behind a leading "[TIME] ", where `text` starts so.
std::string_view without_time(std::string_view text) {
  if (!text.starts_with('[')) return text;
  const size_t end = text.find("] ");
  if (end == std::string_view::npos) return text;
  const std::string_view time = text.substr(1, end - 1);
  const bool digits = std::all_of(time.begin(), time.end(), [](char c) { return is_digit(c) || c == ' '; });
  return digits ? text.substr(end + 2) : text;
}

}  // namespace

Event parse_message(std::string_view line) {
  Event event;
  event.text = line;

  std::string_view rest = without_time(line);
  const bool from_verilator = rest.starts_with("%Error: ");
  if (from_verilator) rest.remove_prefix(std::string_view("%Error: ").size());
  std::string location = take_location(rest);

  if (from_verilator) {
    event.kind = EventKind::assertion;
    event.location = std::move(location);
    constexpr std::string_view kIn = "Assertion failed in ";
    if (rest.starts_with(kIn)) {
      rest.remove_prefix(kIn.size());
      const size_t colon = rest.find(": ");
      if (colon != std::string_view::npos) rest.remove_prefix(colon + 2);
    }
    event.text = rest;
    return event;
  }

  struct Form {
    std::string_view word;
    std::string_view verb;
    EventKind kind;
  };
  constexpr std::array<Form, 3> kForms = {Form{"assertion", "failed", EventKind::assertion},
                                          Form{"assumption", "failed", EventKind::assumption},
                                          Form{"cover", "hit", EventKind::cover}};
  for (const Form& form : kForms) {
    if (!rest.starts_with(form.word)) continue;
    std::string_view tail = rest.substr(form.word.size());
    if (!tail.starts_with(' ')) continue;
    tail.remove_prefix(1);
    std::string_view name;
    if (!tail.starts_with(form.verb)) {
      const size_t blank = tail.find(' ');
      if (blank == std::string_view::npos) continue;
      name = tail.substr(0, blank);
      tail.remove_prefix(blank + 1);
      if (!tail.starts_with(form.verb)) continue;
    }
    tail.remove_prefix(form.verb.size());
    if (!tail.empty() && !tail.starts_with(':')) continue;
    if (!tail.empty()) tail.remove_prefix(1);
    if (tail.starts_with(' ')) tail.remove_prefix(1);
    event.kind = form.kind;
    event.location = std::move(location);
    event.name = name;
    event.text = tail;
    return event;
  }
  return event;
}

}  // namespace burin::sim
