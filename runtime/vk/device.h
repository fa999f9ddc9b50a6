// A Vulkan device with one compute queue, shared by every executable of the process. Every function is safe
// from any thread.
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
#include "runtime/vk/instance/device_info.h"
#include "runtime/vk/instance/instance.h"
#include "runtime/vk/instance/symbols.h"
#include "runtime/vk/pipeline.h"

namespace litevk::vk {

struct DeviceRequest;
class Device;

// Called by the thread that finds the device lost, which has a reference to it.
using LossListener = void (*)(const Device& device);

class Device {
 public:
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  // The device as detected. features() and limits() exclude features that the request disabled.
  const DeviceInfo& info() const { return info_; }
  FeatureSet features() const { return features_; }
  const gpu::DeviceLimits& limits() const { return limits_; }
  // True if host and device share one memory, so that mapping it is as good as a copy.
  bool unified_memory() const;
  // True if a buffer may use memory that the caller has allocated, for as long as the caller wants. False for
  // GPUs: their drivers hold on to the pages at an address. An interpreter that frees its tensors and
  // allocates them again may get other pages at the same address. A CPU driver only keeps the address.
  bool imports_host_memory() const;

  VkDevice handle() const { return handle_; }
  const DeviceFunctions& fn() const { return functions_; }
  uint32_t queue_family() const { return *info_.queue_family; }
  const VkPhysicalDeviceMemoryProperties& memory() const { return memory_; }
  uint64_t non_coherent_atom_bytes() const { return non_coherent_atom_bytes_; }
  // Returns the bytes of all current buffers, except those in imported memory.
  uint64_t allocated_bytes() const { return allocated_bytes_; }

  // Must be checked before the device is used: kUnavailable in a child of fork() (ClaimDriver), kDeviceLost
  // if it was lost. The status has a diagnostic.
  Status Usable() const;

  // Queues the commands and returns. `fence`, unless it is VK_NULL_HANDLE, is signalled when they are done.
  Status Submit(VkCommandBuffer commands, VkFence fence) const;
  // Has `fence` signalled when everything submitted so far is done, and returns true. If the queue takes no
  // submission, waits until it is idle, and returns false. A lost device is idle.
  bool SignalsAfterAll(VkFence fence) const;
  // Returns the limit of a wait from the option invoke_timeout_ms. A negative number means the default of one
  // minute. A CPU driver has no limit (0) by default: it runs on threads of this process, for as long as a
  // large model takes.
  std::chrono::milliseconds WaitLimit(int timeout_ms) const;
  // Returns when the fence is signalled. After `limit`, unless that is 0, the device is lost: kDeviceLost,
  // also for other threads that wait on it.
  Status Wait(VkFence fence, std::chrono::milliseconds limit) const;
  // True if the fence's submission ended, or ended with the device, after at most `limit`. On a lost device
  // the limit is at most a second. If false, the device is lost.
  bool Finishes(VkFence fence, std::chrono::milliseconds limit) const;

  // Returns pipelines, each compiled once per device at the first request for its shader and specialization.
  // `driver_data`: see PipelineCache::Get.
  Result<std::vector<std::shared_ptr<const Pipeline>>> GetPipelines(std::span<const PipelineRequest> requests,
                                                                    std::string* driver_data = nullptr) const;
  // Compiles the pipeline of the request once more, with statistics.
  Result<std::shared_ptr<const Pipeline>> GetPipelineWithStatistics(const PipelineRequest& request) const;

  // True after VK_ERROR_DEVICE_LOST, or a wait that did not end. Nothing runs on this object again, and its
  // last user destroys it (KeepDevice). AcquireDevice makes a new one.
  bool lost() const { return lost_; }
  // True if the device counts as lost because a wait did not end. It may still be busy.
  bool hangs() const { return hangs_; }

 private:
  friend Result<std::shared_ptr<const Device>> AcquireDevice(const DeviceRequest& request);
  friend class CountedBytes;

  Device(std::shared_ptr<const Instance> instance, LossListener on_loss)
      : instance_(std::move(instance)), on_loss_(on_loss) {}
  static Result<std::shared_ptr<const Device>> Create(std::shared_ptr<const Instance> instance,
                                                      DeviceInfo info, FeatureSet disabled,
                                                      LossListener on_loss);
  Status CreateLogicalDevice(VkPhysicalDevice physical);
  Status Note(Status status) const;
  void Poll(VkFence fence) const;
  void MarkLost() const;

  std::shared_ptr<const Instance> instance_;
  LossListener on_loss_;
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
  mutable std::atomic<bool> hangs_ = false;
  mutable std::atomic<uint64_t> allocated_bytes_ = 0;
  std::unique_ptr<PipelineCache> pipelines_;
};

}  // namespace litevk::vk
