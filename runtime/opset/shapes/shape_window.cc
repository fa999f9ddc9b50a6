// Shapes of the operators that slide a window: convolutions and pooling.
#include "runtime/opset/shapes/shape_window.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "runtime/opset/shapes/shape_check.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ir {
namespace {

// One spatial dim of a window with the node's parameters.
struct WindowSpec {
  int padding;
  int filter;
  int stride;
  int dilation = 1;
};

Status CheckWindow(const WindowSpec& spec) {
  if (spec.padding != abi::kTfLitePaddingSame && spec.padding != abi::kTfLitePaddingValid) {
    return InvalidArgument("padding is " + std::to_string(spec.padding) + ", expected SAME or VALID");
  }
  if (spec.filter <= 0 && !IsUnknown(spec.filter)) {
    return InvalidArgument("filter size is " + std::to_string(spec.filter) + ", expected 1 or more");
  }
  if (spec.stride <= 0) {
    return InvalidArgument("stride is " + std::to_string(spec.stride) + ", expected 1 or more");
  }
  if (spec.dilation <= 0) {
    return InvalidArgument("dilation is " + std::to_string(spec.dilation) + ", expected 1 or more");
  }
  if ((int64_t{spec.filter} - 1) * spec.dilation >= std::numeric_limits<int>::max()) {
    return InvalidArgument("the dilated filter spans more than 2147483647 elements");
  }
  return {};
}

// Returns the output size. A window that exceeds the image by less than a stride gives an empty output, as in
// TFLite.
Result<int> WindowOutput(const WindowSpec& spec, int input) {
  LITEVK_RETURN_IF_ERROR(CheckWindow(spec));
  if (IsUnknown(input) || IsUnknown(spec.filter)) return kUnknownDim;
  const int output = ComputeWindow(spec.padding, input, spec.filter, spec.stride, spec.dilation).output;
  if (output >= 0) return output;
  return InvalidArgument("a window of " + std::to_string((spec.filter - 1) * spec.dilation + 1) +
                         " does not fit into an input of " + std::to_string(input));
}

// Returns the window of a 3D convolution along depth, height or width.
WindowSpec WindowOf(const abi::TfLiteConv3DParams& params, const Shape& filter, int axis) {
  const int strides[] = {params.stride_depth, params.stride_height, params.stride_width};
  const int dilations[] = {params.dilation_depth_factor, params.dilation_height_factor,
                           params.dilation_width_factor};
  return {params.padding, filter[axis], strides[axis], dilations[axis]};
}

// Writes {batch, height, width, channels} for an NHWC input.
Status SetWindowOutput(const ShapeQuery& query, const WindowSpec& height, const WindowSpec& width,
                       int channels) {
  const Shape& input = query.input(0);
  LITEVK_ASSIGN_OR_RETURN(const int output_height, WindowOutput(height, input[1]));
  LITEVK_ASSIGN_OR_RETURN(const int output_width, WindowOutput(width, input[2]));
  return SetOutput(query, {input[0], output_height, output_width, channels});
}

// Returns the output size of a transposed window. With SAME, several output sizes fit the input. Like
// XNNPACK, uses the size that the model states if it fits. Otherwise uses the size that MediaPipe's kernel
// gives.
int64_t TransposedOutput(const WindowSpec& spec, int input, int stated) {
  if (IsUnknown(input) || IsUnknown(spec.filter)) return kUnknownDim;
  if (input == 0) return 0;
  const int64_t whole = int64_t{spec.stride} * (int64_t{input} - 1) + spec.filter;
  if (spec.padding != abi::kTfLitePaddingSame) return whole;
  if (stated > 0 && (int64_t{stated} + spec.stride - 1) / spec.stride == input) return stated;
  return whole - std::max(0, spec.filter - (input - 1) % spec.stride - 1);
}

// Checks the groups of a convolution whose dims are all known.
Status CheckGroups(int input_channels, const Shape& filter) {
  if (filter[3] == 0 || input_channels % filter[3] != 0 || input_channels == 0) {
    return InvalidArgument("input has " + std::to_string(input_channels) +
                           " channels, expected a multiple of " + std::to_string(filter[3]) +
                           " as in the filter");
  }
  const int groups = input_channels / filter[3];
  if (filter[0] % groups == 0) return {};
  return InvalidArgument("filter has " + std::to_string(filter[0]) +
                         " output channels, expected a multiple of " + std::to_string(groups) + " groups");
}

Status CheckInputChannels(int channels, int expected) {
  if (MayEqual(channels, expected)) return {};
  return InvalidArgument("input has " + std::to_string(channels) + " channels, expected " +
                         std::to_string(expected) + " as in the filter");
}

// Checks the output dims that a transposed convolution's node states. There must be as many as the filter
// has.
Status CheckNamedOutput(const std::vector<int>& dims, const Shape& filter, int batch, int channels) {
  if (dims.size() != filter.dims().size()) {
    return InvalidArgument("output shape has " + std::to_string(dims.size()) + " values, expected " +
                           std::to_string(filter.rank()));
  }
  if (MayEqual(dims.front(), batch) && MayEqual(dims.back(), channels)) return {};
  return InvalidArgument("output shape has batch " + std::to_string(dims.front()) + " and " +
                         std::to_string(dims.back()) + " channels, expected " + std::to_string(batch) +
                         " and " + std::to_string(channels));
}

// Checks a dim of a transposed convolution whose node states its output. A convolution of that output must
// give the input.
Status CheckConvolved(const WindowSpec& window, const Shape& input, int axis, int named) {
  LITEVK_ASSIGN_OR_RETURN(const int expected, WindowOutput(window, named));
  if (MayEqual(input[axis], expected)) return {};
  return InvalidArgument("input dim " + std::to_string(axis) + " is " + std::to_string(input[axis]) +
                         ", expected the " + std::to_string(expected) +
                         " that a convolution of the output has");
}

Status CheckConvRanks(const ShapeQuery& query, int input, int filter) {
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(input), 4, "input"));
  return CheckRank(query.input(filter), 4, "filter");
}

}  // namespace

WindowDim ComputeWindow(int padding, int input, int filter, int stride, int dilation) {
  if (stride <= 0) return {};
  const int64_t extent = (int64_t{filter} - 1) * dilation + 1;
  const bool same = padding == abi::kTfLitePaddingSame;
  const int64_t output = (int64_t{input} + stride - (same ? 1 : extent)) / stride;
  if (output <= 0) return {.output = output < 0 ? -1 : 0};
  const int64_t padded = std::max<int64_t>(0, (output - 1) * stride + extent - input);
  return {.output = static_cast<int>(output),
          .pad_before = static_cast<int>(std::min<int64_t>(padded / 2, std::numeric_limits<int>::max()))};
}

Status InferConv2d(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(CheckConvRanks(query, 0, 1));
  const int input_channels = query.input(0)[3];
  const Shape& filter = query.input(1);
  if (!IsUnknown(input_channels) && !filter.has_unknown()) {
    LITEVK_RETURN_IF_ERROR(CheckGroups(input_channels, filter));
  }
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 2, filter[0]));
  const auto& params = query.params.As<abi::TfLiteConvParams>();
  return SetWindowOutput(
      query, {params.padding, filter[1], params.stride_height, params.dilation_height_factor},
      {params.padding, filter[2], params.stride_width, params.dilation_width_factor}, filter[0]);
}

Status InferDepthwiseConv2d(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  LITEVK_RETURN_IF_ERROR(CheckConvRanks(query, 0, 1));
  const int input_channels = query.input(0)[3];
  const Shape& filter = query.input(1);
  if (!MayEqual(filter[0], 1)) {
    return InvalidArgument("filter dim 0 is " + std::to_string(filter[0]) + ", expected 1");
  }
  const bool is_known = !IsUnknown(input_channels) && !IsUnknown(filter[3]);
  if (is_known && (input_channels == 0 || filter[3] % input_channels != 0)) {
    return InvalidArgument("filter has " + std::to_string(filter[3]) +
                           " channels, expected a multiple of the input's " + std::to_string(input_channels));
  }
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 2, filter[3]));
  if (const Tensor* bias = OptionalInput(query, 2); bias != nullptr) {
    LITEVK_RETURN_IF_ERROR(CheckRank(bias->dims, 1, "bias"));
  }
  const auto& params = query.params.As<abi::TfLiteDepthwiseConvParams>();
  return SetWindowOutput(
      query, {params.padding, filter[1], params.stride_height, params.dilation_height_factor},
      {params.padding, filter[2], params.stride_width, params.dilation_width_factor}, filter[3]);
}

// The node states its output shape. The input has the role of a convolution's output.
Status InferTransposeConv(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 3));
  LITEVK_RETURN_IF_ERROR(CheckConvRanks(query, 2, 1));
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(0), 1, "output shape"));
  const Shape& filter = query.input(1);
  const Shape& input = query.input(2);
  std::vector<int> dims = {input[0], kUnknownDim, kUnknownDim, filter[0]};
  if (!IsPlannedVector(query, 0) || query.input(0) != Shape{4}) {
    LITEVK_ASSIGN_OR_RETURN(dims, ReadStoredInts(query, 0, "output shape"));
  }
  LITEVK_RETURN_IF_ERROR(CheckInputChannels(input[3], filter[3]));
  LITEVK_RETURN_IF_ERROR(CheckNamedOutput(dims, filter, input[0], filter[0]));
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 3, filter[0]));
  const auto& params = query.params.As<abi::TfLiteTransposeConvParams>();
  LITEVK_RETURN_IF_ERROR(SetOutput(query, {dims.begin(), dims.end()}));
  LITEVK_RETURN_IF_ERROR(
      CheckConvolved({params.padding, filter[1], params.stride_height}, input, 1, dims[1]));
  return CheckConvolved({params.padding, filter[2], params.stride_width}, input, 2, dims[2]);
}

Status InferTransposeConvBias(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 3));
  LITEVK_RETURN_IF_ERROR(CheckConvRanks(query, 0, 1));
  const Shape& input = query.input(0);
  const Shape& filter = query.input(1);
  LITEVK_RETURN_IF_ERROR(CheckInputChannels(input[3], filter[3]));
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 2, filter[0]));
  const auto& params = query.params.As<abi::TfLiteTransposeConvParams>();
  const int strides[] = {params.stride_height, params.stride_width};
  std::vector<int64_t> dims = {input[0], 0, 0, filter[0]};
  const Shape stated = query.outputs[0];
  for (int axis = 1; axis <= 2; ++axis) {
    const WindowSpec window = {params.padding, filter[axis], strides[axis - 1]};
    LITEVK_RETURN_IF_ERROR(CheckWindow(window));
    dims[static_cast<size_t>(axis)] =
        TransposedOutput(window, input[axis], stated.rank() == 4 ? stated[axis] : kUnknownDim);
  }
  return SetOutput(query, dims);
}

Status InferConv3d(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  const Shape& input = query.input(0);
  const Shape& filter = query.input(1);  // {depth, height, width, inputs, outputs}
  LITEVK_RETURN_IF_ERROR(CheckRank(input, 5, "input"));
  LITEVK_RETURN_IF_ERROR(CheckRank(filter, 5, "filter"));
  LITEVK_RETURN_IF_ERROR(CheckInputChannels(input[4], filter[3]));
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 2, filter[4]));
  std::vector<int64_t> dims = {input[0], 0, 0, 0, filter[4]};
  for (int axis = 0; axis < 3; ++axis) {
    const WindowSpec window = WindowOf(query.params.As<abi::TfLiteConv3DParams>(), filter, axis);
    LITEVK_ASSIGN_OR_RETURN(dims[static_cast<size_t>(axis) + 1], WindowOutput(window, input[axis + 1]));
  }
  return SetOutput(query, dims);
}

// The node states its output shape, as for InferTransposeConv.
Status InferConv3dTranspose(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 3));
  const Shape& filter = query.input(1);  // {depth, height, width, outputs, inputs}
  const Shape& input = query.input(2);
  LITEVK_RETURN_IF_ERROR(CheckRank(filter, 5, "filter"));
  LITEVK_RETURN_IF_ERROR(CheckRank(input, 5, "input"));
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(0), 1, "output shape"));
  LITEVK_RETURN_IF_ERROR(CheckInputChannels(input[4], filter[4]));
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 3, filter[3]));
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> dims, ReadStoredInts(query, 0, "output shape"));
  LITEVK_RETURN_IF_ERROR(CheckNamedOutput(dims, filter, input[0], filter[3]));
  for (int axis = 0; axis < 3; ++axis) {
    const WindowSpec window = WindowOf(query.params.As<abi::TfLiteConv3DParams>(), filter, axis);
    LITEVK_RETURN_IF_ERROR(CheckConvolved(window, input, axis + 1, dims[static_cast<size_t>(axis) + 1]));
  }
  return SetOutput(query, {dims.begin(), dims.end()});
}

Status InferPool2d(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 1));
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(0), 4, "input"));
  const auto& params = query.params.As<abi::TfLitePoolParams>();
  return SetWindowOutput(query, {params.padding, params.filter_height, params.stride_height},
                         {params.padding, params.filter_width, params.stride_width}, query.input(0)[3]);
}

}  // namespace litevk::ir
