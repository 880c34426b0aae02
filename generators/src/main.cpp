// SPDX-License-Identifier: Apache-2.0
//! @file main.cpp
//! @brief Runs a command line and turns every way of failing into one line and an exit status.
#include "burin/cli/main.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"
#include "command_line.h"
#include "console.h"

namespace burin::cli {
namespace {

constexpr int kFine = 0;
constexpr int kUserError = 1;
constexpr int kUsageError = 2;
constexpr int kInternalError = 70;
constexpr int kInterrupted = 130;

/// The word with which shells ask what may come next; see completion.cpp.
constexpr std::string_view kComplete = "__complete";

void run(const std::vector<std::string>& words, const std::string& program, Console& console) {
  if (!words.empty() && words.front() == kComplete) {
    complete({words.begin() + (words.size() > 1 && words[1] == "--" ? 2 : 1), words.end()}, console);
  } else {
    const Request request = parse_command_line(words, program, console);
    if (request.text.empty()) {
      request.verb->run(request.call);
    } else {
      console.print(request.text);
    }
  }
  // Work that was too short to notice Ctrl-C must not look finished.
  throw_if_interrupted();
  console.finish();
}

}  // namespace

int main(int argc, char** argv) {
  std::string program = "burin";
  if (argc > 0 && argv[0][0] != '\0') program = std::filesystem::path(argv[0]).filename().string();
  Console console(program);
  const InterruptScope scope;
  try {
    run({argv + (argc > 0 ? 1 : 0), argv + argc}, program, console);
    return kFine;
  } catch (const Interrupted&) {
    console.error("interrupted");
    return kInterrupted;
  } catch (const DesignError& error) {
    console.tell(error.what());
    return kUserError;
  } catch (const UserError& error) {
    console.error(error.what());
    return kUserError;
  } catch (const UsageError& error) {
    console.error(error.what());
    return kUsageError;
  } catch (const std::bad_alloc&) {
    console.error("out of memory");
    return kUserError;
  } catch (const std::filesystem::filesystem_error& error) {
    console.error(error.what());
    return kUserError;
  } catch (const InternalError& error) {
    console.error(error.what());
    return kInternalError;
  } catch (const std::exception& error) {
    console.error(fmt::format("internal error: {}; please report it with the command line", error.what()));
    return kInternalError;
  }
}

}  // namespace burin::cli
