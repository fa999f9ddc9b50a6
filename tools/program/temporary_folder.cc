#include "tools/program/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace litevk::tools {

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
    return Unavailable("folder \"" + path + "\": cannot be made: " + std::strerror(errno) +
                       "; the variable TMPDIR may name another folder for temporary files");
  }
  return path;
}

}  // namespace litevk::tools
