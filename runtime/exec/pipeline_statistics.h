// Statistics of the driver's compiler for the pipelines of a graph: registers, spills, instructions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/vk/device.h"

namespace litevk {

struct PipelineStatistic {
  std::string name;  // the driver's name: "Spilled VGPRs"
  double value = 0;
};

struct PipelineStatistics {
  std::string shader;
  std::vector<uint32_t> spec;
  std::string label;        // label of the first dispatch that uses the pipeline
  size_t instructions = 0;  // SPIR-V instructions passed to the driver
  double compile_ms = 0;    // time of the driver
  std::vector<PipelineStatistic> statistics;
};

// Returns one entry for each distinct pipeline, in the order of first use. Compiles, but allocates no memory
// and submits nothing, so that a driver without a GPU suffices. Returns kUnavailable if the device has no
// pipeline statistics.
Result<std::vector<PipelineStatistics>> CollectPipelineStatistics(const vk::Device& device,
                                                                  const gpu::Graph& graph);

}  // namespace litevk
