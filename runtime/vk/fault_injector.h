// Makes checked Vulkan calls fail, for tests. Always compiled in: while nothing is armed it costs one
// relaxed atomic load per checked call. Process-wide; safe from any thread.
#pragma once

#include <vulkan/vulkan.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

namespace litevk::vk {

// "vkCreateBuffer" from the source text "fn.vkCreateBuffer(device, ...)".
std::string_view CallName(std::string_view expression);

class FaultInjector {
 public:
  // The nth checked call from now, counted from 0, returns `result` without being made. A large n
  // fails nothing and counts the calls.
  static void FailNth(uint64_t n, VkResult result);
  // Every call of that name returns `result` until Reset, without being made even where that is VK_SUCCESS.
  // "dlopen" is the search for the loader.
  static void FailNamed(std::string_view name, VkResult result);
  static void Reset();
  // Checked calls since the injector was armed.
  static uint64_t calls();

  // For ResultOf: what to return instead of making the call, or nothing to make it.
  static std::optional<VkResult> Intercept(const char* expression) {
    return armed_.load(std::memory_order_relaxed) ? InterceptArmed(expression) : std::nullopt;
  }

 private:
  static std::optional<VkResult> InterceptArmed(const char* expression);

  static inline std::atomic<bool> armed_ = false;
};

}  // namespace litevk::vk
