// Makes checked Vulkan calls fail, for tests. Always compiled in: unless armed, it costs one relaxed atomic
// load per checked call. Process-wide; safe from any thread.
#pragma once

#include <vulkan/vulkan.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string_view>

namespace litevk::vk {

// Returns "vkCreateBuffer" for the source text "fn.vkCreateBuffer(device, ...)".
std::string_view CallName(std::string_view expression);

class FaultInjector {
 public:
  // Makes the nth checked call from now, counted from 0, return `result` without being made. A large n fails
  // nothing and counts the calls.
  static void FailNth(uint64_t n, VkResult result);
  // Makes every call of that name return `result` until Reset, without being made even for VK_SUCCESS.
  // "dlopen" is the search for the loader.
  static void FailNamed(std::string_view name, VkResult result);
  // Makes the next call of that name return `result`, and no other one.
  static void FailNext(std::string_view name, VkResult result);
  // Makes devices have no memory beyond `bytes` in all current buffers.
  static void LimitMemory(uint64_t bytes);
  // True if another `bytes` would be beyond that limit.
  static bool HasNoMemory(uint64_t used, uint64_t bytes) {
    return used + bytes > memory_.load(std::memory_order_relaxed);
  }
  static void Reset();
  // Returns the number of checked calls since the injector was armed.
  static uint64_t calls();

  // For ResultOf: returns the injected result, or nothing to make the call.
  static std::optional<VkResult> Intercept(const char* expression) {
    return armed_.load(std::memory_order_relaxed) ? InterceptArmed(expression) : std::nullopt;
  }

 private:
  static std::optional<VkResult> InterceptArmed(const char* expression);

  static inline std::atomic<bool> armed_ = false;
  static inline std::atomic<uint64_t> memory_ = UINT64_MAX;
};

}  // namespace litevk::vk
