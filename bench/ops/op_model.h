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
  ir::Graph graph;  // with final dims, every node judged fit for the device
  NodeKernels kernels;
  Partition partition;                 // all of it
  std::vector<tools::Array> inputs;    // one for each of the partition's
  std::vector<tools::Array> expected;  // one for each of its outputs; none: kernels_ref tells
  tools::Tolerance tolerance;
  std::shared_ptr<const void> storage;  // what the graph's constants point into
};

// `type` is that of the weights, float32, float16 or int8; with int8 all of the layer is quantized, with a
// scale for each output channel. Values are seeded. Fails where kernels_ref finds the shapes wrong, or the
// device's limits are below what they need.
Result<OpModel> MakeLayerModel(const LayerShape& shape, ir::DataType type, const gpu::DeviceLimits& limits);
// Whether the layer has weights, which can be stored as float16.
bool HasWeights(const LayerShape& shape);

// The case's first run, with its golden outputs. Fails for a case that does not run whole on the device.
Result<OpModel> LoadCaseModel(const tools::OpCase& op_case, const gpu::DeviceLimits& limits);

// Judges the graph's nodes and makes all of them, but for those that only compute constants, the model's
// partition. `outputs` are the graph's.
Status JudgeModel(OpModel& model, const std::vector<ir::TensorId>& outputs, const gpu::DeviceLimits& limits);

}  // namespace litevk::bench
