#include "runtime/vk/instance/symbols.h"

#include <mutex>
#include <optional>
#include <string>

#include "runtime/platform/dynamic_library.h"
#include "runtime/vk/instance/check.h"

namespace litevk::vk {
namespace {

constexpr const char* kLoaderNames[] = {"libvulkan.so.1", "libvulkan.so"};

// Returns null if no loader could be opened; a later call tries again.
const DynamicLibrary* OpenLoader() {
  static std::mutex mutex;
  static std::optional<DynamicLibrary> library;
  const std::lock_guard lock(mutex);
  for (const char* name : kLoaderNames) {
    if (library) break;
    if (const auto opened = DynamicLibrary::Open(name); opened.ok()) library = *opened;
  }
  return library ? &*library : nullptr;
}

VkResult FindLoader(const DynamicLibrary*& library) {
  library = OpenLoader();
  return library == nullptr ? VK_ERROR_INITIALIZATION_FAILED : VK_SUCCESS;
}

Status Missing(const char* table, const char* name) {
  return Unavailable(std::string(table) + ": expected function " + name + ", found none");
}

}  // namespace

Result<GlobalFunctions> LoadGlobalFunctions() {
  const DynamicLibrary* library = nullptr;
  if (!Check("dlopen", [&] { return FindLoader(library); }).ok()) {
    return Unavailable(
        "vulkan loader: expected libvulkan.so.1 on the library path, found none (Debian: apt-get install "
        "libvulkan1 and a driver, such as mesa-vulkan-drivers)");
  }
  GlobalFunctions functions;
  functions.vkGetInstanceProcAddr = library->Find<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr");
  if (functions.vkGetInstanceProcAddr == nullptr) return Missing("vulkan loader", "vkGetInstanceProcAddr");
#define LITEVK_LOAD(name)                                                                         \
  functions.name = reinterpret_cast<PFN_##name>(functions.vkGetInstanceProcAddr(nullptr, #name)); \
  if (functions.name == nullptr) return Missing("vulkan loader (1.1 or newer)", #name);
  LITEVK_GLOBAL_FUNCTIONS(LITEVK_LOAD)
#undef LITEVK_LOAD
  return functions;
}

Result<InstanceFunctions> LoadInstanceFunctions(const GlobalFunctions& global, VkInstance instance) {
  InstanceFunctions functions;
#define LITEVK_LOAD_OPTIONAL(name) \
  functions.name = reinterpret_cast<PFN_##name>(global.vkGetInstanceProcAddr(instance, #name));
#define LITEVK_LOAD(name)    \
  LITEVK_LOAD_OPTIONAL(name) \
  if (functions.name == nullptr) return Missing("vulkan instance", #name);
  LITEVK_INSTANCE_FUNCTIONS(LITEVK_LOAD)
  LITEVK_OPTIONAL_INSTANCE_FUNCTIONS(LITEVK_LOAD_OPTIONAL)
#undef LITEVK_LOAD
#undef LITEVK_LOAD_OPTIONAL
  return functions;
}

Result<DeviceFunctions> LoadDeviceFunctions(const InstanceFunctions& instance, VkDevice device) {
  DeviceFunctions functions;
#define LITEVK_LOAD_OPTIONAL(name) \
  functions.name = reinterpret_cast<PFN_##name>(instance.vkGetDeviceProcAddr(device, #name));
#define LITEVK_LOAD(name)    \
  LITEVK_LOAD_OPTIONAL(name) \
  if (functions.name == nullptr) return Missing("vulkan device", #name);
  LITEVK_DEVICE_FUNCTIONS(LITEVK_LOAD)
  LITEVK_OPTIONAL_DEVICE_FUNCTIONS(LITEVK_LOAD_OPTIONAL)
#undef LITEVK_LOAD
#undef LITEVK_LOAD_OPTIONAL
  return functions;
}

}  // namespace litevk::vk
