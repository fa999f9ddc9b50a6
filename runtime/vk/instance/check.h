// The only way to make a Vulkan call that can fail:
//   LITEVK_VK(fn.vkCreateBuffer(device, &info, nullptr, &buffer));
// Returns from the function with a Status that names the call and the VkResult. A test can make the call fail
// (FaultInjector).
//
// Only VK_SUCCESS is success. VK_INCOMPLETE is handled by Enumerate, and VK_TIMEOUT and VK_NOT_READY by
// callers that look at the result themselves (ResultOf).
#pragma once

#include <vulkan/vulkan.h>

#include <optional>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/vk/instance/fault_injector.h"

namespace litevk::vk {

const char* ResultName(VkResult result);

// Returns the error for a failed call; `expression` is its source text.
Status StatusOf(VkResult result, std::string_view expression);

// Returns the call's result, or one that a test injects.
template <typename Call>
VkResult ResultOf(const char* expression, Call&& call) {
  const std::optional<VkResult> injected = FaultInjector::Intercept(expression);
  return injected ? *injected : call();
}

template <typename Call>
Status Check(const char* expression, Call&& call) {
  const VkResult result = ResultOf(expression, call);
  return result == VK_SUCCESS ? Status() : StatusOf(result, expression);
}

// Returns a list whose length the driver tells first. `call(&count, items)` is made twice: with null items,
// then with copies of `blank`. VK_INCOMPLETE means that the list has grown in between, and the items that
// fitted are returned.
template <typename Item, typename Count = uint32_t, typename Call>
Result<std::vector<Item>> Enumerate(const char* name, Call&& call, const Item& blank = {}) {
  Count count = 0;
  std::vector<Item> items;
  for (const bool fill : {false, true}) {
    items.resize(count, blank);
    if (fill && count == 0) break;
    const VkResult result = ResultOf(name, [&] { return call(&count, fill ? items.data() : nullptr); });
    if (result != VK_SUCCESS && result != VK_INCOMPLETE) return StatusOf(result, name);
  }
  items.resize(count, blank);
  return items;
}

}  // namespace litevk::vk

#define LITEVK_VK(call) LITEVK_RETURN_IF_ERROR(::litevk::vk::Check(#call, [&] { return (call); }))
