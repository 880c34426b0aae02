// SPDX-License-Identifier: Apache-2.0
//! @file decoder.cpp
//! @brief The hardware of a register map between its fields and any bus.
//!
//! 1. A write goes to the word with its address, byte by byte where the strobes say so; what it does to a bit is a
//!    matter of the field's access. A locked field stays.
//! 2. The word with the address of a read is put together from its readable fields and kept until the next read, so
//! that
//!    its data appear one cycle after it. Reads have their effects at the same edge.
//! 3. A window is a port of its memory for each way; its data come from the memory's own output register.
#include "decoder.h"

#include <algorithm>

namespace burin::registers::detail_registers {

namespace {

bool is_readable(Access access) {
  return access != Access::write_only && access != Access::secret && access != Access::pulse;
}

bool is_writable(Access access) {
  return access != Access::read_only && access != Access::clear_on_read && access != Access::snapshot;
}

/// Latched high words of the snapshot fields.
using Shadows = std::map<const FieldCore*, UInt<>>;

UInt<> zeros(uint32_t width) { return UInt<>(Bits(width)); }

/// The word as software reads it.
UInt<> read_value(const Word& word, const Shadows& shadows, uint32_t width) {
  std::vector<WordPart> parts;
  std::copy_if(word.parts.begin(), word.parts.end(), std::back_inserter(parts),
               [](const WordPart& part) { return is_readable(part.field->access()); });
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.word_low < b.word_low; });
  std::vector<detail::Value> pieces;  // from bit 0 up
  uint32_t reached = 0;
  for (const WordPart& part : parts) {
    if (part.word_low > reached) pieces.emplace_back(zeros(part.word_low - reached));
    const bool latched = part.field->access() == Access::snapshot && part.word_of_field > 0;
    const uint32_t shadow_low = part.field_low - width;  // the shadow holds what lies above the first word
    pieces.emplace_back(latched ? shadows.at(part.field).bits(int64_t{shadow_low} + part.width - 1, shadow_low)
                                : part.field->value(part.field_low + part.width - 1, part.field_low));
    reached = part.word_low + part.width;
  }
  if (reached < width) pieces.emplace_back(zeros(width - reached));
  std::reverse(pieces.begin(), pieces.end());
  return {detail::FromValue{}, detail::concatenate(pieces, Where{})};
}

/// What a write makes of some bits.
UInt<> written_value(Access access, const UInt<>& old, const UInt<>& data) {
  switch (access) {
    case Access::write_one_to_clear:
      return old & ~data;
    case Access::write_one_to_set:
      return old | data;
    case Access::toggle_on_one:
      return old ^ data;
    default:
      return data;
  }
}

void write_part(const WordPart& part, const MapAccess& access) {
  const uint32_t end = part.word_low + part.width;
  for (uint32_t byte = part.word_low / 8; byte * 8 < end; ++byte) {
    const uint32_t low = std::max(part.word_low, byte * 8);
    const uint32_t high = std::min(end, byte * 8 + 8) - 1;
    const uint32_t field_low = part.field_low + low - part.word_low;
    const uint32_t field_high = field_low + high - low;
    IF (access.strobes.bit(byte)) {
      const UInt<> data = access.data.bits(high, low);
      part.field->drive(field_high, field_low,
                        written_value(part.field->access(), part.field->value(field_high, field_low), data));
    }
  }
}

class Decoder {
 public:
  Decoder(const Layout& layout, const MapAccess& access)
      : layout_(layout),
        access_(access),
        width_(layout.word_bytes() * 8),
        write_word_(word_of(access.write_address)),
        read_word_(word_of(access.read_address)) {}

  MapReply decode() {
    make_shadows();
    const Bool write_error = make_writes();
    const Bool read_error = make_reads();
    make_strobes();
    return {write_error, read_error, read_data_};
  }

 private:
  [[nodiscard]] UInt<> word_of(const UInt<>& address) const {
    const int low = index_bits(layout_.word_bytes());
    return address.bits(int64_t{address.width()} - 1, low);
  }
  [[nodiscard]] uint64_t number(uint64_t offset) const { return offset / layout_.word_bytes(); }
  [[nodiscard]] static Bool refusal(Answer answer) { return answer == Answer::error; }
  [[nodiscard]] const MapOptions& options() const { return layout_.info().options; }

  void make_shadows() {
    for (const auto& [offset, word] : layout_.words()) {
      for (const WordPart& part : word.parts) {
        if (part.field->access() != Access::snapshot || part.word_of_field != 0) continue;
        const uint32_t field_width = part.field->field_width();
        if (field_width <= width_) continue;
        Reg<UInt<>> shadow{bits(field_width - width_), 0};
        std::string name = word.owner.name;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return c == '.' || c == '[' || c == ']'; }, '_');
        shadow.set_name(name + "_snapshot", name + "_snapshot");
        IF (access_.read & (read_word_ == number(offset))) {
          shadow = part.field->value(field_width - 1, width_);
        }
        shadows_.emplace(part.field, shadow);
      }
    }
  }

  Bool make_writes() {
    for (const auto& [offset, word] : layout_.words()) {
      for (const WordPart& part : word.parts) {
        if (part.field->access() == Access::pulse)
          part.field->drive(part.field_low + part.width - 1, part.field_low, zeros(part.width));
      }
    }
    Wire<Bool> error{"write_error"};
    error = refusal(options().unmapped);
    SWITCH (write_word_) {
      for (const auto& [offset, word] : layout_.words()) {
        CASE (number(offset)) {
          Bool refused = true;  // until a field of the word takes it
          for (const WordPart& part : word.parts) {
            if (!is_writable(part.field->access())) continue;
            const Bool open = part.field->locked() ? ~*part.field->locked() : Bool(true);
            refused = refused & ~open;
            IF (access_.write & open) {
              write_part(part, access_);
            }
          }
          error = options().refused == Answer::error ? refused : Bool(false);
        }
      }
    }
    for (const PlacedWindow& placed : layout_.windows()) {
      const Bool here = is_in(placed, write_word_);
      const bool writable = placed.window->access() != Access::read_only;
      IF (here) {
        error = refusal(writable ? Answer::okay : options().refused);
      }
      if (!writable) continue;
      IF (access_.write & here) {
        placed.window->memory.write_masked(index_in(placed, write_word_), access_.data, access_.strobes);
      }
    }
    return error;
  }

  Bool make_reads() {
    Wire<UInt<>> data{"word_read", zeros(width_)};
    Wire<Bool> error{"read_error"};
    data = 0;
    error = refusal(options().unmapped);
    SWITCH (read_word_) {
      for (const auto& [offset, word] : layout_.words()) {
        CASE (number(offset)) {
          const bool readable = std::any_of(word.parts.begin(), word.parts.end(),
                                            [](const WordPart& part) { return is_readable(part.field->access()); });
          if (readable) data = read_value(word, shadows_, width_);
          error = refusal(readable ? Answer::okay : options().refused);
          for (const WordPart& part : word.parts) {
            if (part.field->access() != Access::clear_on_read) continue;
            IF (access_.read) {
              part.field->drive(part.field_low + part.width - 1, part.field_low, zeros(part.width));
            }
          }
        }
      }
    }
    Reg<UInt<>> held{"read_data", bits(width_), 0};
    IF (access_.read) {
      held = data;
    }
    read_data_ = held;
    for (const PlacedWindow& placed : layout_.windows()) {
      const Access access = placed.window->access();
      const bool readable = access == Access::read_write || access == Access::read_only;
      const Bool here = is_in(placed, read_word_);
      IF (here) {
        error = refusal(readable ? Answer::okay : options().refused);
      }
      if (!readable) continue;
      Reg<Bool> was_here{"window_read", false};
      IF (access_.read) {
        was_here = here;
      }
      const UInt<> word =
          placed.window->memory.read_sync(index_in(placed, read_word_), {.enable = access_.read & here});
      read_data_ = mux(was_here, word, read_data_);
    }
    return error;
  }

  void make_strobes() {
    std::map<FieldCore*, std::pair<Bool, Bool>> strobes;
    for (const auto& [offset, word] : layout_.words()) {
      const Bool writes = access_.write & (write_word_ == number(offset));
      const Bool reads = access_.read & (read_word_ == number(offset));
      for (const WordPart& part : word.parts) {
        const int64_t first = part.word_low / 8;
        const int64_t last = (part.word_low + part.width - 1) / 8;
        Bool write = writes & reduce_or(access_.strobes.bits(last, first));
        if (!is_writable(part.field->access())) write = false;
        if (part.field->locked()) write = write & ~*part.field->locked();
        const auto [entry, inserted] = strobes.try_emplace(part.field, write, reads);
        if (inserted) continue;
        entry->second.first = entry->second.first | write;
        entry->second.second = entry->second.second | reads;
      }
    }
    for (auto& [field, pair] : strobes) field->set_strobes(pair.first, pair.second);
  }

  [[nodiscard]] Bool is_in(const PlacedWindow& window, const UInt<>& word) const {
    const uint64_t first = number(window.offset);
    const uint64_t last = first + window.words - 1;
    const Bool above = first == 0 ? Bool(true) : word >= first;
    return last + 1 >= uint64_t{1} << word.width() ? above : above & (word <= last);
  }
  [[nodiscard]] UInt<> index_in(const PlacedWindow& window, const UInt<>& word) const {
    return resize(word - number(window.offset), index_bits(window.words));
  }

  const Layout& layout_;
  const MapAccess& access_;
  uint32_t width_;
  UInt<> write_word_;
  UInt<> read_word_;
  Shadows shadows_;
  UInt<> read_data_;
};

}  // namespace

MapReply decode(const Layout& layout, const MapAccess& access) {
  const MapAccess known{.write = named(access.write, "map_write"),
                        .write_address = named(access.write_address, "map_write_address"),
                        .data = named(access.data, "map_write_data"),
                        .strobes = named(access.strobes, "map_write_strobes"),
                        .read = named(access.read, "map_read"),
                        .read_address = named(access.read_address, "map_read_address")};
  return Decoder(layout, known).decode();
}

}  // namespace burin::registers::detail_registers
