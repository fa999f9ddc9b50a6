// Static cost of a model on a device, found without running it: the dispatches, and the driver's statistics
// of the compiled pipelines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/exec/pipeline_statistics.h"
#include "runtime/vk/device.h"

namespace litevk::bench {

// Cost of a pipeline, by the driver's own names of its statistics (RADV: registers, spills, waves, code
// size).
struct PipelineCost {
  std::string shader;
  std::string label;  // label of the first dispatch that uses it
  int64_t sgprs = 0;
  int64_t vgprs = 0;
  int64_t spilled = 0;    // scalar and vector registers
  int64_t waves = 0;      // waves that a SIMD holds at once
  int64_t lds_bytes = 0;  // LDS bytes of a workgroup
  int64_t code_bytes = 0;
  int64_t inverse_throughput = 0;  // cycles per wave; assumes eight iterations per loop
  int64_t spirv_instructions = 0;  // instructions of the SPIR-V that the driver was given
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
  int64_t live_bytes = 0;  // bytes of the largest set of intermediate tensors alive at once
  int64_t constant_bytes = 0;
  int64_t io_bytes = 0;  // inputs and outputs; plus as much staging if the device has its own memory
  std::vector<PipelineCost> pipelines;

  int64_t SpilledRegisters() const;
  int64_t SpirvInstructions() const;
  double CompileMs() const;
  // Returns the lowest wave count of all convolutions, since convolutions determine how fast a network is; 0
  // without any.
  int64_t FewestConvolutionWaves() const;
};

Result<ModelCost> CostOf(const std::filesystem::path& model, const vk::Device& device);

}  // namespace litevk::bench
