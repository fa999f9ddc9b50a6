#include "runtime/platform/loaded_libraries.h"

#include <dlfcn.h>
#include <link.h>

namespace litevk {

bool ProcessExports(const char* name) { return dlsym(RTLD_DEFAULT, name) != nullptr; }

std::string LibraryThatExports(const char* name) {
  Dl_info info = {};
  const void* const symbol = dlsym(RTLD_DEFAULT, name);
  return symbol != nullptr && dladdr(symbol, &info) != 0 ? info.dli_fname : "";
}

bool AnyLoadedLibrary(bool (*is_wanted)(std::string_view path)) {
  const auto look = [](dl_phdr_info* info, size_t /*size*/, void* data) {
    return (*static_cast<bool (**)(std::string_view)>(data))(info->dlpi_name) ? 1 : 0;
  };
  return dl_iterate_phdr(look, static_cast<void*>(&is_wanted)) != 0;
}

bool MallocIsReplaced() {
  void* libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (libc == nullptr) return true;
  const bool is_replaced = dlsym(RTLD_DEFAULT, "malloc") != dlsym(libc, "malloc");
  dlclose(libc);
  return is_replaced;
}

}  // namespace litevk
