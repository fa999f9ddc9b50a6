#include "tools/run/scratch_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tools/program/temporary_folder.h"

namespace litevk::tools {
namespace {

constexpr std::array kSignals = {SIGHUP, SIGINT,  SIGQUIT, SIGILL,  SIGABRT, SIGBUS,
                                 SIGFPE, SIGPIPE, SIGSEGV, SIGALRM, SIGTERM, SIGXCPU};

// State that a signal handler may read: plain memory that is set before the handler is installed.
std::array<char, PATH_MAX> folder_name = {};
pid_t owner = 0;

// Removes the files of one buffer of directory entries.
void UnlinkEntries(int folder, const char* entries, long bytes) {
  for (long at = 0; at < bytes;) {
    dirent64 entry;
    std::memcpy(&entry, entries + at, std::min<size_t>(sizeof(entry), static_cast<size_t>(bytes - at)));
    unlinkat(folder, entry.d_name, 0);
    at += entry.d_reclen;
  }
}

// Removes the folder with calls that are safe in a signal handler; opendir() would allocate. A child of
// fork() does not remove its parent's folder.
void RemoveFolder() {
  if (getpid() != owner) return;
  const int folder = open(folder_name.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  std::array<char, 4096> entries;
  long bytes = 0;
  while ((bytes = syscall(SYS_getdents64, folder, entries.data(), entries.size())) > 0) {
    UnlinkEntries(folder, entries.data(), bytes);
  }
  close(folder);
  rmdir(folder_name.data());
}

void RemoveAndEnd(int signal) {
  RemoveFolder();
  std::raise(signal);  // now the system's default action runs
}

// Handles the signals that end a process. Signals that are ignored or handled already stay as they are.
void HandleSignals() {
  struct sigaction action = {};
  action.sa_handler = RemoveAndEnd;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : kSignals) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }
}

Status MakeFolder() {
  LITEVK_ASSIGN_OR_RETURN(const std::string name, MakeTemporaryFolder());
  if (name.size() >= folder_name.size()) {
    rmdir(name.c_str());
    return Unavailable("folder \"" + name + "\": its name is too long");
  }
  std::ranges::copy(name, folder_name.begin());
  owner = getpid();
  HandleSignals();
  std::atexit(RemoveFolder);
  return {};
}

}  // namespace

Result<std::filesystem::path> ScratchFolder() {
  static const Status made = MakeFolder();
  if (!made.ok()) return made;
  return std::filesystem::path(folder_name.data());
}

}  // namespace litevk::tools
