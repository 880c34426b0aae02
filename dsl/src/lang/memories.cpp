// SPDX-License-Identifier: Apache-2.0
//! @file memories.cpp
//! @brief Memories, their ports and their contents.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "builder.h"

namespace burin::detail {

Bits word_of(const Literal& literal, std::span<const Leaf> shape, const Where& where) {
  if (shape.size() != 1) {
    report_shape_mismatch("a C++ integer stands for a word of several fields", where);
    return {};
  }
  const Value value = Value::of_literal(literal, dynamic, shape.front().sort, where);
  Builder& b = Builder::current(where);
  return b.literal_bits(value, shape.front().width, shape.front().sort, b.locate(where));
}

void MemoryCore::declare(Collector& element, Count words, const MemoryOptions& options, bool read_only,
                         const Where& where) {
  Builder& b = Builder::current(where);
  b.settle();
  const LocationId location = b.locate_declaration(where);
  ir::Memory memory;
  for (const Leaf& leaf : element.leaves) {
    if (!leaf.has_shape) {
      b.report_member(DiagnosticId::shape_missing, location,
                      fmt::format("memory {} is declared without the width of its words", kMemberName),
                      "a width, where the type does not state it",
                      "{depth, bits(8)} behind its name, with the width that you mean");
    }
    memory.width += leaf.width;
  }
  const int64_t depth = words.value;
  memory.depth = static_cast<uint64_t>(depth);
  memory.type = element.type();
  memory.style = options.style;
  memory.attributes = options.attributes;
  memory.location = location;
  memory.read_only = read_only;
  memory.granule = options.granule;
  if (depth <= 0 || depth > (int64_t{1} << 32)) {
    b.report_member(DiagnosticId::memory_shape, location, fmt::format("memory {} has {} words", kMemberName, depth),
                    "1 to 2^32 words", "another depth, or Optional<Memory<T>> for a memory that may be missing");
    memory.depth = 1;
  }
  if (!options.style.empty() && options.style != "block" && options.style != "distributed" &&
      options.style != "registers" && options.style != "ultra") {
    b.report_member(DiagnosticId::memory_shape, location,
                    fmt::format("memory {} has the style \"{}\", which does not exist", kMemberName, options.style),
                    "\"block\", \"distributed\", \"registers\", \"ultra\" or nothing", "one of these");
  }
  if (options.granule != 0 && (memory.width == 0 || memory.width % options.granule != 0)) {
    b.report_member(DiagnosticId::memory_mask, location,
                    fmt::format("memory {} has words of {} and a mask bit for every {}", kMemberName,
                                bits_text(memory.width), bits_text(options.granule)),
                    "a granule that divides the width of a word", "another granule, or another width");
    memory.granule = memory.width;
  }
  if (options.contents.size() > memory.depth) {
    b.report_member(
        DiagnosticId::memory_contents, location,
        fmt::format("memory {} has {} words, its contents have {}", kMemberName, memory.depth, options.contents.size()),
        "at most one word for each address", "a larger depth, or shorter contents");
  }
  for (const Bits& word : options.contents) {
    if (word.width() != memory.width) {
      b.report_member(DiagnosticId::memory_contents, location,
                      fmt::format("memory {} has words of {}, its contents one of {}", kMemberName,
                                  bits_text(memory.width), bits_text(word.width())),
                      "contents as wide as the words", fmt::format("Bits({}, value)", memory.width));
      break;
    }
  }
  for (size_t i = 0; i < options.contents.size() && i < memory.depth; ++i)
    memory.contents.push_back(options.contents[i].resize(memory.width));
  memory.name = read_only ? "rom" : "memory";
  depth_ = memory.depth;
  width_ = memory.width;
  id_ = static_cast<ir::MemoryId>(b.module().memories.size());
  module_ = b.here_id();
  b.module().memories.push_back(std::move(memory));
}

void MemoryCore::set_name(std::string_view name, std::string_view path) {
  Builder& b = Builder::current(Where{});
  ir::Module& m = b.design->module(module_);
  m.memories[id_].name = name;
  b.name_declaration(module_, m.memories[id_].location, path);
  for (const ir::ReadPort& port : m.memories[id_].reads) {
    if (m.signals[port.data].generated_name) m.signals[port.data].name = std::string(name) + m.signals[port.data].name;
  }
}

namespace {

/// The memory, when it belongs to the module at hand.
ir::Memory* memory_here(Builder& b, ir::ModuleId owner, ir::MemoryId id, LocationId location) {
  if (owner == b.here_id()) return &b.module().memories[id];
  const ir::Memory& memory = b.design->module(owner).memories[id];
  b.report(DiagnosticId::foreign_value, location,
           fmt::format("memory `{}` of module {} is used in module {}", memory.name, b.design->module(owner).base_name,
                       b.module().base_name),
           "memories of the module at hand", "ports that pass address and data on",
           {{memory.location, "declared here"}});
  return nullptr;
}

ir::NodeId address_node(Builder& b, const ir::Memory& memory, const AnyOperand& address, LocationId location) {
  const auto width = static_cast<int64_t>(index_bits(memory.depth));
  if (address.value.is_literal()) {
    const std::optional<int64_t> number = literal_integer(address.value);
    if (!number || *number < 0 || static_cast<uint64_t>(*number) >= memory.depth) {
      b.report(
          DiagnosticId::index_out_of_range, location,
          fmt::format("address {} of memory `{}`, which has {} words", number.value_or(-1), memory.name, memory.depth),
          fmt::format("an address of 0 to {}", memory.depth - 1), "another address, or a larger depth");
      return b.constant(Bits(static_cast<uint32_t>(width)), location);
    }
  }
  return b.use(address.value, location, width);
}

ir::SignalId read_data(Builder& b, ir::MemoryId id, LocationId location) {
  ir::Memory& memory = b.module().memories[id];
  ir::Signal signal;
  signal.name = fmt::format("{}_read_{}", memory.name, memory.reads.size());
  signal.kind = ir::SignalKind::memory_read;
  signal.width = memory.width;
  signal.type = memory.type;
  signal.location = location;
  signal.detail = id;
  signal.detail_port = static_cast<uint32_t>(memory.reads.size());
  signal.generated_name = true;
  return b.module().add_signal(std::move(signal));
}

}  // namespace

Value MemoryCore::read_port(const AnyOperand& address) const {
  Builder& b = Builder::current(address.where);
  b.settle();
  const LocationId location = b.locate(address.where);
  ir::Memory* memory = memory_here(b, module_, id_, location);
  if (memory == nullptr) return b.wrap(b.constant(Bits(width_), location));
  ir::ReadPort port;
  port.address = address_node(b, *memory, address, location);
  port.location = location;
  port.data = read_data(b, id_, location);
  b.module().memories[id_].reads.push_back(port);
  return b.wrap(b.module().read(port.data, location));
}

Value MemoryCore::sync_read_port(const AnyOperand& address, const ReadOptions& options) const {
  Builder& b = Builder::current(address.where);
  b.settle();
  const LocationId location = b.locate(address.where);
  ir::Memory* memory = memory_here(b, module_, id_, location);
  if (memory == nullptr) return b.wrap(b.constant(Bits(width_), location));
  ir::ReadPort port;
  port.synchronous = true;
  port.clock = b.clock_for(options.clock, location);
  port.address = address_node(b, *memory, address, location);
  if (options.enable) port.enable = b.use(*options.enable, location, 1);
  port.policy = options.policy;
  if (port.policy == ir::ReadUnderWrite::undefined &&
      options.no_collision.find_first_not_of(" \t") == std::string_view::npos) {
    b.state().undefined_reads.push_back({id_, static_cast<uint32_t>(b.module().memories[id_].reads.size())});
  }
  port.location = location;
  port.data = read_data(b, id_, location);
  b.module().memories[id_].reads.push_back(port);
  return b.wrap(b.module().read(port.data, location));
}

void MemoryCore::write_port(const AnyOperand& address, const Value& data, const Value* mask,
                            const ClockReference& clock) const {
  Builder& b = Builder::current(address.where);
  const LocationId location = b.locate(address.where);
  b.settle_for_action();
  ir::Memory* memory = memory_here(b, module_, id_, location);
  if (memory == nullptr) return;
  ir::WritePort port;
  port.clock = b.clock_for(clock, location);
  port.address = address_node(b, *memory, address, location);
  port.data = b.use(data, location, width_);
  if (b.module().width(port.data) != width_ && !b.is_poisoned(port.data)) {
    b.report(DiagnosticId::width_mismatch, location,
             fmt::format("a word of {} is written to memory `{}` of {}", bits_text(b.module().width(port.data)),
                         memory->name, bits_text(width_)),
             "equal widths", fmt::format("resize(data, {})", width_));
  }
  port.data = b.fit(port.data, width_);
  port.location = location;
  if (mask != nullptr) {
    const uint32_t granule = memory->granule;
    if (granule == 0) {
      b.report(DiagnosticId::memory_mask, location,
               fmt::format("a masked write to memory `{}`, which has no granule", memory->name),
               "a memory with a granule", "{.granule = 8} in its declaration, for a mask bit a byte",
               {{memory->location, "declared here"}});
    } else {
      port.mask = b.use(*mask, location, width_ / granule);
      if (b.module().width(port.mask) != width_ / granule) {
        b.report(
            DiagnosticId::memory_mask, location,
            fmt::format("a mask of {} for memory `{}`, whose words have {} granules of {}",
                        bits_text(b.module().width(port.mask)), memory->name, width_ / granule, bits_text(granule)),
            "one mask bit a granule", fmt::format("a mask of {}", bits_text(width_ / granule)),
            {{memory->location, "declared here"}});
        port.mask = b.fit(port.mask, width_ / granule);
      }
    }
  }
  b.guard(Guarded::Kind::memory_write, id_, static_cast<uint32_t>(b.module().memories[id_].writes.size()));
  b.module().memories[id_].writes.push_back(port);
}

}  // namespace burin::detail

namespace burin {

std::vector<Bits> contents_of_file(const std::string& path, uint32_t width, const Where& where) {
  detail::Builder& b = detail::Builder::current(where);
  const LocationId location = b.locate(where);
  const auto fail = [&](const std::string& what) {
    b.report(DiagnosticId::memory_file, location, what, "a text file of hexadecimal numbers",
             "one number a word, separated by blanks or lines; // for comments; @1f to go on at address 0x1f");
    return std::vector<Bits>{Bits(width)};  // not none, which would be a mistake of its own
  };
  std::ifstream file(path);
  if (!file) return fail(fmt::format("the file {} cannot be read", path));
  std::vector<Bits> words;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream tokens(line.substr(0, line.find("//")));
    std::string token;
    while (tokens >> token) {
      try {
        if (token.front() == '@') {
          const uint64_t address = Bits::parse(32, fmt::format("0x{}", token.substr(1))).to_uint64();
          if (address < words.size())
            return fail(fmt::format("{}:{}: address {} lies behind the words read so far", path, number, token));
          words.resize(address, Bits(width));
        } else {
          words.push_back(Bits::parse(width, fmt::format("0x{}", token)));
        }
      } catch (const std::invalid_argument&) {
        return fail(
            fmt::format("{}:{}: \"{}\" is no hexadecimal number of {}", path, number, token, detail::bits_text(width)));
      }
    }
  }
  return words;
}

}  // namespace burin
