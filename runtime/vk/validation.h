// The Khronos validation layer with synchronization validation, for tests: LITEVK_VALIDATION=1 in the
// environment asks for it. A message goes to standard error and into a counter that a test reads.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/vk/symbols.h"

namespace litevk::vk {

bool ValidationRequested();

// Prints a message as the layer's are, and counts it.
void ReportValidation(const char* message);

// Warnings and errors that were reported in this process, over all instances.
uint64_t ValidationMessageCount();

inline constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

// kUnavailable when the layer is not installed.
Status CheckValidationLayer(const GlobalFunctions& functions);

// What to chain into VkInstanceCreateInfo, and to make the messenger with.
VkDebugUtilsMessengerCreateInfoEXT ValidationMessenger();

}  // namespace litevk::vk
