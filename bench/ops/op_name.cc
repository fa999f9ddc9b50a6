#include <algorithm>
#include <array>

#include "bench/ops/op_cost.h"
#include "delegate/abi/builtin_ops.h"
#include "delegate/abi/builtin_params.h"
#include "delegate/partition/op_names.h"

namespace litevk::bench {
namespace {

std::string WithoutBatch(const ir::Shape& dims) {
  if (dims.rank() < 2 || dims[0] != 1) return dims.ToString();
  return ir::Shape(std::vector<int>(dims.dims().begin() + 1, dims.dims().end())).ToString();
}

std::string HeightWidth(std::string_view word, int height, int width) {
  std::string text(word);
  text += std::to_string(height);
  return height == width ? text : text + "x" + std::to_string(width);
}

// What windows have in common.
struct Window {
  int padding, stride_h, stride_w, dilation_h, dilation_w, activation;
};

std::string ActivationText(int activation) {
  constexpr std::array kNames = {"", "/relu", "/relu_n1_to_1", "/relu6", "/tanh", "/sign_bit", "/sigmoid"};
  const auto index = static_cast<size_t>(activation);
  return index < kNames.size() ? kNames[index] : "/activation" + std::to_string(activation);
}

std::string WindowText(const Window& window) {
  std::string text = "/" + HeightWidth("stride", window.stride_h, window.stride_w);
  if (window.dilation_h != 1 || window.dilation_w != 1) {
    text += "/" + HeightWidth("dilation", window.dilation_h, window.dilation_w);
  }
  if (window.padding == abi::kTfLitePaddingValid) text += "/valid";
  return text + ActivationText(window.activation);
}

std::string FilterText(const ir::Shape& filter, int channels) {
  return "/" + ir::Shape({filter[1], filter[2], channels}).ToString();
}

std::string PoolText(const ir::Node& node) {
  const auto& p = node.params.As<abi::TfLitePoolParams>();
  return "/" + ir::Shape({p.filter_height, p.filter_width}).ToString() +
         WindowText({p.padding, p.stride_height, p.stride_width, 1, 1, p.activation});
}

// Everything behind the operator's name but for the type.
std::string Describe(const ir::Graph& graph, const ir::Node& node) {
  const std::string input = "/" + WithoutBatch(graph.tensor(node.inputs[0]).dims);
  const auto filter = [&]() -> const ir::Shape& { return graph.tensor(node.inputs[1]).dims; };
  switch (node.op_code) {
    case abi::kTfLiteBuiltinConv2d: {
      const auto& p = node.params.As<abi::TfLiteConvParams>();
      return input + FilterText(filter(), filter()[0]) +
             WindowText({p.padding, p.stride_height, p.stride_width, p.dilation_height_factor,
                         p.dilation_width_factor, p.activation});
    }
    case abi::kTfLiteBuiltinDepthwiseConv2d: {
      const auto& p = node.params.As<abi::TfLiteDepthwiseConvParams>();
      return input + FilterText(filter(), filter()[3]) +
             WindowText({p.padding, p.stride_height, p.stride_width, p.dilation_height_factor,
                         p.dilation_width_factor, p.activation});
    }
    case abi::kTfLiteBuiltinTransposeConv: {
      const auto& p = node.params.As<abi::TfLiteTransposeConvParams>();
      return "/" + WithoutBatch(graph.tensor(node.inputs[2]).dims) + FilterText(filter(), filter()[0]) +
             WindowText({p.padding, p.stride_height, p.stride_width, 1, 1, p.activation});
    }
    case abi::kTfLiteBuiltinFullyConnected:
      return input + "/" + filter().ToString() +
             ActivationText(node.params.As<abi::TfLiteFullyConnectedParams>().activation);
    case abi::kTfLiteBuiltinAveragePool2d:
    case abi::kTfLiteBuiltinMaxPool2d:
      return input + PoolText(node);
    default:
      break;
  }
  std::string text;
  for (const ir::TensorId id : node.inputs) {
    const bool is_data = id != ir::kAbsent && graph.tensor(id).type != ir::DataType::kInt32;
    if (!is_data) continue;
    text += graph.tensor(id).is_known() ? "/const" : "/";
    text += WithoutBatch(graph.tensor(id).dims);
  }
  const bool is_arithmetic = node.op_code == abi::kTfLiteBuiltinAdd ||
                             node.op_code == abi::kTfLiteBuiltinSub ||
                             node.op_code == abi::kTfLiteBuiltinMul || node.op_code == abi::kTfLiteBuiltinDiv;
  if (!is_arithmetic) return text;
  return text + ActivationText(node.params.As<abi::TfLiteArithmeticParams>().activation);
}

}  // namespace

std::string TypeOf(const OpModel& model) {
  const bool has_halves = std::ranges::any_of(model.graph.tensors, [](const ir::Tensor& tensor) {
    return tensor.is_known() && tensor.type == ir::DataType::kFloat16;
  });
  return has_halves ? "f16" : "f32";
}

std::string NameOf(const OpModel& model) {
  const auto position = static_cast<size_t>(model.partition.positions.front());
  const ir::Node& node = model.graph.nodes[position];
  return OpName(node) + Describe(model.graph, node) + "/" + TypeOf(model);
}

}  // namespace litevk::bench
