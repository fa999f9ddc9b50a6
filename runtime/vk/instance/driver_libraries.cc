#include "runtime/vk/instance/driver_libraries.h"

#include <set>
#include <string>
#include <string_view>

#include "runtime/platform/dynamic_library.h"
#include "runtime/platform/files.h"
#include "runtime/platform/loaded_libraries.h"
#include "runtime/vk/instance/driver_manifests.h"

namespace litevk::vk {
namespace {

using Lookup = DynamicLibrary::Lookup;

std::string_view FileName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool IsLlvm(std::string_view path) { return FileName(path).starts_with("libLLVM"); }

// Returns the library that exports LLVM's function names to the whole process without being LLVM's own, whose
// names have versions. Nothing if there is none.
std::string ForeignLlvm() {
  for (const char* name : {"LLVMContextCreate", "_ZTVN4llvm11raw_ostreamE"}) {
    const std::string library = LibraryThatExports(name);
    if (!library.empty() && !IsLlvm(library)) return library;
  }
  return "";
}

bool LlvmIsLoaded() { return AnyLoadedLibrary(IsLlvm); }

// True if the library's file mentions LLVM's. A library without a path is found by the system, and never
// Mesa's.
bool UsesLlvm(const std::string& library) {
  const auto bytes = ReadFile(library);
  return bytes.ok() && bytes->find("libLLVM") != std::string::npos;
}

// Returns why no library may search itself first, even before libc; empty if it may.
std::string_view ObstacleToDeepBinding(bool llvm_is_bound) {
  for (const char* runtime : {"__asan_init", "__tsan_init", "__msan_init"}) {
    if (ProcessExports(runtime)) return "a sanitizer has to be found first";
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
    const bool searches_itself = !llvm.empty() && obstacle.empty();
    // Drivers stay for the life of the process (KeepDriversLoaded in instance.cc).
    if (DynamicLibrary::Open(library, searches_itself ? Lookup::kOwnFirst : Lookup::kProcessFirst).ok()) {
      opened.insert(library);
    }
  }
  llvm_is_bound = LlvmIsLoaded();
  return {};
}

}  // namespace litevk::vk
