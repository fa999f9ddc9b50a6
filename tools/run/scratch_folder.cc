#include "tools/run/scratch_folder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <system_error>

#include "runtime/platform/fork.h"
#include "runtime/platform/signals.h"
#include "runtime/platform/temporary_folder.h"

namespace litevk::tools {
namespace {

// State that a signal handler may read: plain memory that is set before the handler is installed.
std::array<char, 4096> folder_name = {};
int owner = 0;

// Removes the folder, from a signal handler too. A child of fork() does not remove its parent's folder.
void RemoveFolder() {
  if (ProcessId() == owner) RemoveFolderInHandler(folder_name.data());
}

Status MakeFolder() {
  LITEVK_ASSIGN_OR_RETURN(const std::string name, MakeTemporaryFolder());
  if (name.size() >= folder_name.size()) {
    std::error_code ignored;
    std::filesystem::remove(name, ignored);
    return Unavailable("folder \"" + name + "\": its name is too long");
  }
  std::ranges::copy(name, folder_name.begin());
  owner = ProcessId();
  BeforeEndingSignals(RemoveFolder);
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
