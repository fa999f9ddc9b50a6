#include "runtime/platform/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "runtime/platform/posix_calls.h"

namespace litevk {

Result<std::string> MakeTemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) {
    return Unavailable(
        "there is no folder for temporary files, which the variable TMPDIR names, or else is /tmp: " +
        error.message());
  }
  std::string path = (parent / "litevk-XXXXXX").string();
  if (mkdtemp(path.data()) == nullptr) {
    return Unavailable("folder \"" + path + "\": cannot be made: " + LastError() +
                       "; the variable TMPDIR may name another folder for temporary files");
  }
  return path;
}

}  // namespace litevk
