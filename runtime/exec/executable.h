// The Vulkan objects of a gpu::Graph: recorded once, run many times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/io_binding.h"
#include "runtime/exec/submit_bounds.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

class ConstantStore;  // runtime/exec/constant_store.h
struct RunMemory;     // runtime/exec/run_memory.h

struct ExecutableOptions {
  bool enable_timestamps = false;  // ignored if the device has none
  // Limit of a wait for the device, in Build and in Run: vk::Device::WaitLimit. With a limit the device does
  // not get the host's bytes (Bind), since it might write there after the wait has ended.
  int timeout_ms = -1;
  // Copies inputs and outputs through staging buffers even if host and device share one memory.
  bool disable_zero_copy = false;
  // The constants that executables share; null: none are shared. Must outlive Build.
  ConstantStore* constants = nullptr;
  // Memory that is shared by executables of which only one runs at a time, from writing its inputs to reading
  // its outputs. Null: the executable has its own memory.
  std::shared_ptr<RunMemory> memory;
  // An existing folder in which compiled pipelines are kept between processes; "": none.
  std::string pipeline_folder;
  // A run is submitted in parts that keep this bound, as far as dispatches can be cut.
  SubmitBound submit_bound = {};

  bool IsStaged(const vk::Device& device) const { return disable_zero_copy || !device.unified_memory(); }
};

// The driver's time for making a pipeline, whichever executable of the process needed it first.
struct CompileTime {
  std::string_view shader;  // valid as long as the executable
  double ms = 0;
};

struct ExecutableStats {
  size_t dispatches = 0;
  size_t barriers = 0;  // between dispatches
  size_t submissions = 0;
  double longest_submission_us = 0;  // estimated, and corrected by what runs have taken; 0 without a limit
  size_t pipelines = 0;              // distinct ones
  uint64_t arena_bytes = 0;
  uint64_t io_bytes = 0;
  uint64_t constant_bytes = 0;
  uint64_t shared_constant_bytes = 0;  // bytes of these that another executable had uploaded
  uint64_t staging_bytes = 0;          // kept buffers for inputs and outputs
  uint64_t upload_staging_bytes = 0;   // buffer for constants, freed after the upload
  // Copies between staging and device memory in each run, for inputs and outputs that are not bound elsewhere
  // (Bind).
  size_t copies = 0;
  uint64_t copy_bytes = 0;
  bool zero_copy = false;
  bool takes_host_bytes = false;   // host bytes can be bound
  std::string timestamps_note;     // reason why requested timestamps are missing; "": none
  std::string pipeline_file_note;  // reason why compiled pipelines could not be read or kept; "": none
  // Times of Build: for the memory plan and barriers; for pipelines; for memory, prepacking and uploading
  // constants.
  double plan_ms = 0;
  double pipelines_ms = 0;
  double upload_ms = 0;
  std::vector<CompileTime> compile_times;  // distinct pipelines, in the order of their first dispatch
};

// Result of Executable::UsePipelines.
struct FirstUse {
  size_t new_pipelines = 0;  // pipelines that no executable of the process had used before
  double ms = 0;
};

// Device time of a dispatch, from the end of the previous ones to its own end.
struct DispatchTime {
  size_t dispatch = 0;  // index in gpu::Graph::dispatches
  int source_node = -1;
  std::span<const int> fused_nodes;  // the nodes and names are valid as long as the executable
  std::string_view label;
  std::string_view shader;
  double microseconds = 0;
  double begin_us = 0;  // by the device's own clock
};

// Used by one thread at a time. Different executables of one device may run concurrently.
class Executable {
 public:
  // Compiles, allocates, writes the constants (with at most one extra copy of the largest) and records. Takes
  // the graph: constants' write functions are released when they have run.
  static Result<std::unique_ptr<Executable>> Build(std::shared_ptr<const vk::Device> device, gpu::Graph graph,
                                                   const ExecutableOptions& options);
  // Leaves everything as it is in a child of fork().
  ~Executable();

  // Return memory that stays mapped for the executable's lifetime, or until another executable that shares it
  // is built. The caller writes inputs before Run and reads outputs after it. An output keeps its bytes until
  // the next Run. Run overwrites an input only if the graph writes to it. `tensor` must be marked is_input or
  // is_output.
  std::span<std::byte> Input(gpu::TensorId tensor);
  std::span<const std::byte> Output(gpu::TensorId tensor) const;

  // Sets the memory of an input or output for the next runs, until another call for this tensor. True if it
  // is now the caller's memory, which must exist during each run. False if it is that of Input() or Output(),
  // for example if the device cannot use the host bytes. After an error (IoBindings::Bind) it is that too.
  // Cheap if nothing changes. Not allowed between Submit and Wait.
  Result<bool> Bind(gpu::TensorId tensor, const IoBinding& binding);

  // Returns the size that a BufferRange for this input or output must have. Returns 0 if none can be bound:
  // the tensor is a constant, several inputs and outputs at once, or a part of another tensor.
  uint64_t BindableBytes(gpu::TensorId tensor) const;

  // Submits a run and returns at once. Inputs and outputs belong to the device until Wait. Records and
  // allocates nothing, unless Bind has moved a tensor since the last run, or that run has corrected the
  // estimates of submit_bound. Errors are kUnavailable in a child
  // of fork(), kDeviceLost if the device is lost, and kInvalidArgument if a run has not been waited for.
  Status Submit();
  // Waits until the run is done; returns at once without a run. Returns kDeviceLost if the device is lost or
  // the wait exceeds its limit.
  Status Wait();
  // Submits and waits.
  Status Run();

  // Submits every dispatch with no workgroups and waits. This computes nothing, but lets a driver that
  // compiles pipelines at their first use, such as lavapipe, do that before the first Run. Some sizes of
  // bound ranges need a new compilation, so no dispatch is skipped. The limit is at least the device's
  // default, even if timeout_ms is less.
  Result<FirstUse> UsePipelines();

  // Returns the times of the last Run, in dispatch order. Empty without timestamps, or if the driver does not
  // have them yet.
  Result<std::vector<DispatchTime>> ReadDispatchTimes() const;

  const ExecutableStats& stats() const;
  const vk::Device& device() const;

 private:
  struct Objects;
  explicit Executable(std::unique_ptr<Objects> objects);

  std::unique_ptr<Objects> objects_;
};

}  // namespace litevk
