// SPDX-License-Identifier: Apache-2.0
//! @file process.cpp
//! @brief Runs a program in a process group of its own.
//!
//! 1. Look the program up, prepare argv and envp: nothing may allocate between fork and exec.
//! 2. Fork; the child makes its own group, redirects output to one pipe and executes. A second pipe that closes
//!    on exec carries the error number when that fails.
//! 3. The parent reads the pipe until it ends, in slices of 50 ms that look at the clock and at Ctrl-C.
//! 4. At the limit or on Ctrl-C: SIGTERM to the group, two seconds of grace, SIGKILL.
#include "burin/base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <system_error>

#include "burin/base/diagnostics.h"
#include "burin/base/interrupt.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every libc declares it

namespace burin {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kTailBytes = size_t{64} * 1024;
constexpr auto kSlice = std::chrono::milliseconds(50);
constexpr auto kGrace = std::chrono::milliseconds(2000);

std::string error_text(int number) { return std::generic_category().message(number); }

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_ = -1;
};

void make_pipe(Descriptor& read_end, Descriptor& write_end) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw UserError(fmt::format("cannot make a pipe: {}", error_text(errno)));
  read_end.reset(ends[0]);
  write_end.reset(ends[1]);
}

/// Splits a stream into lines, keeps its tail and copies it to the log.
class OutputSink {
 public:
  explicit OutputSink(const ProcessRequest& request) : request_(&request) {
    if (request.log.empty()) return;
    log_.reset(open(request.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (log_.get() < 0) {
      throw UserError(fmt::format("cannot write {}: {}", request.log.string(), error_text(errno)));
    }
  }

  void add(std::string_view bytes) {
    write_log(bytes);
    tail_.append(bytes);
    if (tail_.size() > 2 * kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
    if (!request_->on_line) return;
    line_.append(bytes);
    size_t begin = 0;
    for (size_t end; (end = line_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      request_->on_line(std::string_view(line_).substr(begin, end - begin));
    }
    line_.erase(0, begin);
  }

  std::string finish() {
    if (request_->on_line && !line_.empty()) request_->on_line(line_);
    if (tail_.size() > kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
    return std::move(tail_);
  }

 private:
  void write_log(std::string_view bytes) {
    while (log_.get() >= 0 && !bytes.empty()) {
      const ssize_t written = write(log_.get(), bytes.data(), bytes.size());
      if (written < 0) {
        if (errno == EINTR) continue;
        throw UserError(fmt::format("cannot write {}: {}", request_->log.string(), error_text(errno)));
      }
      bytes.remove_prefix(static_cast<size_t>(written));
    }
  }

  const ProcessRequest* request_;
  Descriptor log_;
  std::string tail_;
  std::string line_;
};

/// A running child; dies with this object.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) stop();
  }

  void adopt(pid_t pid) { pid_ = pid; }

  /// True when the child has ended; its status and resource use are then known.
  bool poll() {
    if (pid_ <= 0) return true;
    const pid_t got = wait4(pid_, &status_, WNOHANG, &usage_);
    if (got != pid_) return false;
    // What the child started in its group must not outlive it.
    kill(-pid_, SIGKILL);
    pid_ = -1;
    return true;
  }

  /// Ends the whole group: politely, then not.
  void stop() {
    kill(-pid_, SIGTERM);
    const auto deadline = Clock::now() + kGrace;
    while (!poll()) {
      if (Clock::now() > deadline) kill(-pid_, SIGKILL);
      usleep(5000);
    }
  }

  [[nodiscard]] int status() const { return status_; }
  [[nodiscard]] const rusage& usage() const { return usage_; }

 private:
  pid_t pid_ = -1;
  int status_ = 0;
  rusage usage_{};
};

std::vector<std::string> merged_environment(const ProcessRequest& request) {
  std::map<std::string, std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos) variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : request.environment) variables[name] = value;
  std::vector<std::string> result;
  result.reserve(variables.size());
  for (const auto& [name, value] : variables) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// What the child does between fork and exec; only async-signal-safe calls.
[[noreturn]] void execute(const char* program, char** argv, char** envp, const char* folder, int output, int errors,
                          pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) signal(number, SIG_DFL);
  const int input = open("/dev/null", O_RDONLY);
  bool ready = input >= 0 && dup2(input, 0) >= 0 && dup2(output, 1) >= 0 && dup2(output, 2) >= 0;
  if (folder != nullptr) ready = ready && chdir(folder) == 0;
  if (ready) execve(program, argv, envp);
  const int number = errno;
  [[maybe_unused]] const ssize_t told = write(errors, &number, sizeof number);
  _exit(127);
}

/// Reads what is there now; false at the end of the stream.
bool drain(int descriptor, OutputSink& sink, std::chrono::milliseconds patience) {
  pollfd ready{descriptor, POLLIN, 0};
  const int count = ::poll(&ready, 1, static_cast<int>(patience.count()));
  if (count <= 0) return true;
  std::array<char, 16384> buffer{};
  const ssize_t got = read(descriptor, buffer.data(), buffer.size());
  if (got > 0) sink.add({buffer.data(), static_cast<size_t>(got)});
  return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace

std::optional<std::filesystem::path> find_program(std::string_view name) {
  const auto executable = [](const std::filesystem::path& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string_view::npos) {
    std::filesystem::path path(name);
    if (executable(path)) return path;
    return std::nullopt;
  }
  const char* variable = std::getenv("PATH");
  std::string_view folders = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!name.empty()) {
    const size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    std::filesystem::path path = (folder.empty() ? std::filesystem::path(".") : std::filesystem::path(folder)) / name;
    if (executable(path)) return path;
    if (colon == std::string_view::npos) break;
    folders.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

ProcessResult run_process(const ProcessRequest& request) {
  internal_check(!request.argv.empty(), "run_process needs a program");
  ProcessResult result;
  const InterruptScope scope;
  throw_if_interrupted();
  const std::optional<std::filesystem::path> program = find_program(request.argv[0]);
  if (!program) {
    result.outcome = ProcessOutcome::missing;
    return result;
  }
  std::error_code error;
  if (!request.folder.empty() && !std::filesystem::is_directory(request.folder, error)) {
    throw UserError(fmt::format("there is no folder {}", request.folder.string()));
  }
  OutputSink sink(request);

  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> variables = merged_environment(request);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(variables);
  // Relative programs are meant from here, not from the child's folder.
  const std::string path = std::filesystem::absolute(*program).string();
  const std::string folder = request.folder.string();
  Descriptor output_read;
  Descriptor output_write;
  Descriptor error_read;
  Descriptor error_write;
  make_pipe(output_read, output_write);
  make_pipe(error_read, error_write);

  const auto begin = Clock::now();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw UserError(fmt::format("cannot start {}: {}", request.argv[0], error_text(errno)));
  if (pid == 0) {
    execute(path.c_str(), const_cast<char**>(argv.data()), const_cast<char**>(envp.data()),
            folder.empty() ? nullptr : folder.c_str(), output_write.get(), error_write.get(), parent);
  }
  setpgid(pid, pid);  // here too: a kill may come before the child gets to it
  Child child;
  child.adopt(pid);
  output_write.close();
  error_write.close();

  int number = 0;
  ssize_t told = 0;
  do {
    told = read(error_read.get(), &number, sizeof number);
  } while (told < 0 && errno == EINTR);
  if (told == static_cast<ssize_t>(sizeof number)) {
    while (!child.poll()) usleep(1000);
    if (number == ENOENT || number == EACCES || number == ENOEXEC) {
      result.outcome = ProcessOutcome::missing;
      return result;
    }
    throw UserError(fmt::format("cannot start {}: {}", request.argv[0], error_text(number)));
  }

  bool open = true;
  bool timed_out = false;
  Clock::time_point ended{};
  for (;;) {
    if (open) {
      open = drain(output_read.get(), sink, kSlice);
    } else {
      usleep(1000);
    }
    if (child.poll()) {
      // The group is gone; only what is in the pipe remains.
      if (ended == Clock::time_point{}) ended = Clock::now();
      if (!open || Clock::now() - ended > std::chrono::seconds(1)) break;
      continue;
    }
    if (interrupted() || request.stop.stop_requested()) {
      child.stop();
      throw Interrupted();
    }
    if (request.timeout.count() > 0 && Clock::now() - begin > request.timeout) {
      timed_out = true;
      child.stop();
    }
  }
  result.seconds = std::chrono::duration<double>(ended - begin).count();
  result.output = sink.finish();
  result.peak_kib = static_cast<uint64_t>(child.usage().ru_maxrss);
  const int status = child.status();
  if (timed_out) {
    result.outcome = ProcessOutcome::timed_out;
  } else if (WIFSIGNALED(status)) {
    result.outcome = ProcessOutcome::signaled;
    result.signal = WTERMSIG(status);
  } else {
    result.exit_code = WEXITSTATUS(status);
  }
  return result;
}

std::string telling_line(std::string_view output) {
  constexpr size_t kLongest = 200;
  // A module may be called "error_counter", so the bare word says nothing.
  constexpr std::array<std::string_view, 4> kMarks = {"ERROR:", "%Error", "error:", "Error:"};
  std::string_view last;
  while (!output.empty()) {
    const size_t end = output.find('\n');
    std::string_view line = output.substr(0, end);
    output.remove_prefix(end == std::string_view::npos ? output.size() : end + 1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.remove_suffix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0) line.remove_prefix(1);
    if (line.empty()) continue;
    last = line;
    const auto marked = [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; };
    if (std::any_of(kMarks.begin(), kMarks.end(), marked)) break;
  }
  return std::string(last.substr(0, kLongest));
}

std::string failure_text(const ProcessResult& result) {
  switch (result.outcome) {
    case ProcessOutcome::missing:
      return "is not installed or not executable";
    case ProcessOutcome::timed_out:
      return fmt::format("did not end within {:.0f} s and was stopped", result.seconds);
    case ProcessOutcome::signaled: {
      const char* name = strsignal(result.signal);
      return fmt::format("{} signal {} ({}){}",
                         result.signal == SIGKILL || result.signal == SIGTERM ? "was killed by" : "crashed with",
                         result.signal, name != nullptr ? name : "unknown",
                         result.signal == SIGKILL ? ", often for lack of memory" : "");
    }
    case ProcessOutcome::exited:
      break;
  }
  if (result.exit_code == 0) return "";
  const std::string line = telling_line(result.output);
  return fmt::format("ended with status {}{}{}", result.exit_code, line.empty() ? "" : ": ", line);
}

}  // namespace burin
