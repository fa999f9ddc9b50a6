#include "runtime/platform/environment.h"

#include <cstdlib>
#include <system_error>

namespace litevk {

const char* TrustedVariable(const char* name) { return secure_getenv(name); }

void SetVariable(const char* name, const std::string& value) { setenv(name, value.c_str(), /*replace=*/1); }

std::filesystem::path ProgramPath() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored);
}

}  // namespace litevk
