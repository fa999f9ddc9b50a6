// A Vulkan layer that replaces one SPIR-V instruction by another in every module, as a driver with a fault
// would compute it. The variable LITEVK_TEST_WRONG has what to replace:
//
//   151:152       OpUMulExtended becomes OpSMulExtended
//   ext27:29      the extended instruction Exp becomes Exp2
//   224:0         OpControlBarrier becomes nothing
//   124:109@47    only in modules with the capability ImageBuffer
#include <array>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

#include "bench/peers/feature_layer/vulkan_layer.h"

namespace {

using litevk::layer::BelowOf;
using litevk::layer::CreateDeviceBelow;
using litevk::layer::CreateInstanceIn;
using litevk::layer::FindFunction;
using litevk::layer::Function;

struct InstanceBelow {
  VkInstance instance = nullptr;
  PFN_vkGetInstanceProcAddr get = nullptr;
};

struct DeviceBelow {
  PFN_vkGetDeviceProcAddr get = nullptr;
  PFN_vkCreateShaderModule create = nullptr;
};

BelowOf<InstanceBelow> instances;
BelowOf<DeviceBelow> devices;

constexpr uint32_t kHeaderWords = 5;
constexpr uint32_t kCapability = 17;
constexpr uint32_t kExtInst = 12;
constexpr uint32_t kExtInstWord = 4;  // the word of an OpExtInst that has its instruction
constexpr uint32_t kNop = 1U << 16;

struct Fault {
  bool is_extended = false;
  uint32_t from = 0;
  uint32_t to = 0;          // 0: nothing
  uint32_t capability = 0;  // 0: every module
};

Fault ReadFault() {
  const char* text = std::getenv("LITEVK_TEST_WRONG");
  Fault fault;
  if (text == nullptr) return fault;
  fault.is_extended = std::string_view(text).starts_with("ext");
  std::sscanf(text + (fault.is_extended ? 3 : 0), "%u:%u@%u", &fault.from, &fault.to, &fault.capability);
  return fault;
}

// Calls `visit` with the words of each instruction.
template <typename Visit>
void ForEachInstruction(std::span<uint32_t> module, Visit visit) {
  for (size_t at = kHeaderWords; at < module.size();) {
    const size_t words = module[at] >> 16;
    if (words == 0 || at + words > module.size()) return;
    visit(module.subspan(at, words));
    at += words;
  }
}

bool Concerns(const Fault& fault, std::span<uint32_t> module) {
  bool has_capability = fault.capability == 0;
  ForEachInstruction(module, [&](std::span<uint32_t> words) {
    has_capability |= (words[0] & 0xFFFF) == kCapability && words[1] == fault.capability;
  });
  return has_capability;
}

void Break(const Fault& fault, std::span<uint32_t> words) {
  const uint32_t code = words[0] & 0xFFFF;
  if (fault.is_extended) {
    if (code == kExtInst && words[kExtInstWord] == fault.from) words[kExtInstWord] = fault.to;
  } else if (code == fault.from && fault.to != 0) {
    words[0] = (words[0] & 0xFFFF0000) | fault.to;
  } else if (code == fault.from) {
    for (uint32_t& word : words) word = kNop;
  }
}

VKAPI_ATTR VkResult VKAPI_CALL CreateShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkShaderModule* module) {
  static const Fault fault = ReadFault();
  std::vector<uint32_t> words(info->pCode, info->pCode + info->codeSize / sizeof(uint32_t));
  if (Concerns(fault, words)) {
    ForEachInstruction(words, [](std::span<uint32_t> instruction) { Break(fault, instruction); });
  }
  VkShaderModuleCreateInfo changed = *info;
  changed.pCode = words.data();
  return devices.Get(device).create(device, &changed, allocator, module);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device) {
  PFN_vkGetDeviceProcAddr get = nullptr;
  const VkResult result =
      CreateDeviceBelow(instances.Get(physical).instance, physical, *info, allocator, device, get);
  if (result != VK_SUCCESS) return result;
  devices.Put(*device,
              {get, reinterpret_cast<PFN_vkCreateShaderModule>(get(*device, "vkCreateShaderModule"))});
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance) {
  return CreateInstanceIn(instances, *info, allocator, instance);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name) {
  if (std::string_view(name) == "vkCreateShaderModule")
    return reinterpret_cast<PFN_vkVoidFunction>(CreateShaderModule);
  return devices.Get(device).get(device, name);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);

const std::array kFunctions = {
    Function{"vkGetInstanceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetInstanceProcAddr)},
    Function{"vkCreateInstance", reinterpret_cast<PFN_vkVoidFunction>(CreateInstance)},
    Function{"vkCreateDevice", reinterpret_cast<PFN_vkVoidFunction>(CreateDevice)},
    Function{"vkGetDeviceProcAddr", reinterpret_cast<PFN_vkVoidFunction>(GetDeviceProcAddr)},
    Function{"vkCreateShaderModule", reinterpret_cast<PFN_vkVoidFunction>(CreateShaderModule)},
};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name) {
  return FindFunction(kFunctions, instances, instance, name);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiated) {
  return litevk::layer::Negotiate(*negotiated, GetInstanceProcAddr, GetDeviceProcAddr);
}
