// SPDX-License-Identifier: Apache-2.0
//! @file serve.h
//! @brief `serve(bus, map)`: makes a register map answer on a bus.
#pragma once

#include <memory>

#include "burin/lib/bus/ahb_lite.h"
#include "burin/lib/bus/apb.h"
#include "burin/lib/bus/axi_lite.h"
#include "burin/lib/registers/map_info.h"
#include "burin/lib/registers/walk.h"

namespace burin::registers {

namespace detail_registers {

/// Lays a map out and makes its hardware.
class MapServer {
 public:
  MapServer(std::string_view struct_name, const MapOptions& options, uint32_t data_width, uint32_t address_width,
            const Where& where);
  ~MapServer();
  MapServer(const MapServer&) = delete;
  MapServer& operator=(const MapServer&) = delete;
  MapVisitor& visitor();
  void serve(AxiLite<Role::in>& bus);
  void serve(AhbLite<Role::in>& bus);
  void serve(Apb<Role::in>& bus);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace detail_registers

/// Makes `map` answer on `bus`, an AXI4-Lite, AHB-Lite or APB subordinate of 32 bits and of the module whose member the
/// map is, and has its headers, its page and its IP-XACT file made beside the Verilog. Reading and writing go on beside
/// each other on AXI4-Lite, where either is answered in the next cycle and each cycle can begin one; AHB-Lite reads
/// have one wait state, its writes and APB have none. Call it once, in front of the assignments to the map's fields.
///
/// Registers that overlap (B0901), gaps that are not `Reserved` (B0902) and what does not fit (B0903) are reported at
/// the member's line.
template <typename Bus, typename Map>
void serve(Bus& bus, Map& map, const MapOptions& options = {}, const Where& where = Where::current()) {
  static_assert(std::is_aggregate_v<Map>, "Burin: a register map is a plain struct of fields, registers and arrays");
  detail_registers::MapServer server(detail::type_name<Map>(), options, static_cast<uint32_t>(bus.widths.data),
                                     static_cast<uint32_t>(bus.widths.address), where);
  detail_registers::walk_members(map, server.visitor());
  server.serve(bus);
}

}  // namespace burin::registers
