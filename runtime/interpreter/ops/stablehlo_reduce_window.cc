#include <limits>
#include <string>
#include <vector>

#include "runtime/interpreter/combination.h"
#include "runtime/interpreter/interpreter_ops.h"
#include "runtime/interpreter/subgraph_call.h"
#include "runtime/interpreter/subgraph_owner.h"
#include "runtime/ir/import_tensor.h"
#include "runtime/model/tensor_data.h"
#include "runtime/opset/common/stablehlo.h"
#include "runtime/opset/dispatch.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {
namespace {

using Params = abi::TfLiteStablehloReduceWindowParams;

struct ReduceWindowOp {
  static constexpr const OpInfo& kInfo = kOpInfo_stablehlo_reduce_window;
  using Params = abi::TfLiteStablehloReduceWindowParams;
  static abi::TfLiteStatus Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node);
  static abi::TfLiteStatus Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node);
};

// The window along one dim. The input's elements are `base_dilation` apart, with initial values between them.
struct WindowAxis {
  int64_t input;
  int64_t window;
  int64_t stride;
  int64_t base_dilation;
  int64_t window_dilation;
  int64_t pad_low;  // below 0: elements that are cropped
  int64_t pad_high;

  int64_t Output() const {
    const int64_t dilated = input == 0 ? 0 : (input - 1) * base_dilation + 1;
    const int64_t rest = dilated + pad_low + pad_high - ((window - 1) * window_dilation + 1);
    return rest < 0 ? 0 : rest / stride + 1;
  }
  // Returns the input element that an element of an output's window reads; -1: the initial value.
  int64_t Source(int64_t output, int64_t element) const {
    const int64_t position = output * stride + element * window_dilation - pad_low;
    if (position < 0 || position % base_dilation != 0) return -1;
    const int64_t source = position / base_dilation;
    return source < input ? source : -1;
  }
};

std::vector<WindowAxis> AxesOf(const ir::Shape& input, const Params& params) {
  std::vector<WindowAxis> axes;
  axes.reserve(static_cast<size_t>(input.rank()));
  for (int axis = 0; axis < input.rank(); ++axis) {
    axes.push_back({input[axis], params.window_dimensions[axis], params.window_strides[axis],
                    params.base_dilations[axis], params.window_dilations[axis],
                    params.padding[size_t{2} * axis], params.padding[size_t{2} * axis + 1]});
  }
  return axes;
}

Status CheckAxis(const WindowAxis& axis, size_t index) {
  constexpr int64_t kMost = int64_t{1} << 30;  // bound whose products of two fit int64
  const auto is_positive = [](int64_t value) { return value > 0 && value <= kMost; };
  constexpr int64_t kMostOutput = std::numeric_limits<int>::max();
  const bool is_padding =
      axis.pad_low >= -kMost && axis.pad_low <= kMost && axis.pad_high >= -kMost && axis.pad_high <= kMost;
  if (is_positive(axis.window) && is_positive(axis.stride) && is_positive(axis.base_dilation) &&
      is_positive(axis.window_dilation) && is_padding && axis.Output() <= kMostOutput) {
    return {};
  }
  return InvalidArgument("dim " + std::to_string(index) + " has window " + std::to_string(axis.window) +
                         ", stride " + std::to_string(axis.stride) + ", dilations " +
                         std::to_string(axis.base_dilation) + " and " + std::to_string(axis.window_dilation) +
                         ", padding " + std::to_string(axis.pad_low) + " and " +
                         std::to_string(axis.pad_high) + ", expected 1 to 2^30, paddings of that size");
}

Status CheckNode(Subgraph& subgraph, const abi::TfLiteNode& node) {
  const std::span<const int> inputs = Values(node.inputs);
  if (inputs.size() != 2 || Values(node.outputs).size() != 1) {
    return InvalidArgument("has " + std::to_string(inputs.size()) + " inputs, expected 2 and one output");
  }
  const abi::TfLiteTensor& input = subgraph.tensor(inputs[0]);
  const abi::TfLiteTensor& initial = subgraph.tensor(inputs[1]);
  if (initial.type != input.type || subgraph.tensor(Values(node.outputs)[0]).type != input.type ||
      ImportShape(initial).NumElements() != 1) {
    return InvalidArgument("the initial value is " + std::string(ir::Name(ir::FromTfLiteType(initial.type))) +
                           " " + ImportShape(initial).ToString() + ", expected one " +
                           std::string(ir::Name(ir::FromTfLiteType(input.type))) + " as the input");
  }
  const int rank = ImportShape(input).rank();
  if (rank >= 1 && rank <= abi::kTfLiteMostStablehloDims) return {};
  return InvalidArgument("input has " + std::to_string(rank) + " dims, expected 1 to 8");
}

abi::TfLiteStatus ReduceWindowOp::Prepare(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const auto& params = *static_cast<const Params*>(node.user_data);
  Status status = CheckNode(subgraph, node);
  if (status.ok()) status = CombinationOf(subgraph.owner().subgraph(params.body_subgraph_index)).status();
  if (!status.ok()) return Fail<ReduceWindowOp>(context, status.message());
  const std::vector<WindowAxis> axes = AxesOf(ImportShape(subgraph.tensor(Values(node.inputs)[0])), params);
  std::vector<int> dims;
  for (size_t index = 0; index < axes.size(); ++index) {
    status = CheckAxis(axes[index], index);
    if (!status.ok()) return Fail<ReduceWindowOp>(context, status.message());
    dims.push_back(static_cast<int>(axes[index].Output()));
  }
  const ir::Shape shape(dims);
  return ResizeOutputs(subgraph, Values(node.outputs), std::span(&shape, 1));
}

// Returns the input offset of the element at `position` of the window at `output`; -1: the initial value.
int64_t SourceOf(const std::vector<WindowAxis>& axes, const std::vector<int64_t>& output,
                 const std::vector<int64_t>& position) {
  int64_t offset = 0;
  for (size_t axis = 0; axis < axes.size(); ++axis) {
    const int64_t source = axes[axis].Source(output[axis], position[axis]);
    if (source < 0) return -1;
    offset = offset * axes[axis].input + source;
  }
  return offset;
}

template <typename T>
void Reduce(const std::vector<WindowAxis>& axes, Combination combination, const T* input, T initial,
            const ir::Shape& dims, T* output) {
  std::vector<int> window_dims;
  window_dims.reserve(axes.size());
  for (const WindowAxis& axis : axes) window_dims.push_back(static_cast<int>(axis.window));
  const ir::Shape window(window_dims);
  std::vector<int64_t> at(axes.size());
  const int64_t count = dims.NumElements();
  for (int64_t to = 0; to < count; ++to, NextPosition(dims, at)) {
    T total = initial;
    std::vector<int64_t> position(axes.size());
    for (int64_t element = 0; element < window.NumElements(); ++element, NextPosition(window, position)) {
      const int64_t source = SourceOf(axes, at, position);
      total = Combine(combination, total, source < 0 ? initial : input[source]);
    }
    output[to] = total;
  }
}

abi::TfLiteStatus ReduceWindowOp::Invoke(abi::TfLiteContext* context, const abi::TfLiteNode& node) {
  Subgraph& subgraph = SubgraphOf(context);
  const auto& params = *static_cast<const Params*>(node.user_data);
  const auto combination = CombinationOf(subgraph.owner().subgraph(params.body_subgraph_index));
  if (!combination.ok()) return Fail<ReduceWindowOp>(context, combination.status().message());
  const abi::TfLiteTensor& input = subgraph.tensor(Values(node.inputs)[0]);
  const abi::TfLiteTensor& initial = subgraph.tensor(Values(node.inputs)[1]);
  const abi::TfLiteTensor& output = subgraph.tensor(Values(node.outputs)[0]);
  const std::vector<WindowAxis> axes = AxesOf(ImportShape(input), params);
  const Status status =
      ForType<float, double, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, bool>(
          ir::FromTfLiteType(output.type), [&]<typename T>(T) {
            Reduce(axes, *combination, static_cast<const T*>(input.data.data),
                   *static_cast<const T*>(initial.data.data), ImportShape(output),
                   static_cast<T*>(output.data.data));
            return Status();
          });
  return status.ok() ? abi::kTfLiteOk : Fail<ReduceWindowOp>(context, status.message());
}

}  // namespace

abi::TfLiteRegistration MakeRegistration_stablehlo_reduce_window() {
  return RegistrationOf<ReduceWindowOp>();
}

}  // namespace litevk
