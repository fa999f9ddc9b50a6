#include "onnx/write/quantized_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "runtime/base/elements.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/run_node.h"

namespace litevk::to_onnx {
namespace {

using Channel = AffineChannels::Channel;

template <typename T>
std::vector<std::byte> BytesOf(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// Runs only this node on a vector of quantized values or floats. The result has the same type and length.
template <typename T>
Result<std::vector<T>> ResultsOf(const ir::Graph& graph, const ir::Node& node,
                                 const std::vector<T>& elements) {
  ir::Graph alone;
  for (const ir::TensorId id : {node.inputs[0], node.outputs[0]}) {
    ir::Tensor tensor = graph.tensor(id);
    tensor.type = DataTypeOf<T>();
    tensor.dims = ir::Shape({static_cast<int>(elements.size())});
    if (tensor.type == ir::DataType::kFloat32) tensor.quantization = {};
    alone.tensors.push_back(std::move(tensor));
  }
  ir::Node single = node;
  single.inputs = {0};
  single.outputs = {1};
  const std::vector<std::byte> bytes = BytesOf(elements);
  const auto find = [&](ir::TensorId) -> Result<ref::ConstView> {
    return ref::ConstView{alone.tensors.data(), bytes};
  };
  LITEVK_ASSIGN_OR_RETURN(const auto outputs, ref::RunNode(alone, single, find));
  return CopyElements<T>(outputs.front().bytes);
}

// Returns every value of the type. Those below `lowest`, which the operator does not take, are replaced by
// it.
template <typename T>
std::vector<T> IntegersFrom(T lowest) {
  std::vector<T> integers(size_t{1} << (8 * sizeof(T)));
  std::iota(integers.begin(), integers.end(), std::numeric_limits<T>::min());
  for (T& integer : integers) integer = std::max(integer, lowest);
  return integers;
}

// Returns the largest difference between quantized float results and those of the integer kernel.
template <typename T>
Result<double> LargestDistance(const ir::Graph& graph, const ir::Node& node, const std::vector<T>& integers,
                               const std::vector<T>& expected) {
  const Channel from = AffineChannels::OnlyOf(graph.tensor(node.inputs[0]));
  const Channel to = AffineChannels::OnlyOf(graph.tensor(node.outputs[0]));
  std::vector<float> values;
  values.reserve(integers.size());
  for (const T integer : integers) values.push_back(from.ValueOf(integer));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<float> results, ResultsOf(graph, node, values));
  double largest = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    const double integer = std::nearbyint(double{results[i] / to.scale}) + to.zero_point;
    const double rounded =
        std::clamp<double>(integer, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    const double distance = std::abs(rounded - expected[i]);
    if (!(distance <= largest)) largest = std::isnan(distance) ? std::numeric_limits<T>::max() : distance;
  }
  return largest;
}

template <typename T>
Result<std::vector<std::byte>> FindTable(const ir::Graph& graph, const ir::Node& node, int steps) {
  std::vector<T> integers = IntegersFrom<T>(std::numeric_limits<T>::min());
  auto expected = ResultsOf(graph, node, integers);
  if (!expected.ok()) {
    // A root takes no values below 0.
    integers = IntegersFrom(static_cast<T>(AffineChannels::OnlyOf(graph.tensor(node.inputs[0])).zero_point));
    expected = ResultsOf(graph, node, integers);
    LITEVK_RETURN_IF_ERROR(expected.status());
  }
  LITEVK_ASSIGN_OR_RETURN(const double distance, LargestDistance(graph, node, integers, *expected));
  return distance <= steps ? std::vector<std::byte>() : BytesOf(*expected);
}

}  // namespace

Result<std::vector<std::byte>> FindQuantizedTable(const ir::Graph& graph, const ir::Node& node, int steps) {
  std::vector<std::byte> table;
  LITEVK_RETURN_IF_ERROR(
      (ForType<int8_t, uint8_t, int16_t>(graph.tensor(node.inputs[0]).type, [&]<typename T>(T) -> Status {
        LITEVK_ASSIGN_OR_RETURN(table, FindTable<T>(graph, node, steps));
        return {};
      })));
  return table;
}

}  // namespace litevk::to_onnx
