#include "runtime/platform/library_name.h"

#include <filesystem>
#include <system_error>

namespace litevk {

std::string HintOnLibraryName(const std::string& name) {
  std::error_code ignored;
  if (name.find('/') != std::string::npos || !std::filesystem::exists(name, ignored)) return "";
  return "; a name without a slash is not looked for in the current folder: write ./" + name;
}

}  // namespace litevk
