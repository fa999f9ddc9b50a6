#include "onnx/common/rounded_product.h"

#include <algorithm>
#include <vector>

#include "onnx.pb.h"
#include "onnx/common/control_flow.h"
#include "onnx/common/fixed_point_steps.h"
#include "onnx/common/fixed_point_sums.h"
#include "onnx/common/reduce.h"
#include "runtime/ir/element_count.h"
#include "runtime/layout/permutation.h"
#include "runtime/opset/common/quantized_reduce.h"

namespace litevk::to_onnx {
namespace {

// Returns the input's values less the zero point in int64, with the factors of each product along dim 0.
Name FactorsFirst(NodeWriter& node, std::vector<int64_t> axes, int64_t count) {
  Emitter& onnx = node.onnx();
  const Permutation& permutation = node.permutation(0);
  const std::vector<int64_t> dims = WrittenDims(node.input(0).dims, permutation);
  // Sorted in the order in which TFLite multiplies.
  const auto own = [&](int64_t axis) {
    return permutation.empty() ? axis : permutation[static_cast<size_t>(axis)];
  };
  std::ranges::sort(axes, {}, own);
  std::vector<int64_t> perm = axes;
  std::vector<int64_t> shape = {count};
  for (int64_t axis = 0; axis < static_cast<int64_t>(dims.size()); ++axis) {
    if (std::ranges::find(axes, axis) != axes.end()) continue;
    perm.push_back(axis);
    shape.push_back(dims[static_cast<size_t>(axis)]);
  }
  Name integers = onnx.Cast(ReadWhole(node, 0, permutation), ir::DataType::kInt64);
  if (!std::ranges::is_sorted(perm)) integers = onnx.Transpose(integers, perm);
  return onnx.Reshape(integers, shape);
}

ir::Tensor ValueOf(const std::vector<int64_t>& dims, const char* name) {
  ir::Tensor value;
  value.name = name;
  value.type = ir::DataType::kInt64;
  value.dims = ir::Shape(std::vector<int>(dims.begin(), dims.end()));
  return value;
}

// Returns the product of the values along dim 0, starting with the first.
Name Multiplied(Emitter& onnx, const Name& factors, int64_t count, const std::vector<int64_t>& dims,
                const FixedPoint& factor) {
  Name first = onnx.Squeeze(onnx.Slice(factors, {0}, {1}, {0}), {0});
  if (count == 1) return first;
  const Name others = onnx.Slice(factors, {1}, {count}, {0});
  ::onnx::NodeProto& scan = onnx.writer().AddNode("Scan", {first, others});
  ::onnx::GraphProto& body = AddGraph(scan, "body");
  ::onnx::AttributeProto& inputs = *scan.add_attribute();
  inputs.set_name("num_scan_inputs");
  inputs.set_type(::onnx::AttributeProto::INT);
  inputs.set_i(1);
  GraphWriter writer(body, onnx.writer());
  std::vector<Name> names;
  for (const char* name : {"product", "factor"}) {
    names.push_back(writer.Unique(name));
    AddEdge(names.back(), ValueOf(dims, name), *body.add_input());
  }
  const Name next = FixedPointSteps(Emitter(writer)).Rescaled64(writer.Add("Mul", names), factor);
  AddResult(writer, next, ValueOf(dims, "next"), body);
  writer.Finish();
  return onnx.writer().AddResults(scan, 1).front();
}

}  // namespace

Status RoundedProduct(NodeWriter& node) {
  Emitter& onnx = node.onnx();
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, WrittenAxes(node));
  const bool keeps_dims = node.params<abi::TfLiteReducerParams>().keep_dims;
  int64_t count = 1;
  const std::vector<int64_t> from = WrittenDims(node.input(0).dims, node.permutation(0));
  for (const int64_t axis : axes)
    count = ir::TimesDim(count, static_cast<int>(from[static_cast<size_t>(axis)]));
  LITEVK_ASSIGN_OR_RETURN(const FixedPoint factor, MultiplierOfProduct(node.input(0), node.output(0), count));
  std::vector<int64_t> dims;
  for (int64_t axis = 0; axis < static_cast<int64_t>(from.size()); ++axis) {
    if (std::ranges::find(axes, axis) == axes.end()) dims.push_back(from[static_cast<size_t>(axis)]);
  }
  const Name product = Multiplied(onnx, FactorsFirst(node, axes, count), count, dims, factor);
  const Permutation permutation = ReducedPermutation(node, axes, keeps_dims);
  const Name rescaled = FixedPointSteps(onnx).Rescaled64(product, factor);
  return WriteSteps(node, onnx.Reshape(rescaled, WrittenDims(node.output(0).dims, permutation)),
                    abi::kTfLiteActNone, permutation);
}

}  // namespace litevk::to_onnx
