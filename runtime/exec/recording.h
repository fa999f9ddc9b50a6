// The commands of an executable's run: recorded once, and again after its memory has moved or its submissions
// have changed.
#pragma once

#include <vulkan/vulkan.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/descriptors.h"
#include "runtime/exec/placed_memory.h"
#include "runtime/exec/timestamps.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/submissions.h"
#include "runtime/vk/command.h"
#include "runtime/vk/device.h"

namespace litevk {

// The copies of a run between staging and device memory.
struct RecordedCopies {
  size_t count = 0;
  uint64_t bytes = 0;
};

class Recording {
 public:
  // All three must outlive this object, and must not move.
  Recording(const vk::Device& device, const gpu::Graph& graph, const PlacedMemory& memory)
      : device_(device), graph_(graph), memory_(memory) {}

  using Pipelines = std::vector<std::shared_ptr<const vk::Pipeline>>;  // indexed by dispatch

  // Makes the descriptor sets for the dispatches. `barrier_before` has an element for each dispatch.
  Status Create(Pipelines pipelines, std::vector<bool> barrier_before, gpu::SubmissionPlan plan);
  // Sets other submissions, and the pipelines for them, for subsequent recordings.
  void SetSubmissions(Pipelines pipelines, gpu::SubmissionPlan plan);
  // Adds timestamps to subsequent recordings. Returns why there are none; "": no problem.
  std::string AddTimestamps();

  // Records again if a tensor, or the shared memory, has moved since the last recording, or after
  // SetSubmissions. A wait for the
  // commands takes at most `wait_limit`.
  Status Follow(std::chrono::milliseconds wait_limit);
  RecordedCopies copies() const { return copies_; }

  Status Submit() { return commands_.Submit(); }
  Status Wait() { return commands_.Wait(); }
  // Submits every dispatch with no workgroups, and waits. Follow must have been called.
  Status RunEmpty(std::chrono::milliseconds wait_limit);
  // Returns the times of the last run.
  Result<DeviceTimes> ReadTimes() const { return timestamps_.Read(device_); }

  const gpu::SubmissionPlan& plan() const { return plan_; }
  // Return the pipelines, and flags for barriers before dispatches, indexed by dispatch.
  const Pipelines& pipelines() const { return pipelines_; }
  const std::vector<bool>& barriers() const { return barrier_before_; }

 private:
  Status Record(std::chrono::milliseconds wait_limit);
  void RecordInputs();
  void RecordOutputs();
  void RecordSubmission(size_t index);
  VkCommandBuffer first() const { return commands_.handle(); }
  VkCommandBuffer last() const { return commands_.handle(plan_.submissions.size() - 1); }
  void CmdBind(VkCommandBuffer target, size_t dispatch, bool has_pipeline) const;
  void CmdCopy(VkCommandBuffer commands, const BlockBuffers& source, const BlockBuffers& target,
               const std::vector<gpu::ByteRange>& ranges);
  void CmdDispatch(VkCommandBuffer target, const gpu::Piece& piece) const;

  const vk::Device& device_;
  const gpu::Graph& graph_;
  const PlacedMemory& memory_;
  Pipelines pipelines_;
  std::vector<bool> barrier_before_;
  gpu::SubmissionPlan plan_;
  DescriptorSets descriptor_sets_;
  Timestamps timestamps_;
  vk::CommandBuffer commands_;              // last, since its destructor may have to wait for the device
  std::optional<uint64_t> recorded_moves_;  // PlacedMemory::Moves at the time of recording
  RecordedCopies copies_;
};

}  // namespace litevk
