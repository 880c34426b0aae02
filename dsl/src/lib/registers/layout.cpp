// SPDX-License-Identifier: Apache-2.0
//! @file layout.cpp
//! @brief Gives every part of a register map its address, and reports what cannot have one.
#include "layout.h"

#include <fmt/format.h>

#include <algorithm>

#include "../../lang/builder.h"
#include "../../lang/declaration_finder.h"

namespace burin::registers::detail_registers {

namespace {

using detail::Builder;

constexpr uint32_t kDataWidth = 32;  // of the buses that a map is served on

/// "uart_registers" of "UartRegisters".
std::string snake_case(std::string_view name) {
  std::string text;
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper && i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z')) text += '_';
    text += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return text;
}

FieldInfo describe(std::string_view name, const FieldCore& field, uint32_t low) {
  while (name.ends_with('_')) name.remove_suffix(1);
  FieldInfo info{.name = std::string(name),
                 .low = low,
                 .width = field.field_width(),
                 .access = field.access(),
                 .reset = field.reset_value(),
                 .description = field.description()};
  for (size_t i = 0; i < field.enumerators().size(); ++i) {
    if (!field.enumerators()[i].empty()) info.enumerators.push_back({std::string(field.enumerators()[i]), i});
  }
  return info;
}

}  // namespace

Layout::Layout(std::string_view struct_name, MapOptions options, uint32_t data_width, uint32_t address_width,
               const Where& where)
    : where_(where) {
  info_.name = options.name.empty() ? snake_case(struct_name) : options.name;
  info_.options = std::move(options);
  info_.data_width = data_width;
  info_.address_width = address_width;
  push(Level::Kind::group, "", struct_name, 0);
}

void Layout::push(Level::Kind kind, std::string_view name, std::string_view struct_name, uint64_t base) {
  Level level;
  level.kind = kind;
  level.name = name;
  level.struct_name = struct_name;
  level.base = base;
  levels_.push_back(std::move(level));
}

std::string Layout::path(std::string_view name, std::string_view separator) const {
  std::string text;
  const auto add = [&](std::string_view part) {
    while (part.ends_with('_')) part.remove_suffix(1);  // `signed_` avoids a keyword of C++
    if (part.empty()) return;
    if (!text.empty()) text += separator;
    text += part;
  };
  for (const Level& level : levels_) {
    add(level.name);
    if (level.kind == Level::Kind::array && separator == ".") text += fmt::format("[{}]", level.index + level.first);
  }
  add(name);
  return text;
}

Owner Layout::owner(std::string_view name) const {
  if (!name.empty()) return {path(name, "."), levels_.back().struct_name, std::string(name)};
  // The element of an array stands where the array stands.
  for (size_t i = levels_.size(); i-- > 1;) {
    if (!levels_[i].name.empty()) return {path("", "."), levels_[i - 1].struct_name, levels_[i].name};
  }
  return {path("", "."), levels_.back().struct_name, ""};
}

bool Layout::is_described() const {
  return std::all_of(levels_.begin(), levels_.end(), [](const Level& level) { return level.index == 0; });
}

std::vector<DimensionInfo> Layout::dimensions() const {
  std::vector<DimensionInfo> all;
  for (const Level& level : levels_) {
    if (level.kind == Level::Kind::array) all.push_back({level.count, level.stride, level.first});
  }
  return all;
}

LocationId Layout::locate(const Owner& owner) const {
  Builder& b = Builder::current(where_);
  if (!owner.member.empty()) {
    // Where the map is served, and where the modules around stand: one of these includes the map's struct.
    const detail::DeclarationFinder finder(owner.struct_name, where_.file_name());
    if (const auto found = finder.find(owner.member))
      return b.design->locations.intern(found->file, found->line, found->column);
  }
  return b.locate(where_);
}

void Layout::report(DiagnosticId id, const Owner& owner, std::string message, std::string expected, std::string remedy,
                    const Owner* other) const {
  std::vector<DiagnosticNote> notes;
  if (other != nullptr) notes.push_back({locate(*other), fmt::format("`{}` is declared here", other->name)});
  Builder::current(where_).report(id, locate(owner), std::move(message), std::move(expected), std::move(remedy),
                                  std::move(notes));
}

std::optional<uint64_t> Layout::place(const Spot& spot, std::string_view name, std::string_view kind) {
  const uint64_t bytes = word_bytes();
  if (spot.kind == Spot::Kind::bit) {
    report(DiagnosticId::register_misfit, owner(name),
           fmt::format("{} `{}` is given a bit, and stands in no register", kind, owner(name).name),
           "the offset in bytes of what is a register of its own",
           fmt::format("at({:#x}), or a Register around it", spot.value / 8 / bytes * bytes));
    return std::nullopt;
  }
  if (spot.kind == Spot::Kind::next) return cursor_ = (cursor_ + bytes - 1) / bytes * bytes;
  if (spot.value % bytes != 0) {
    report(DiagnosticId::register_misfit, owner(name),
           fmt::format("{} `{}` begins at {:#x}, inside a word", kind, owner(name).name, spot.value),
           fmt::format("multiples of {} bytes", bytes), fmt::format("at({:#x})", spot.value / bytes * bytes));
    return std::nullopt;
  }
  return cursor_ = base() + spot.value;
}

void Layout::claim(uint64_t offset, uint64_t bytes, std::string_view name) {
  if (bytes == 0) return;
  const Owner mine = owner(name);
  const auto refuse = [&](const Owner& other) {
    if (!refused_.emplace(mine.struct_name, mine.member).second) return;  // another element of the same array
    report(DiagnosticId::register_overlap, mine,
           fmt::format("`{}` at {:#x} lies where `{}` lies", mine.name, offset, other.name),
           "an address of its own for each register",
           fmt::format("at({:#x}) or beyond", claims_.rbegin()->second.first), &other);
  };
  auto after = claims_.lower_bound(offset);
  if (after != claims_.end() && after->first < offset + bytes) return refuse(after->second.second);
  if (after != claims_.begin()) {
    const auto before = std::prev(after);
    if (before->second.first > offset) return refuse(before->second.second);
  }
  claims_.emplace(offset, std::pair(offset + bytes, mine));
}

void Layout::field(std::string_view name, FieldCore& field) {
  served_before_ = served_before_ || field.is_served();
  if (levels_.back().kind == Level::Kind::one_register) return field_of_register(name, field);
  const uint64_t bytes = word_bytes();
  const uint32_t words = (field.field_width() + info_.data_width - 1) / info_.data_width;
  const std::optional<uint64_t> offset = place(field.spot(), name, "field");
  if (!offset) return;
  claim(*offset, words * bytes, name);
  for (uint32_t i = 0; i < words; ++i) {
    const uint32_t low = i * info_.data_width;
    words_.try_emplace(*offset + i * bytes,
                       Word{owner(name), {{&field, 0, low, std::min(info_.data_width, field.field_width() - low), i}}});
  }
  cursor_ = *offset + words * bytes;
  if (!is_described() || words == 0) return;
  RegisterInfo described{.name = path(name, "_"),
                         .offset = *offset,
                         .words = words,
                         .description = field.description(),
                         .fields = {describe("", field, 0)},
                         .dimensions = dimensions()};
  info_.registers.push_back(std::move(described));
}

void Layout::field_of_register(std::string_view name, FieldCore& field) {
  Level& level = levels_.back();
  const Owner mine = owner(name);
  if (field.spot().kind == Spot::Kind::offset) {
    report(DiagnosticId::register_misfit, mine, fmt::format("field `{}` of a register is given an offset", mine.name),
           "the lowest bit of a field in its register", "bit(n)");
    return;
  }
  const uint64_t low = field.spot().kind == Spot::Kind::bit ? field.spot().value : level.next_bit;
  const uint64_t end = low + field.field_width();
  level.next_bit = end;
  if (end > info_.data_width) {
    report(DiagnosticId::register_misfit, mine,
           fmt::format("field `{}` of {} at bit {} reaches beyond the {} bits of its register", mine.name,
                       detail::bits_text(field.field_width()), low, info_.data_width),
           "fields that lie in one word", "a field of its own, which may have several words, or another register");
    return;
  }
  Word& word = words_[level.base];
  for (const WordPart& other : word.parts) {
    if (other.word_low >= end || low >= other.word_low + other.width) continue;
    std::string other_name = "?";
    for (const FieldInfo& one : level.info.fields) {
      if (one.low == other.word_low) other_name = one.name;
    }
    const Owner theirs = owner(other_name);
    report(DiagnosticId::register_overlap, mine,
           fmt::format("field `{}` at bit {} lies where `{}` lies", mine.name, low, theirs.name),
           "bits of its own for each field", fmt::format("bit({})", other.word_low + other.width), &theirs);
    return;
  }
  if (field.field_width() != 0) word.parts.push_back({&field, static_cast<uint32_t>(low), 0, field.field_width(), 0});
  level.info.fields.push_back(describe(name, field, static_cast<uint32_t>(low)));
}

void Layout::window(std::string_view name, Window& window) {
  const std::optional<uint64_t> offset = place(window.spot, name, "window");
  if (!offset) return;
  const Owner mine = owner(name);
  if (window.word_width() != info_.data_width) {
    report(DiagnosticId::register_misfit, mine,
           fmt::format("window `{}` has words of {} on a bus of {}", mine.name, detail::bits_text(window.word_width()),
                       detail::bits_text(info_.data_width)),
           "words of the bus's width", fmt::format("{} as the width of its words", info_.data_width));
    return;
  }
  switch (window.access()) {
    case Access::read_write:
    case Access::read_only:
    case Access::write_only:
    case Access::secret:
      break;
    default:
      report(DiagnosticId::register_misfit, mine,
             fmt::format("window `{}` has an access that memories do not have", mine.name),
             "read_write, read_only, write_only or secret", "registers in its place");
      return;
  }
  const uint64_t words = window.memory.depth();
  claim(*offset, words * word_bytes(), name);
  windows_.push_back({&window, *offset, words});
  cursor_ = *offset + words * word_bytes();
  info_.windows.push_back({path(name, "_") + (is_described() ? "" : fmt::format("_{}", windows_.size())), *offset,
                           words, window.access(), window.description});
}

void Layout::reserved(std::string_view name, const Reserved& reserved) {
  const std::optional<uint64_t> offset = place(reserved.spot, name, "reserved range");
  if (!offset) return;
  claim(*offset, reserved.bytes, name);
  cursor_ = *offset + reserved.bytes;
}

void Layout::constant(std::string_view name, const Constant& constant) {
  if (is_described()) info_.constants.push_back({path(name, "_"), constant.value, constant.description});
}

void Layout::begin_group(std::string_view name, std::string_view struct_name) {
  push(Level::Kind::group, name, struct_name, base());
}

void Layout::begin_block(std::string_view name, std::string_view struct_name, const PartCore& block) {
  const uint64_t offset = place(block.spot, name, "block").value_or(cursor_);
  if (is_described()) info_.blocks.push_back({path(name, "_"), offset, block.description});
  push(Level::Kind::block, name, struct_name, offset);
}

void Layout::begin_register(std::string_view name, std::string_view struct_name, const PartCore& one) {
  const uint64_t offset = place(one.spot, name, "register").value_or(cursor_);
  claim(offset, word_bytes(), name);
  words_.try_emplace(offset, Word{owner(name), {}});
  push(Level::Kind::one_register, name, struct_name, offset);
  cursor_ = offset + word_bytes();
  levels_.back().info.description = one.description;
}

void Layout::begin_array(std::string_view name, const ArrayCore& array, size_t count) {
  const uint64_t offset = place(array.spot, name, "array").value_or(cursor_);
  push(Level::Kind::array, name, levels_.back().struct_name, offset);
  Level& level = levels_.back();
  level.count = count;
  level.first = array.options.first;
  level.stride = array.options.stride;
  cursor_ = offset;
}

void Layout::element(std::string_view struct_name) {
  const Level& array = levels_.back();
  cursor_ = array.base + array.index * array.stride;
  push(Level::Kind::element, "", struct_name, cursor_);
}

void Layout::end_element() {
  const uint64_t size = cursor_ - base();
  levels_.pop_back();
  Level& array = levels_.back();
  if (array.index == 0) {
    if (array.stride != 0 && (array.stride < size || array.stride % word_bytes() != 0)) {
      report(DiagnosticId::register_misfit, owner(""),
             fmt::format("the elements of `{}` are {} bytes apart and have {}", array.name, array.stride, size),
             fmt::format("a stride that is a multiple of {} and not below the size", word_bytes()),
             fmt::format("{{.stride = {:#x}}}", size));
      array.stride = size;
    }
    if (array.stride == 0) array.stride = size;
    // What lies in the first element was described before the stride was known.
    const auto depth = static_cast<size_t>(std::count_if(
        levels_.begin(), levels_.end(), [](const Level& level) { return level.kind == Level::Kind::array; }));
    for (RegisterInfo& one : info_.registers) {
      if (one.dimensions.size() >= depth && one.dimensions[depth - 1].stride == 0)
        one.dimensions[depth - 1].stride = array.stride;
    }
  }
  if (array.stride > size) {
    const uint64_t begin = array.base + array.index * array.stride;
    room_.emplace(begin + size, begin + array.stride);
  }
  ++array.index;
}

void Layout::end() {
  Level level = std::move(levels_.back());
  levels_.pop_back();
  if (level.kind == Level::Kind::array) cursor_ = level.base + level.count * level.stride;
  if (level.kind == Level::Kind::one_register && is_described()) {
    level.info.name = path(level.name, "_");
    level.info.offset = level.base;
    level.info.dimensions = dimensions();
    info_.registers.push_back(std::move(level.info));
  }
}

void Layout::finish() {
  if (served_before_) {
    report(DiagnosticId::register_misfit, Owner{}, "the map is served a second time", "one bus for each map",
           "a map of its own for each bus, or a bridge in front of one");
  }
  if (info_.data_width != kDataWidth) {
    report(DiagnosticId::register_misfit, Owner{},
           fmt::format("the map is served on a bus of {}", detail::bits_text(info_.data_width)),
           fmt::format("words of {}", detail::bits_text(kDataWidth)),
           fmt::format("{{.data = {}}} for the bus", kDataWidth));
  }
  std::sort(info_.blocks.begin(), info_.blocks.end(),
            [](const BlockInfo& a, const BlockInfo& b) { return a.offset < b.offset; });
  std::sort(info_.registers.begin(), info_.registers.end(),
            [](const RegisterInfo& a, const RegisterInfo& b) { return a.offset < b.offset; });
  uint64_t reached = claims_.empty() ? 0 : claims_.begin()->first;
  for (const auto& [offset, claim] : claims_) {
    // Room between the elements of an array is what its stride says.
    for (auto room = room_.find(reached); room != room_.end() && reached < offset; room = room_.find(reached))
      reached = room->second;
    if (offset > reached) {
      report(DiagnosticId::register_gap, claim.second,
             fmt::format("the {} bytes before `{}`, from {:#x} to {:#x}, belong to nothing", offset - reached,
                         claim.second.name, reached, offset - 1),
             "registers that follow each other, or the word that a gap is meant",
             fmt::format("Reserved gap{{at({:#x}), {}}} in the map, or another offset", reached, offset - reached));
    }
    reached = std::max(reached, claim.first);
  }
  const uint32_t needed = static_cast<uint32_t>(bits_for(reached == 0 ? 0 : reached - 1));
  if (needed > info_.address_width) {
    report(DiagnosticId::register_misfit, Owner{},
           fmt::format("the map has {:#x} bytes, and the bus an address of {}", reached,
                       detail::bits_text(info_.address_width)),
           "an address that reaches the last register", fmt::format("{{.address = {}}} for the bus", needed));
    // Nothing can be made of what is out of reach.
    const uint64_t reach = uint64_t{1} << info_.address_width;
    words_.erase(words_.lower_bound(reach), words_.end());
    std::erase_if(windows_, [&](const PlacedWindow& one) { return one.offset + one.words * word_bytes() > reach; });
  }
}

}  // namespace burin::registers::detail_registers
