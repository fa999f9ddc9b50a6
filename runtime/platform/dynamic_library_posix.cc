#include "runtime/platform/dynamic_library.h"

#include <dlfcn.h>

namespace litevk {

Result<DynamicLibrary> DynamicLibrary::Open(const std::string& name, Lookup lookup) {
  const int deep = lookup == Lookup::kOwnFirst ? RTLD_DEEPBIND : 0;
  void* const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | deep);
  if (handle == nullptr) return Unavailable(dlerror());
  return DynamicLibrary(handle);
}

void* DynamicLibrary::Address(const char* name) const { return dlsym(handle_, name); }

}  // namespace litevk
