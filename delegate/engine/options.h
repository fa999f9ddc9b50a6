// The options of a delegate (delegate/plugin/option_table.h parses them).
#pragma once

#include <cstdint>
#include <string>

#include "delegate/partition/partitioner.h"
#include "runtime/base/log.h"
#include "runtime/vk/instance/device_info.h"

namespace litevk {

// Devices that are asked questions with known answers: GPUs, these and drivers that run on the CPU, or none.
enum class SelfTest { kAuto, kAlways, kNever };
enum class Backend { kVulkan, kReference };
// Arithmetic of float layers with integer weights. With kReference, it is in integers, on inputs that are
// quantized in the run. With kDequantize, it is in floats, with weights that are dequantized when the model
// is loaded.
enum class Hybrid { kReference, kDequantize };
// Algorithms for a node that are timed on the device: none, the few with the best estimates, or all.
enum class Tuning { kNone, kFast, kExhaustive };

// Runs whose results are compared with kernels_ref (delegate/verify): none, the first of each program, or
// every so many.
struct Verify {
  bool first = false;
  int every = 0;  // 0: not by their number

  bool is_off() const { return !first && every == 0; }
  // `run` counts from 0.
  bool IsDue(int64_t run) const { return (first && run == 0) || (every > 0 && run % every == 0); }
};

struct Options {
  int device_id = -1;  // -1: the first suitable one
  std::string device_name;
  bool allow_cpu_device = false;
  bool missing_device_is_error = false;
  SelfTest self_test = SelfTest::kAuto;
  Backend backend = Backend::kVulkan;
  PartitionOptions partition;
  CpuKernels cpu_kernels = CpuKernels::kXnnpack;  // kernels of TFLite's interpreter, for estimates
  bool error_during_init = false;
  bool error_during_prepare = false;
  bool error_during_invoke = false;
  LogLevel log_level = LogLevel::kWarning;
  std::string report_path;
  bool enable_op_profiling = false;
  int timeline_runs = 0;
  bool enable_pipeline_statistics = false;
  std::string debug_dump_dir;
  std::string serialization_dir;
  std::string gpu_op_library;
  Tuning tuning = Tuning::kNone;
  Hybrid hybrid = Hybrid::kReference;
  uint32_t max_tile = 0;        // gpu::DeviceProfile::max_tile; 0: as the device's class has it
  int parallel_workgroups = 0;  // gpu::DeviceProfile::parallel_workgroups; 0: as the device's class has it
  bool strict = false;
  Verify verify;
  bool is_precision_loss_allowed = false;  // nothing is computed in less than float32, even with it
  int invoke_timeout_ms = -1;              // -1: vk::Device::WaitLimit's default
  double max_submit_ms = -1;               // -1: the default for the device (MaxSubmitMs); 0: no limit
  bool disable_fusion = false;
  bool disable_winograd = false;
  bool disable_zero_copy = false;
  bool disable_buffer_handles = false;
  bool device_buffers = false;
  vk::FeatureSet disabled_features;
};

}  // namespace litevk
