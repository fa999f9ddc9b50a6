#include "runtime/vk/instance/fault_injector.h"

#include <limits>
#include <mutex>
#include <string>

namespace litevk::vk {
namespace {

struct Plan {
  std::mutex mutex;
  uint64_t calls = 0;
  uint64_t nth = std::numeric_limits<uint64_t>::max();
  std::string name;
  uint64_t most_of_name = std::numeric_limits<uint64_t>::max();
  VkResult result = VK_SUCCESS;
};

Plan& ThePlan() {
  static Plan plan;
  return plan;
}

void Arm(uint64_t nth, std::string_view name, VkResult result) {
  Plan& plan = ThePlan();
  const std::lock_guard lock(plan.mutex);
  plan.calls = 0;
  plan.nth = nth;
  plan.name = name;
  plan.most_of_name = std::numeric_limits<uint64_t>::max();
  plan.result = result;
}

}  // namespace

std::string_view CallName(std::string_view expression) {
  size_t begin = expression.find("vk");
  while (begin != std::string_view::npos && begin + 2 < expression.size() &&
         (expression[begin + 2] < 'A' || expression[begin + 2] > 'Z')) {
    begin = expression.find("vk", begin + 1);
  }
  if (begin == std::string_view::npos) return expression;
  return expression.substr(begin, expression.find('(', begin) - begin);
}

void FaultInjector::FailNth(uint64_t n, VkResult result) {
  Arm(n, {}, result);
  armed_ = true;
}

void FaultInjector::FailNamed(std::string_view name, VkResult result) {
  Arm(std::numeric_limits<uint64_t>::max(), name, result);
  armed_ = true;
}

void FaultInjector::FailNext(std::string_view name, VkResult result) {
  Arm(std::numeric_limits<uint64_t>::max(), name, result);
  ThePlan().most_of_name = 1;
  armed_ = true;
}

void FaultInjector::LimitMemory(uint64_t bytes) { memory_ = bytes; }

void FaultInjector::Reset() {
  memory_ = UINT64_MAX;
  armed_ = false;
  Arm(std::numeric_limits<uint64_t>::max(), {}, VK_SUCCESS);
}

uint64_t FaultInjector::calls() {
  Plan& plan = ThePlan();
  const std::lock_guard lock(plan.mutex);
  return plan.calls;
}

std::optional<VkResult> FaultInjector::InterceptArmed(const char* expression) {
  Plan& plan = ThePlan();
  const std::lock_guard lock(plan.mutex);
  const bool has_name = !plan.name.empty() && plan.most_of_name > 0 && CallName(expression) == plan.name;
  if (has_name) --plan.most_of_name;
  const bool fail = plan.calls == plan.nth || has_name;
  ++plan.calls;
  return fail ? std::optional(plan.result) : std::nullopt;
}

}  // namespace litevk::vk
