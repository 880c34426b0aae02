// SPDX-License-Identifier: Apache-2.0
//! @file designs.cpp
//! @brief Registers the designs of this repository for the command line.
#include <istream>
#include <string>

#include "burin/cli/design.h"
#include "designs/examples/rv32i/benchmark.h"
#include "designs/sha256/file.h"
#include "designs/sha256/self_test.h"
#include "dsig_test.h"
#include "efx_test.h"
#include "example_tests.h"

namespace burin {
namespace {

using cli::Design;

const auto kRunSelfTest = [](auto& bench) { self_test(bench); };

/// The command line itself tells how far a file has been read.
std::string hash(sim::Bench<sha256::Hasher>& bench, std::istream& input, const cli::Progress&) {
  return sha256::hash_file(bench, input);
}

const Design<examples::Counter> kCounter{"counter", "A counter with an enable", {.test = kRunSelfTest}};
const Design<examples::Fifo<UInt<8>>> kFifo{"fifo", "A first-in first-out buffer of bytes", {.test = kRunSelfTest}};
const Design<examples::UartTransmitter> kUartTransmitter{
    "uart-transmitter", "A serial transmitter, 8 data bits and one stop bit", {.test = kRunSelfTest}};
const Design<examples::UartReceiver> kUartReceiver{
    "uart-receiver", "A serial receiver, 8 data bits and one stop bit", {.test = kRunSelfTest}};
const Design<examples::Timer> kTimer{"timer", "A timer behind a register map on APB", {.test = kRunSelfTest}};
const Design<examples::FirFilter> kFirFilter{
    "fir-filter", "A low-pass filter of eight coefficients in fixed point", {.test = kRunSelfTest}};
const Design<rv32i::Benchmark> kRv32i{
    "rv32i", "An RV32I processor with its memories and a program to compute with", {.test = kRunSelfTest}};

const Design<dsig::RegisterFile> kDsigRegisters{
    "dsig-registers", "The register file of the DSig signature service on AXI4-Lite", {.test = kRunSelfTest}};

const Design<efx::Ccu> kEfxCcu{
    "efx-ccu", "The common computing unit of the FALCON accelerator EFX", {.test = kRunSelfTest}};
const Design<efx::Adder> kEfxAdd{
    "efx-add", "Sum and difference of two floating-point numbers, a pair a clock", {.test = kRunSelfTest}};
const Design<efx::MultiplyUnit> kEfxMultiply{
    "efx-multiply", "Products of floating-point numbers and of integers, one a clock", {.test = kRunSelfTest}};
const Design<efx::Divider> kEfxDivide{
    "efx-divide", "Quotients and square roots of floating-point numbers", {.test = kRunSelfTest}};
const Design<efx::Converter> kEfxConvert{
    "efx-convert", "Floating-point numbers to integers and back, one a clock", {.test = kRunSelfTest}};

const Design<sha256::Hasher> kHasher{
    "sha256", "SHA-256 of a stream of bytes, FIPS 180-4", {.test = kRunSelfTest, .run_file = hash}};
const Design<sha256::Core> kCore{
    "sha256-core", "SHA-256 compression of padded blocks, 1, 2 or 4 rounds a clock", {.test = kRunSelfTest}};
const Design<sha256::Pipeline> kPipeline{
    "sha256-pipeline", "SHA-256 compression unrolled to 64 stages, a block a clock", {.test = kRunSelfTest}};

}  // namespace
}  // namespace burin
