#include <dlfcn.h>

#include <climits>
#include <cstdio>
#include <cstring>

#include "runtime/platform/library_beside.h"

namespace litevk {

void* FunctionBeside(const void* address, const char* const* paths, size_t count, const char* function,
                     char* problem, size_t problem_bytes) {
  Dl_info info = {};
  const char* const own = dladdr(address, &info) != 0 ? info.dli_fname : "";
  const char* const slash = std::strrchr(own, '/');
  const int folder_bytes = slash == nullptr ? 0 : static_cast<int>(slash + 1 - own);
  std::snprintf(problem, problem_bytes, "%s", "no library was looked for");
  for (size_t i = 0; i < count; ++i) {
    char path[PATH_MAX];
    std::snprintf(path, sizeof path, "%.*s%s", folder_bytes, own, paths[i]);
    void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      // The first path is the one that a user expects. dlerror() holds its name.
      if (i == 0) std::snprintf(problem, problem_bytes, "%s", dlerror());
      continue;
    }
    void* const found = dlsym(library, function);
    if (found == nullptr) std::snprintf(problem, problem_bytes, "%s has no function %s", path, function);
    return found;
  }
  return nullptr;
}

}  // namespace litevk
