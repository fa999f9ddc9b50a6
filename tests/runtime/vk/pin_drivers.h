// Keeps the Vulkan drivers and layers loaded until the process ends. The loader would close them with the
// last instance, and leak reports could not name the library (lsan.supp lists those that leak).
#pragma once

#include <dlfcn.h>
#include <link.h>

#include <string>
#include <vector>

namespace litevk {

inline void PinDrivers() {
  std::vector<std::string> paths;
  constexpr auto collect = [](dl_phdr_info* object, size_t /*size*/, void* data) {
    static_cast<std::vector<std::string>*>(data)->emplace_back(object->dlpi_name);
    return 0;
  };
  dl_iterate_phdr(collect, &paths);
  for (const std::string& path : paths) {
    for (const char* part : {"libvulkan", "libVkLayer", "libvk_"}) {
      if (path.find(part) == std::string::npos) continue;
      dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
    }
  }
}

}  // namespace litevk
