#include "runtime/platform/signals.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace litevk {
namespace {

constexpr std::array kEndingSignals = {SIGHUP, SIGINT,  SIGQUIT, SIGILL,  SIGABRT, SIGBUS,
                                       SIGFPE, SIGPIPE, SIGSEGV, SIGALRM, SIGTERM, SIGXCPU};

// Handlers that are set before the system may call them.
void (*on_interrupt)() = nullptr;
void (*before_end)() = nullptr;

void HandleInterrupt(int /*signal*/) { on_interrupt(); }

void HandleEnd(int signal) {
  before_end();
  std::raise(signal);  // now the system's default action runs
}

// Removes the files of one buffer of directory entries.
void UnlinkEntries(int folder, const char* entries, long bytes) {
  for (long at = 0; at < bytes;) {
    dirent64 entry;
    std::memcpy(&entry, entries + at, std::min<size_t>(sizeof(entry), static_cast<size_t>(bytes - at)));
    unlinkat(folder, entry.d_name, 0);
    at += entry.d_reclen;
  }
}

}  // namespace

void OnNextInterrupt(void (*handler)()) {
  on_interrupt = handler;
  struct sigaction action = {};
  action.sa_handler = HandleInterrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
}

void BeforeEndingSignals(void (*handler)()) {
  before_end = handler;
  struct sigaction action = {};
  action.sa_handler = HandleEnd;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kEndingSignals) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }
}

void WriteErrorInHandler(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

// Reads the entries by a system call, since opendir() would allocate.
void RemoveFolderInHandler(const char* folder) {
  const int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  std::array<char, 4096> entries;
  long bytes = 0;
  while ((bytes = syscall(SYS_getdents64, opened, entries.data(), entries.size())) > 0) {
    UnlinkEntries(opened, entries.data(), bytes);
  }
  close(opened);
  rmdir(folder);
}

}  // namespace litevk
