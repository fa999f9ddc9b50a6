// What a model costs on a device, as far as it can be told without running anything there: what is
// dispatched, and what the driver says of the compiled pipelines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/pipeline_statistics.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// A pipeline, by the driver's own names of what it tells (RADV: registers, spills, waves, code size).
struct PipelineCost {
  std::string shader;
  std::string label;  // of the first dispatch that uses it
  int64_t sgprs = 0;
  int64_t vgprs = 0;
  int64_t spilled = 0;    // scalar and vector registers
  int64_t waves = 0;      // that a SIMD holds at once
  int64_t lds_bytes = 0;  // of a workgroup
  int64_t code_bytes = 0;
  int64_t inverse_throughput = 0;  // cycles per wave; loops are taken to turn eight times
  int64_t spirv_instructions = 0;  // that the driver was given
  double compile_ms = 0;
};

// Sums over the partitions of the primary subgraph.
struct ModelCost {
  std::string model;  // file name without its ending
  int64_t nodes = 0;
  int64_t delegated = 0;
  int64_t partitions = 0;
  int64_t dispatches = 0;
  int64_t workgroups = 0;
  int64_t barriers = 0;
  int64_t arena_bytes = 0;
  int64_t live_bytes = 0;  // of the largest set of intermediate tensors that are alive at once
  int64_t constant_bytes = 0;
  int64_t io_bytes = 0;  // of inputs and outputs; as many for staging where the device has memory of its own
  std::vector<PipelineCost> pipelines;

  int64_t SpilledRegisters() const;
  int64_t SpirvInstructions() const;
  double CompileMs() const;
  // Returns the waves of the convolution with the fewest, as convolutions decide how fast a network is; 0
  // without any.
  int64_t FewestConvolutionWaves() const;
};

Result<ModelCost> CostOf(const std::filesystem::path& model, const vk::Device& device);

}  // namespace litevk::bench
