#include "runtime/vk/instance/driver_libraries.h"

#include <dlfcn.h>
#include <link.h>

#include <set>
#include <string>
#include <string_view>

#include "runtime/base/files.h"
#include "runtime/vk/instance/driver_manifests.h"

namespace litevk::vk {
namespace {

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsLlvm(std::string_view path) { return FileName(path).starts_with("libLLVM"); }

// Returns the library that exports LLVM's function names to the whole process without being LLVM's own, whose
// names have versions. Nothing if there is none.
std::string ForeignLlvm() {
  for (const char* name : {"LLVMContextCreate", "_ZTVN4llvm11raw_ostreamE"}) {
    Dl_info info = {};
    const void* symbol = dlsym(RTLD_DEFAULT, name);
    if (symbol != nullptr && dladdr(symbol, &info) != 0 && !IsLlvm(info.dli_fname)) return info.dli_fname;
  }
  return "";
}

bool LlvmIsLoaded() {
  const auto is_llvm = [](dl_phdr_info* info, size_t /*size*/, void* /*data*/) {
    return IsLlvm(info->dlpi_name) ? 1 : 0;
  };
  return dl_iterate_phdr(is_llvm, nullptr) != 0;
}

// True if the library's file mentions LLVM's. A library without a path is found by the system, and never
// Mesa's.
bool UsesLlvm(const std::string& library) {
  const auto bytes = ReadFile(library);
  return bytes.ok() && bytes->find("libLLVM") != std::string::npos;
}

bool MallocIsReplaced() {
  void* libc = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (libc == nullptr) return true;
  const bool is_replaced = dlsym(RTLD_DEFAULT, "malloc") != dlsym(libc, "malloc");
  dlclose(libc);
  return is_replaced;
}

// Returns why no library may search itself first, even before libc; empty if it may.
std::string_view ObstacleToDeepBinding(bool llvm_is_bound) {
  for (const char* runtime : {"__asan_init", "__tsan_init", "__msan_init"}) {
    if (dlsym(RTLD_DEFAULT, runtime) != nullptr) return "a sanitizer has to be found first";
  }
  if (MallocIsReplaced()) return "malloc() is replaced";
  return LlvmIsLoaded() && !llvm_is_bound ? "an LLVM library was loaded before" : "";
}

Status Refused(const std::string& library, const std::string& llvm, std::string_view obstacle) {
  return Unavailable("vulkan driver \"" + library + "\": expected to find its own LLVM, found that of \"" +
                     llvm + "\", which serves the whole process and cannot be kept out, as " +
                     std::string(obstacle) +
                     "; another process, or VK_DRIVER_FILES with a driver without LLVM, can do without it");
}

}  // namespace

Status OpenDriverLibraries() {
  static std::set<std::string> opened;
  static bool llvm_is_bound = false;
  const std::string llvm = ForeignLlvm();
  const std::string_view obstacle = llvm.empty() ? "" : ObstacleToDeepBinding(llvm_is_bound);
  for (const std::string& library : DriverLibraries()) {
    if (opened.contains(library)) continue;
    if (!obstacle.empty() && UsesLlvm(library)) return Refused(library, llvm, obstacle);
    const int deep = !llvm.empty() && obstacle.empty() ? RTLD_DEEPBIND : 0;
    // Never closed: drivers stay for the life of the process (KeepDriversLoaded in instance.cc).
    if (dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | deep) != nullptr) opened.insert(library);
  }
  llvm_is_bound = LlvmIsLoaded();
  return {};
}

}  // namespace litevk::vk
