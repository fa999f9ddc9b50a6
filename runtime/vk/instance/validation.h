// The Khronos validation layer with synchronization validation, for tests. LITEVK_VALIDATION=1 in the
// environment enables it. Messages go to standard error and into a counter that a test reads.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>

#include "runtime/base/status.h"
#include "runtime/vk/instance/symbols.h"

namespace litevk::vk {

bool ValidationRequested();

// Prints a message like those of the layer, and counts it.
void ReportValidation(const char* message);

// Returns the number of warnings and errors reported in this process, over all instances.
uint64_t ValidationMessageCount();

inline constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

// Returns kUnavailable if the layer is not installed.
Status CheckValidationLayer(const GlobalFunctions& functions);

// Returns the structure for the chain of VkInstanceCreateInfo, and for creating the messenger.
VkDebugUtilsMessengerCreateInfoEXT ValidationMessenger();

}  // namespace litevk::vk
