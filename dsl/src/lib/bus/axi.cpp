// SPDX-License-Identifier: Apache-2.0
//! @file axi.cpp
//! @brief AXI4: addresses and lengths of bursts.
#include "burin/lib/bus/axi.h"

#include "burin/lang/memory.h"

namespace burin {

UInt<> next_axi_address(const UInt<>& address, const UInt<8>& len, const UInt<3>& size, const Enum<AxiBurst>& burst) {
  const uint32_t width = address.width();
  const uint32_t wide = width < 16 ? 16 : width;  // 16 beats of 128 bytes are 2^11 bytes
  const UInt<> at = zext(address, wide);
  const UInt<> step = zext(UInt<1>(1), wide) << size;
  const UInt<> aligned = (at >> size) << size;  // only the first address of a burst may be unaligned
  const UInt<> next = aligned + step;
  const UInt<> inside = ((zext(len, wide) + 1) << size) - 1;  // a mask, as wrapping bursts have 2^n beats
  const UInt<> wrapped = (at & ~inside) | (next & inside);
  const UInt<> result = mux(burst == AxiBurst::fixed, at, mux(burst == AxiBurst::wrap, wrapped, next));
  return trunc(result, width);
}

namespace detail_bus {

void check_axi_request(const ProtocolRules& rules, const Bool& valid, const UInt<>& address, const UInt<8>& len,
                       const UInt<3>& size, const Enum<AxiBurst>& burst, uint32_t data_width) {
  rules.rule(~valid | (size <= index_bits(data_width / 8)), "AXI4: a burst is wider than the data");
  const Bool fits_wrap = (len == 1) | (len == 3) | (len == 7) | (len == 15);
  const UInt<8> below_size = ~(UInt<8>(0xff) << size);
  const Bool is_aligned = (resize<8>(address) & below_size) == 0;
  rules.rule(~valid | (burst != AxiBurst::wrap) | (fits_wrap & is_aligned),
             "AXI4: a wrapping burst of another length than 2, 4, 8 or 16, or not aligned");
  rules.rule(~valid | (burst != AxiBurst::fixed) | (len < 16), "AXI4: a fixed burst of more than 16 beats");
  // The last byte of the burst from the start of the first one's 4 KiB: at most 256 beats of 128 bytes.
  const UInt<16> begin = (zext<16>(resize<12>(address)) >> size) << size;
  const UInt<16> bytes = (zext<16>(len) + 1) << size;
  rules.rule(~valid | (burst != AxiBurst::incr) | (begin + bytes <= 4096), "AXI4: a burst crosses 4 KiB");
  rules.rule(~valid | (burst.as_uint() != 3), "AXI4: a burst of no kind");
}

Bool check_axi_lengths(const ProtocolRules& rules, const Bool& asked, const UInt<8>& len, const Bool& beat,
                       const Bool& last, const Bool& taken, const char* message) {
  // Two queues of 16: lengths that were asked for, and lengths that came. Their heads belong together.
  Memory<UInt<8>> wanted{16};
  Memory<UInt<8>> came{16};
  wanted.set_name("protocol_wanted", "protocol_wanted");
  came.set_name("protocol_came", "protocol_came");
  Reg<UInt<5>> wanted_in{"protocol_wanted_in", 0};
  Reg<UInt<5>> came_in{"protocol_came_in", 0};
  Reg<UInt<5>> out{"protocol_compared", 0};
  Reg<UInt<8>> count{"protocol_beats", 0};
  Reg<UInt<5>> complete{"protocol_complete", 0};

  IF (asked) {
    wanted.write(wanted_in.bits<3, 0>(), len);
    wanted_in = wanted_in + 1;
  }
  IF (beat) {
    count = count + 1;
    IF (last) {
      came.write(came_in.bits<3, 0>(), count);
      came_in = came_in + 1;
      count = 0;
    }
  }
  const Bool both = (wanted_in != out) & (came_in != out);
  IF (both) {
    out = out + 1;
  }
  rules.rule(~both | (wanted.read(out.bits<3, 0>()) == came.read(out.bits<3, 0>())), message);
  rules.rule((wanted_in - out <= 16) & (came_in - out <= 16), "AXI4: more than 16 bursts ahead of their data");

  // A burst that has ended in the cycle before is complete in this one, before its length is compared.
  const UInt<5> ends = mux(wanted_in - complete < came_in - complete, wanted_in, came_in);
  IF (taken & (ends != complete)) {
    complete = complete + 1;
  }
  return ends != complete;
}

}  // namespace detail_bus
}  // namespace burin
