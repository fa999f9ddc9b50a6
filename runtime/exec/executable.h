// A gpu::Graph turned into Vulkan objects: recorded once, run many times.
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
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

class ConstantStore;  // runtime/exec/constant_store.h
struct RunMemory;     // runtime/exec/run_memory.h

struct ExecutableOptions {
  bool enable_timestamps = false;  // ignored where the device has none
  // Limit of a wait for the device, in Build and in Run: vk::Device::WaitLimit. Where there is a limit the
  // device is not given the host's bytes (Bind): it might write there after the wait has ended.
  int timeout_ms = -1;
  // Inputs and outputs go through staging buffers even where host and device share one memory.
  bool disable_zero_copy = false;
  // What executables that share constants have of them; null: this one shares none. Outlives Build.
  ConstantStore* constants = nullptr;
  // Memory shared by executables of which one runs at a time, from its inputs' being written to its outputs'
  // being read; null: memory of its own.
  std::shared_ptr<RunMemory> memory;
  // An existing folder in which compiled pipelines are kept between processes; "": none.
  std::string pipeline_folder;

  bool IsStaged(const vk::Device& device) const { return disable_zero_copy || !device.unified_memory(); }
};

// How long the driver took to make a pipeline, whichever executable of the process was the first to need it.
struct CompileTime {
  std::string_view shader;  // valid as long as the executable
  double ms = 0;
};

struct ExecutableStats {
  size_t dispatches = 0;
  size_t barriers = 0;   // between dispatches
  size_t pipelines = 0;  // distinct ones
  uint64_t arena_bytes = 0;
  uint64_t io_bytes = 0;
  uint64_t constant_bytes = 0;
  uint64_t shared_constant_bytes = 0;  // of these, what another executable had uploaded
  uint64_t staging_bytes = 0;          // of inputs and outputs, kept
  uint64_t upload_staging_bytes = 0;   // of constants, freed when they were uploaded
  // Between staging and device memory, in each run: of the inputs and outputs that are not elsewhere (Bind).
  size_t copies = 0;
  uint64_t copy_bytes = 0;
  bool zero_copy = false;
  bool takes_host_bytes = false;   // as bindings
  std::string timestamps_note;     // why there are no timestamps although they were asked for; "": no trouble
  std::string pipeline_file_note;  // why compiled pipelines could not be read or kept; "": no trouble
  // Times of Build: memory plan and barriers; pipelines; memory, constants prepacked and uploaded.
  double plan_ms = 0;
  double pipelines_ms = 0;
  double upload_ms = 0;
  std::vector<CompileTime> compile_times;  // of distinct pipelines, in the order of their first dispatch
};

// What Executable::UsePipelines did.
struct FirstUse {
  size_t new_pipelines = 0;  // that no executable of the process had used before
  double ms = 0;
};

// Device time from the end of the dispatches before it to its own end.
struct DispatchTime {
  size_t dispatch = 0;  // in gpu::Graph::dispatches
  int source_node = -1;
  std::span<const int> fused_nodes;  // these and the names are valid as long as the executable
  std::string_view label;
  std::string_view shader;
  double microseconds = 0;
  double begin_us = 0;  // by the device's own clock
};

// One thread at a time; different executables of one device may run at the same time.
class Executable {
 public:
  // Compiles, allocates, writes the constants (with one extra copy of the largest at most) and
  // records. Takes the graph: constants' write functions are released when they have run.
  static Result<std::unique_ptr<Executable>> Build(std::shared_ptr<const vk::Device> device, gpu::Graph graph,
                                                   const ExecutableOptions& options);
  // In a child of fork() it leaves everything as it is.
  ~Executable();

  // Mapped for the executable's whole life, or until another one that shares its memory is built: the caller
  // writes an input before Run and reads an output after it. An output keeps its bytes until the next Run; an
  // input may be overwritten by it only if the graph writes to it. `tensor` must be marked is_input or
  // is_output.
  std::span<std::byte> Input(gpu::TensorId tensor);
  std::span<const std::byte> Output(gpu::TensorId tensor) const;

  // Says where an input or output lies from the next run on, until another call for this tensor: true when
  // that is in the caller's memory, which must be there during each run, and false when it is where Input()
  // or Output() says, as host bytes that the device cannot use leave it. An error (IoBindings::Bind) does so
  // too. Cheap when nothing changes. Not between Submit and Wait.
  Result<bool> Bind(gpu::TensorId tensor, const IoBinding& binding);

  // What a BufferRange for this input or output has to have; 0 where none can be bound: the tensor is a
  // constant, several inputs and outputs at once, or a part of another tensor.
  uint64_t BindableBytes(gpu::TensorId tensor) const;

  // Hands a run to the device and returns at once; inputs and outputs belong to the device until Wait.
  // Records nothing, allocates nothing, unless Bind has moved a tensor since the last run. kUnavailable in a
  // child of fork(), kDeviceLost when the device is lost, kInvalidArgument when a run has not been waited
  // for.
  Status Submit();
  // Until the run is done. kDeviceLost when the device is lost or the wait takes too long. Without a run it
  // returns at once.
  Status Wait();
  // Submits and waits.
  Status Run();

  // Submits every dispatch with no workgroups and waits, which computes nothing: a driver that compiles a
  // pipeline when it is first used, as lavapipe does, compiles here instead of in the first Run. It does so
  // anew for some sizes of what is bound, so no dispatch is left out. As this is no run, it may take the
  // device's default time where timeout_ms is less.
  Result<FirstUse> UsePipelines();

  // Returns the times of the last Run, in dispatch order. Empty when there are no timestamps, and when the
  // driver does not have those of that run, which some are late with.
  Result<std::vector<DispatchTime>> ReadDispatchTimes() const;

  const ExecutableStats& stats() const;
  const vk::Device& device() const;

 private:
  struct Objects;
  explicit Executable(std::unique_ptr<Objects> objects);

  std::unique_ptr<Objects> objects_;
};

}  // namespace litevk
