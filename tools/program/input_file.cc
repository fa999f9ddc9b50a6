#include "tools/program/input_file.h"

#include <cerrno>
#include <system_error>

namespace litevk::tools {

Result<std::ifstream> OpenInputFile(const std::filesystem::path& path) {
  std::error_code ignored;
  // A stream can open a folder, and throws when it reads from it.
  if (std::filesystem::is_directory(path, ignored)) {
    return InvalidArgument(path.string() + ": is a folder, expected a file");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (file) return file;
  return InvalidArgument(path.string() + ": cannot be opened: " + std::generic_category().message(errno));
}

}  // namespace litevk::tools
