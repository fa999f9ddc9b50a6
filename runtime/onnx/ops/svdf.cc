#include "runtime/opset/ops/svdf.h"
#include "runtime/onnx/families/recurrent.h"
#include "runtime/onnx/families/reduce.h"
#include "runtime/onnx/node_writer.h"

namespace litevk::to_onnx {

// The features of the last inputs, one row for each filter, times the weights of time, and summed up.
static Status Svdf(NodeWriter& node) {
  const auto& params = node.params<abi::TfLiteSVDFParams>();
  const int64_t batch = node.input(kInput).dims[0];
  const int64_t filters = node.input(kFeatureWeights).dims[0];
  const int64_t memory = node.input(kTimeWeights).dims[1];
  const Name features = Product(node, node.Read(kInput, {}), node.Read(kFeatureWeights, {}));
  const Name newest = node.Reshape(features, {batch, filters, 1});
  Name rows = newest;
  if (memory > 1) {
    const Name state = node.Reshape(node.ReadState(kState), {batch, filters, memory});
    rows = node.Concat({node.Slice(state, {1}, {memory}, {2}), newest}, 2);
  }
  node.WriteState(kState, node.Reshape(rows, {batch, filters * memory}));
  const Name products = node.Add("Mul", {rows, node.Read(kTimeWeights, {})});
  const Name units = node.Reshape(products, {batch, filters / params.rank, params.rank * memory});
  Name sums = Reduced(node, "ReduceSum", units, {2}, false);
  if (node.has(kBias)) sums = node.Add("Add", {sums, node.Read(kBias, {})});
  node.Write(0, RecurrentActivation(node, sums, params.activation), {});
  return {};
}

}  // namespace litevk::to_onnx

LITEVK_ONNX_OP(svdf, .write = Svdf, .takes_floats_alone = true)
