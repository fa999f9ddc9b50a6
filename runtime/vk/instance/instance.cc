#include "runtime/vk/instance/instance.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/driver_libraries.h"
#include "runtime/vk/instance/lifetime.h"
#include "runtime/vk/instance/structs.h"
#include "runtime/vk/instance/validation.h"

namespace litevk::vk {
namespace {

// Values of the registry. Vulkan's headers have them from 1.3.208 on; those of Ubuntu 22.04 do not.
constexpr const char* kPortabilityEnumeration = "VK_KHR_portability_enumeration";
constexpr VkInstanceCreateFlags kEnumeratePortability = 1;

Result<bool> HasExtension(const GlobalFunctions& functions, std::string_view name) {
  LITEVK_ASSIGN_OR_RETURN(
      const auto extensions,
      Enumerate<VkExtensionProperties>("vkEnumerateInstanceExtensionProperties", [&](auto... list) {
        return functions.vkEnumerateInstanceExtensionProperties(nullptr, list...);
      }));
  return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
    return std::string_view(extension.extensionName) == name;
  });
}

Status CheckVersion(const GlobalFunctions& functions) {
  uint32_t version = 0;
  LITEVK_VK(functions.vkEnumerateInstanceVersion(&version));
  if (version >= VK_API_VERSION_1_1) return {};
  return Unavailable("vulkan loader: expected Vulkan 1.1, found 1.0");
}

// Makes an instance that is never used or destroyed. With the last instance, the loader unloads the drivers,
// and NVIDIA's (580) could not be loaded again after some twenty times. If this fails, drivers are loaded
// anew each time. The caller holds a lock.
void KeepDriversLoaded(const GlobalFunctions& functions) {
  static VkInstance kept = VK_NULL_HANDLE;
  if (kept != VK_NULL_HANDLE) return;
  const auto info = Make<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  if (functions.vkCreateInstance(&info, nullptr, &kept) != VK_SUCCESS) kept = VK_NULL_HANDLE;
}

Status CreateVkInstance(const GlobalFunctions& functions, VkInstance& instance) {
  auto application = Make<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = "litevk";
  application.pEngineName = "litevk";
  application.apiVersion = VK_API_VERSION_1_1;
  auto info = Make<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;

  std::vector<const char*> extensions;
  LITEVK_ASSIGN_OR_RETURN(const bool portability, HasExtension(functions, kPortabilityEnumeration));
  if (portability) {
    extensions.push_back(kPortabilityEnumeration);
    info.flags |= kEnumeratePortability;
  }

  const VkValidationFeatureEnableEXT enabled = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  auto validation = Make<VkValidationFeaturesEXT>(VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT);
  validation.enabledValidationFeatureCount = 1;
  validation.pEnabledValidationFeatures = &enabled;
  VkDebugUtilsMessengerCreateInfoEXT messenger = ValidationMessenger();
  messenger.pNext = &validation;
  if (ValidationRequested()) {
    LITEVK_RETURN_IF_ERROR(CheckValidationLayer(functions));
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.pNext = &messenger;
  }
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.ppEnabledExtensionNames = extensions.data();
  LITEVK_VK(functions.vkCreateInstance(&info, nullptr, &instance));
  return {};
}

}  // namespace

Result<std::shared_ptr<const Instance>> Instance::Acquire() {
  LITEVK_RETURN_IF_ERROR(ClaimDriver());
  static std::mutex mutex;
  static std::weak_ptr<const Instance> alive;
  const std::lock_guard lock(mutex);
  if (std::shared_ptr<const Instance> instance = alive.lock()) return instance;
  LITEVK_ASSIGN_OR_RETURN(std::shared_ptr<const Instance> instance, Create());
  alive = instance;
  return instance;
}

Result<std::shared_ptr<const Instance>> Instance::Create() {
  LITEVK_ASSIGN_OR_RETURN(const GlobalFunctions global, LoadGlobalFunctions());
  LITEVK_RETURN_IF_ERROR(OpenDriverLibraries());
  LITEVK_RETURN_IF_ERROR(CheckVersion(global));
  std::shared_ptr<Instance> instance(new Instance);
  if (Status status = CreateVkInstance(global, instance->handle_); !status.ok()) {
    if (status.code() != StatusCode::kUnavailable) return status;
    return Unavailable("vulkan instance: " + status.message() + ": no driver could be opened");
  }
  KeepDriversLoaded(global);
  LITEVK_ASSIGN_OR_RETURN(instance->functions_, LoadInstanceFunctions(global, instance->handle_));
  if (ValidationRequested()) LITEVK_RETURN_IF_ERROR(instance->CreateMessenger());
  return std::shared_ptr<const Instance>(std::move(instance));
}

Status Instance::CreateMessenger() {
  if (functions_.vkCreateDebugUtilsMessengerEXT == nullptr) {
    return Unavailable("LITEVK_VALIDATION=1: expected VK_EXT_debug_utils, found none");
  }
  const VkDebugUtilsMessengerCreateInfoEXT info = ValidationMessenger();
  LITEVK_VK(functions_.vkCreateDebugUtilsMessengerEXT(handle_, &info, nullptr, &messenger_));
  return {};
}

Instance::~Instance() {
  if (!DriverIsOurs()) return;
  if (messenger_ != VK_NULL_HANDLE) functions_.vkDestroyDebugUtilsMessengerEXT(handle_, messenger_, nullptr);
  if (handle_ != VK_NULL_HANDLE && functions_.vkDestroyInstance != nullptr) {
    functions_.vkDestroyInstance(handle_, nullptr);
  }
}

Result<std::vector<VkPhysicalDevice>> Instance::PhysicalDevices() const {
  auto devices = Enumerate<VkPhysicalDevice>("vkEnumeratePhysicalDevices", [this](auto... list) {
    return functions_.vkEnumeratePhysicalDevices(handle_, list...);
  });
  // The loader returns this error if drivers are installed but none finds its hardware.
  if (devices.status().code() == StatusCode::kUnavailable) return std::vector<VkPhysicalDevice>();
  return devices;
}

}  // namespace litevk::vk
