// A small graph to be measured, with values for its inputs: a layer of a shape list, or an operator case.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/ops/layer_shape.h"
#include "delegate/engine/program.h"
#include "delegate/kernel/judged_graph.h"
#include "runtime/graph/device_limits.h"
#include "runtime/ir/graph.h"
#include "tools/delegate_test/op_case.h"

namespace litevk::bench {

struct OpModel {
  ir::Graph graph;  // with final dims; all nodes are checked for the device
  NodeKernels kernels;
  Partition partition;                 // includes the whole graph
  std::vector<tools::Array> inputs;    // one for each input of the partition
  std::vector<tools::Array> expected;  // one for each output of the partition; none: computed by kernels_ref
  tools::Tolerance tolerance;
  std::shared_ptr<const void> storage;  // owner of the memory of the graph's constants
};

// Builds a layer's graph. `type` is the type of the weights: float32, float16 or int8. With int8 the whole
// layer is quantized, with one scale per output channel. Values are seeded. Fails if kernels_ref refuses the
// shapes, or if they exceed the device's limits.
Result<OpModel> MakeLayerModel(const LayerShape& shape, ir::DataType type, const gpu::DeviceLimits& limits);
// True if the layer has weights, which can be stored as float16.
bool HasWeights(const LayerShape& shape);

// Loads the case's first run, with its golden outputs. Fails for a case that does not run entirely on the
// device.
Result<OpModel> LoadCaseModel(const tools::OpCase& op_case, const gpu::DeviceLimits& limits);

// Checks the graph's nodes. Makes all nodes that do not just compute constants the model's partition.
// `outputs` are the graph's.
Status JudgeModel(OpModel& model, const std::vector<ir::TensorId>& outputs, const gpu::DeviceLimits& limits);

}  // namespace litevk::bench
