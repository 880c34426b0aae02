// SPDX-License-Identifier: Apache-2.0
//! @file serve.cpp
//! @brief Register maps on AXI4-Lite, AHB-Lite and APB.
#include "burin/lib/registers/serve.h"

#include "../../lang/builder.h"
#include "decoder.h"

namespace burin::registers::detail_registers {

struct MapServer::Data {
  Layout layout;
};

MapServer::MapServer(std::string_view struct_name, const MapOptions& options, uint32_t data_width,
                     uint32_t address_width, const Where& where)
    : data_(new Data{Layout(struct_name, options, data_width, address_width, where)}) {
  detail::note_place(where);
}

MapServer::~MapServer() = default;

MapVisitor& MapServer::visitor() { return data_->layout; }

namespace {

/// Checks the layout and, where it stands, adds the documents to what comes out of the design.
template <typename Bus>
void publish(Layout& layout, BusInfo::Kind kind, const Bus& bus) {
  detail::Builder& b = detail::Builder::current(layout.where());
  layout.finish();
  BusInfo info{.kind = kind, .name = ""};
  const bool is_top = b.state().parent == ir::kNone;
  detail::for_each_member(bus, [&](std::string_view name, const auto& member) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (detail::is_port<Member>) {
      const ir::Signal& signal = b.module().signals[member.first_signal()];
      const std::string& port = signal.name;
      std::string logical(name);
      for (char& c : logical) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      info.name = port.substr(0, port.size() - std::min(port.size(), name.size() + 1));
      if (is_top) info.ports.emplace_back(logical, PortInfo{port, signal.kind == ir::SignalKind::input, signal.width});
    }
  });
  layout.info().bus = info;
  auto shared = std::make_shared<const MapInfo>(layout.info());
  detail::add_side_files([shared](const ir::Design& design) {
    static_cast<void>(design);
    return std::vector<SideFile>{{shared->name + ".h", c_header(*shared)},
                                 {shared->name + ".hpp", cpp_header(*shared)},
                                 {shared->name + ".md", markdown(*shared)},
                                 {shared->name + ".xml", ip_xact(*shared)}};
  });
}

/// What a data phase of AHB-Lite is at.
enum class Phase : uint8_t { idle, write, read, answer, failed };

Enum<AxiResponse> axi_response(const Bool& error) {
  return mux(error, AxiResponse::slverr, Enum<AxiResponse>(AxiResponse::okay));
}

}  // namespace

void MapServer::serve(AxiLite<Role::in>& bus) {
  publish(data_->layout, BusInfo::Kind::axi_lite, bus);
  const auto address = bits(bus.awaddr.width());

  // What comes before it can be used waits here, so no ready depends on a valid.
  Reg<Bool> address_waits{"write_address_waits", false};
  Reg<UInt<>> waiting_address{"waiting_write_address", address, 0};
  Reg<Bool> data_waits{"write_data_waits", false};
  Reg<UInt<>> waiting_data{"waiting_write_data", bits(bus.wdata.width()), 0};
  Reg<UInt<>> waiting_strobes{"waiting_write_strobes", bits(bus.wstrb.width()), 0};
  Reg<Bool> read_waits{"read_address_waits", false};
  Reg<UInt<>> waiting_read{"waiting_read_address", address, 0};
  Reg<Bool> write_answered{"write_answered", false};
  Reg<Bool> write_failed{"write_failed", false};
  Reg<Bool> read_answered{"read_answered", false};
  Reg<Bool> read_failed{"read_failed", false};

  const Bool has_address = address_waits | bus.awvalid;
  const Bool has_data = data_waits | bus.wvalid;
  const Bool has_read = read_waits | bus.arvalid;
  const Bool write = has_address & has_data & (~write_answered | bus.bready);
  const Bool read = has_read & (~read_answered | bus.rready);
  const MapReply reply = decode(data_->layout, {.write = write,
                                                .write_address = mux(address_waits, waiting_address, bus.awaddr),
                                                .data = mux(data_waits, waiting_data, bus.wdata),
                                                .strobes = mux(data_waits, waiting_strobes, bus.wstrb),
                                                .read = read,
                                                .read_address = mux(read_waits, waiting_read, bus.araddr)});

  address_waits = has_address & ~write;
  IF (~address_waits) {
    waiting_address = bus.awaddr;
  }
  data_waits = has_data & ~write;
  IF (~data_waits) {
    waiting_data = bus.wdata;
    waiting_strobes = bus.wstrb;
  }
  read_waits = has_read & ~read;
  IF (~read_waits) {
    waiting_read = bus.araddr;
  }
  write_answered = write | (write_answered & ~bus.bready);
  IF (write) {
    write_failed = reply.write_error;
  }
  read_answered = read | (read_answered & ~bus.rready);
  IF (read) {
    read_failed = reply.read_error;
  }

  bus.awready = ~address_waits;
  bus.wready = ~data_waits;
  bus.arready = ~read_waits;
  bus.bvalid = write_answered;
  bus.bresp = axi_response(write_failed);
  bus.rvalid = read_answered;
  bus.rresp = axi_response(read_failed);
  bus.rdata = reply.read_data;
}

// A write is done in its data phase, when its data are there. A read is begun in the first cycle of its data phase, so
// that it sees a write just before it, and answered in the second.
void MapServer::serve(AhbLite<Role::in>& bus) {
  publish(data_->layout, BusInfo::Kind::ahb_lite, bus);
  const uint32_t bytes = bus.hwdata.width() / 8;
  Reg<Enum<Phase>> phase{"data_phase", Phase::idle};
  Reg<UInt<>> address{"data_phase_address", bits(bus.haddr.width()), 0};
  Reg<UInt<>> strobes{"data_phase_strobes", bits(bytes), 0};

  const MapReply reply = decode(data_->layout, {.write = phase == Phase::write,
                                                .write_address = address,
                                                .data = bus.hwdata,
                                                .strobes = strobes,
                                                .read = phase == Phase::read,
                                                .read_address = address});
  const Bool error = mux(phase == Phase::write, reply.write_error, reply.read_error);
  bus.hreadyout = (phase != Phase::read) & ~((phase == Phase::write) & reply.write_error);
  bus.hresp = (phase == Phase::failed) | (((phase == Phase::write) | (phase == Phase::read)) & error);
  bus.hrdata = reply.read_data;

  const Bool asked = bus.hsel & ((bus.htrans == AhbTransfer::nonseq) | (bus.htrans == AhbTransfer::seq));
  // A word with the bytes of the transfer: 2^hsize ones, moved to their place.
  const UInt<> all = (~zext(UInt<1>(0), 2 * bytes)) << (zext<4>(UInt<1>(1)) << bus.hsize);
  const UInt<> lane = bus.haddr.bits(index_bits(bytes) - 1, 0);
  SWITCH (phase) {
    CASE (Phase::read) {
      phase = mux(reply.read_error, Phase::failed, Enum<Phase>(Phase::answer));
    }
    CASE (Phase::write) {
      IF (reply.write_error) {
        phase = Phase::failed;
      }
    }
    CASE (Phase::idle, Phase::answer, Phase::failed) {
    }
  }
  IF (bus.hready) {
    phase = mux(asked, mux(bus.hwrite, Phase::write, Enum<Phase>(Phase::read)), Phase::idle);
    address = bus.haddr;
    strobes = trunc(~all, bytes) << lane;
  }
}

// Both are begun in the setup cycle, which is one cycle long, and answered in the next.
void MapServer::serve(Apb<Role::in>& bus) {
  publish(data_->layout, BusInfo::Kind::apb, bus);
  Reg<Bool> failed{"access_failed", false};
  const Bool setup = bus.psel & ~bus.penable;
  const MapReply reply = decode(data_->layout, {.write = setup & bus.pwrite,
                                                .write_address = bus.paddr,
                                                .data = bus.pwdata,
                                                .strobes = bus.pstrb,
                                                .read = setup & ~bus.pwrite,
                                                .read_address = bus.paddr});
  IF (setup) {
    failed = mux(bus.pwrite, reply.write_error, reply.read_error);
  }
  bus.pready = true;
  bus.prdata = reply.read_data;
  bus.pslverr = bus.psel & bus.penable & failed;
}

}  // namespace burin::registers::detail_registers
