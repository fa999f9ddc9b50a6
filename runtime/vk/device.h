// A Vulkan device with one compute queue. Shared by every executable of the process; every function is
// safe from any thread.
#pragma once

#include <vulkan/vulkan.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/vk/device_info.h"
#include "runtime/vk/device_request.h"
#include "runtime/vk/instance.h"
#include "runtime/vk/pipeline.h"
#include "runtime/vk/symbols.h"

namespace litevk::vk {

class Device {
 public:
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  // As detected; features() and limits() are without what the request disabled.
  const DeviceInfo& info() const { return info_; }
  FeatureSet features() const { return features_; }
  const gpu::DeviceLimits& limits() const { return limits_; }
  // Whether host and device share one memory, so that mapping it is as good as a copy.
  bool unified_memory() const;
  // Whether a buffer may be made of memory that the caller has allocated, for as long as the caller pleases.
  // Not on GPUs: their drivers take hold of the pages that lie at an address, and an interpreter that frees
  // its tensors and allocates them again may get other pages at the same address. A driver on the CPU keeps
  // the address only.
  bool imports_host_memory() const;

  VkDevice handle() const { return handle_; }
  const DeviceFunctions& fn() const { return functions_; }
  uint32_t queue_family() const { return *info_.queue_family; }
  const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
  uint64_t non_coherent_atom_bytes() const { return non_coherent_atom_bytes_; }
  // What buffers have at present, those in imported memory apart.
  uint64_t allocated_bytes() const { return allocated_bytes_; }

  // To be asked before the device is used: kUnavailable in a child of fork() (ClaimDriver), kDeviceLost when
  // it was lost. Both with a sentence.
  Status Usable() const;

  // Queues the commands and returns; `fence` is signalled when they are done.
  Status Submit(VkCommandBuffer commands, VkFence fence) const;
  // The limit of a wait from the option invoke_timeout_ms; a negative number stands for the default: a
  // minute, or none (0) for a driver on the CPU, which computes as long as the model is large and on threads
  // of this process.
  std::chrono::milliseconds WaitLimit(int timeout_ms) const;
  // Returns when the fence is signalled. After `limit`, where it is not 0, the device counts as lost:
  // kDeviceLost, also to those who wait on it at the same time.
  Status Wait(VkFence fence, std::chrono::milliseconds limit) const;
  // Whether what the fence belongs to has ended by itself or with the device, after at most `limit`; on a
  // lost device after a second at most. If not, the device counts as lost.
  bool Finishes(VkFence fence, std::chrono::milliseconds limit) const;

  // Compiled at the first request for a shader and specialization, once for the device. `driver_data`: see
  // PipelineCache::Get.
  Result<std::vector<std::shared_ptr<const Pipeline>>> GetPipelines(std::span<const PipelineRequest> requests,
                                                                    std::string* driver_data = nullptr) const;
  // Compiles the pipeline of the request once more, with statistics.
  Result<std::shared_ptr<const Pipeline>> GetPipelineWithStatistics(const PipelineRequest& request) const;

  // After VK_ERROR_DEVICE_LOST, or a wait that did not end, nothing runs on this object again, and it goes
  // with its last user (KeepDevice); AcquireDevice makes a new one.
  bool lost() const { return lost_; }

 private:
  friend Result<std::shared_ptr<const Device>> AcquireDevice(const DeviceRequest& request);
  friend class CountedBytes;

  explicit Device(std::shared_ptr<const Instance> instance) : instance_(std::move(instance)) {}
  static Result<std::shared_ptr<const Device>> Create(std::shared_ptr<const Instance> instance,
                                                      DeviceInfo info, FeatureSet disabled);
  Status CreateLogicalDevice(VkPhysicalDevice physical);
  Status Note(Status status) const;
  void Poll(VkFence fence) const;
  void MarkLost() const;

  std::shared_ptr<const Instance> instance_;
  DeviceInfo info_;
  FeatureSet features_;
  gpu::DeviceLimits limits_;
  VkPhysicalDeviceMemoryProperties memory_ = {};
  uint64_t non_coherent_atom_bytes_ = 1;
  VkDevice handle_ = VK_NULL_HANDLE;
  DeviceFunctions functions_;
  mutable std::mutex queue_mutex_;
  VkQueue queue_ = VK_NULL_HANDLE;
  mutable std::atomic<bool> lost_ = false;
  mutable std::atomic<uint64_t> allocated_bytes_ = 0;
  std::unique_ptr<PipelineCache> pipelines_;
};

// The device that the request chooses: the one that is alive, when another user has it with the same
// disabled features, or a new one. kUnavailable without a fit device, and in a child of fork() (ClaimDriver).
Result<std::shared_ptr<const Device>> AcquireDevice(const DeviceRequest& request);

}  // namespace litevk::vk
