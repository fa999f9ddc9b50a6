#include "runtime/exec/timestamps.h"

#include "runtime/vk/instance/check.h"
#include "runtime/vk/instance/structs.h"

namespace litevk {

Result<Timestamps> Timestamps::Create(const vk::Device& device, size_t dispatches) {
  Timestamps result;
  result.count_ = static_cast<uint32_t>(dispatches + 1);
  auto info = vk::Make<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = result.count_;
  VkQueryPool pool = VK_NULL_HANDLE;
  LITEVK_VK(device.fn().vkCreateQueryPool(device.handle(), &info, nullptr, &pool));
  result.pool_ = {device.handle(), pool, device.fn().vkDestroyQueryPool};
  return result;
}

void Timestamps::CmdReset(const vk::Device& device, VkCommandBuffer commands) const {
  if (pool_) device.fn().vkCmdResetQueryPool(commands, pool_.get(), 0, count_);
}

void Timestamps::CmdWrite(const vk::Device& device, VkCommandBuffer commands, size_t index) const {
  if (!pool_) return;
  device.fn().vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(),
                                  static_cast<uint32_t>(index));
}

Result<DeviceTimes> Timestamps::Read(const vk::Device& device) const {
  if (!pool_) return DeviceTimes();
  std::vector<uint64_t> ticks(count_);
  const VkResult result = vk::ResultOf("vkGetQueryPoolResults", [&] {
    return device.fn().vkGetQueryPoolResults(device.handle(), pool_.get(), 0, count_,
                                             ticks.size() * sizeof(uint64_t), ticks.data(), sizeof(uint64_t),
                                             VK_QUERY_RESULT_64_BIT);
  });
  if (result == VK_NOT_READY) return DeviceTimes();
  if (result != VK_SUCCESS) return vk::StatusOf(result, "vkGetQueryPoolResults");
  const uint32_t bits = device.info().timestamp_bits;
  const uint64_t mask = bits >= 64 ? ~0ULL : (1ULL << bits) - 1;
  constexpr double kMicrosecondsPerNanosecond = 1e-3;
  const double tick = static_cast<double>(device.info().timestamp_period_ns) * kMicrosecondsPerNanosecond;
  DeviceTimes times = {.begin = static_cast<double>(ticks[0] & mask) * tick};
  for (size_t i = 0; i + 1 < ticks.size(); ++i) {
    times.durations.push_back(static_cast<double>((ticks[i + 1] - ticks[i]) & mask) * tick);
  }
  return times;
}

}  // namespace litevk
