// The one way to make a Vulkan call that can fail:
//   LITEVK_VK(fn.vkCreateBuffer(device, &info, nullptr, &buffer));
// returns from the function with a Status that names the call and the VkResult, and lets a test make
// the call fail (FaultInjector).
#pragma once

#include <vulkan/vulkan.h>

#include <string_view>

#include "runtime/base/status.h"
#include "runtime/vk/fault_injector.h"

namespace litevk::vk {

const char* ResultName(VkResult result);

// The error for a failed call; `expression` is its source text.
Status StatusOf(VkResult result, std::string_view expression);

template <typename Call>
Status Check(const char* expression, Call&& call) {
  VkResult result = FaultInjector::Intercept(expression);
  if (result == VK_SUCCESS) result = call();
  if (result == VK_SUCCESS || result == VK_INCOMPLETE) return {};
  return StatusOf(result, expression);
}

}  // namespace litevk::vk

#define LITEVK_VK(call) LITEVK_RETURN_IF_ERROR(::litevk::vk::Check(#call, [&] { return (call); }))
