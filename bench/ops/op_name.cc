#include <algorithm>
#include <array>
#include <sstream>

#include "bench/ops/op_cost.h"
#include "delegate/partition/op_names.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::bench {
namespace {

// What windows have in common.
struct Window {
  int padding, stride_h, stride_w, dilation_h, dilation_w, activation;
};

template <typename Params>
Window WindowOf(const Params& p) {
  if constexpr (requires { p.dilation_height_factor; }) {
    return {p.padding,   p.stride_height, p.stride_width, p.dilation_height_factor, p.dilation_width_factor,
            p.activation};
  } else {
    return {p.padding, p.stride_height, p.stride_width, 1, 1, p.activation};
  }
}

class Name {
 public:
  Name(const ir::Graph& graph, const ir::Node& node) : graph_(graph), node_(node), text_(OpName(node)) {}

  std::string Write(const std::string& type) {
    WriteOperands();
    WriteParams();
    Add("Precision", type);
    return std::move(text_);
  }

 private:
  template <typename Params>
  const Params& As() const {
    return node_.params.As<Params>();
  }
  const ir::Tensor& Input(size_t index) const { return graph_.tensor(node_.inputs[index]); }

  void Add(std::string_view word, const std::string& value) {
    text_.append("/").append(word).append("[").append(value).append("]");
  }
  void AddNumber(std::string_view word, double value) {
    std::ostringstream number;
    number << value;
    Add(word, number.str());
  }
  void AddIf(bool is_set, std::string_view word) {
    if (is_set) text_.append("/").append(word);
  }
  // A constant operand of numbers: axes, paddings, sizes.
  void AddInts(std::string_view word, size_t index) {
    if (index >= node_.inputs.size() || node_.inputs[index] == ir::kAbsent) return;
    std::string list;
    for (const int number : ir::StoredInts(Input(index))) {
      list.append(list.empty() ? "" : ",").append(std::to_string(number));
    }
    Add(word, list);
  }

  void AddActivation(int activation) {
    constexpr std::array kNames = {"", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT", "SIGMOID"};
    const auto index = static_cast<size_t>(activation);
    if (index == 0) return;
    Add("Activation", index < kNames.size() ? kNames[index] : std::to_string(activation));
  }

  void AddWindow(const Window& window) {
    Add("Stride", ir::Shape({window.stride_h, window.stride_w}).ToString());
    if (window.dilation_h != 1 || window.dilation_w != 1) {
      Add("Dilation", ir::Shape({window.dilation_h, window.dilation_w}).ToString());
    }
    Add("Padding", window.padding == abi::kTfLitePaddingValid ? "VALID" : "SAME");
    AddActivation(window.activation);
  }

  // Inputs, then constants, but for those of integers, which say how and not what.
  void WriteOperands() {
    const std::string filter = FilterDims();
    if (!filter.empty()) {
      const size_t image = node_.op_code == abi::kTfLiteBuiltinTransposeConv ? 2 : 0;
      Add("Input", Input(image).dims.ToString() + "]xFilter[" + filter);
      return;
    }
    bool is_first = true;
    for (const ir::TensorId id : node_.inputs) {
      if (id == ir::kAbsent || graph_.tensor(id).type == ir::DataType::kInt32) continue;
      const ir::Tensor& tensor = graph_.tensor(id);
      text_ += is_first ? "/" : "x";
      text_.append(tensor.is_known() ? "Constant[" : "Input[").append(tensor.dims.ToString()).append("]");
      is_first = false;
    }
  }

  // Height x width x input channels x output channels, in whatever order the operator stores them; a
  // depthwise convolution has output channels for each of its input. Empty for an operator that has no
  // filter.
  std::string FilterDims() const {
    if (node_.inputs.size() < 2 || node_.inputs[1] == ir::kAbsent) return {};
    const ir::Shape& dims = Input(1).dims;
    switch (node_.op_code) {
      case abi::kTfLiteBuiltinConv2d:
      case abi::kTfLiteBuiltinTransposeConv:
        return ir::Shape({dims[1], dims[2], dims[3], dims[0]}).ToString();
      case abi::kTfLiteBuiltinDepthwiseConv2d: {
        const int channels = Input(0).dims.channels();
        return ir::Shape({dims[1], dims[2], channels, dims[3] / channels}).ToString();
      }
      case abi::kTfLiteBuiltinFullyConnected:
        return ir::Shape({dims[1], dims[0]}).ToString();
      default:
        return {};
    }
  }

  void WritePool() {
    const auto& p = As<abi::TfLitePoolParams>();
    Add("Window", ir::Shape({p.filter_height, p.filter_width}).ToString());
    AddWindow(WindowOf(p));
  }

  void WriteResize() {
    const auto& p = As<abi::TfLiteResizeBilinearParams>();
    AddInts("Size", 1);
    AddIf(p.align_corners, "AlignCorners");
    AddIf(p.half_pixel_centers, "HalfPixelCenters");
  }

  void WriteSlice() {
    AddInts("Begin", 1);
    AddInts("End", 2);
    AddInts("Strides", 3);
  }

  void WriteParams() {
    switch (node_.op_code) {
      case abi::kTfLiteBuiltinConv2d:
        return AddWindow(WindowOf(As<abi::TfLiteConvParams>()));
      case abi::kTfLiteBuiltinDepthwiseConv2d:
        return AddWindow(WindowOf(As<abi::TfLiteDepthwiseConvParams>()));
      case abi::kTfLiteBuiltinTransposeConv:
        return AddWindow(WindowOf(As<abi::TfLiteTransposeConvParams>()));
      case abi::kTfLiteBuiltinFullyConnected:
        return AddActivation(As<abi::TfLiteFullyConnectedParams>().activation);
      case abi::kTfLiteBuiltinAveragePool2d:
      case abi::kTfLiteBuiltinMaxPool2d:
        return WritePool();
      case abi::kTfLiteBuiltinAdd:
      case abi::kTfLiteBuiltinSub:
      case abi::kTfLiteBuiltinMul:
      case abi::kTfLiteBuiltinDiv:
        return AddActivation(As<abi::TfLiteArithmeticParams>().activation);
      case abi::kTfLiteBuiltinConcatenation:
        return AddNumber("Axis", As<abi::TfLiteConcatenationParams>().axis);
      case abi::kTfLiteBuiltinMean:
        AddInts("Axes", 1);
        return AddIf(As<abi::TfLiteReducerParams>().keep_dims, "KeepDims");
      case abi::kTfLiteBuiltinPad:
        return AddInts("Paddings", 1);
      case abi::kTfLiteBuiltinExpandDims:
      case abi::kTfLiteBuiltinReshape:
      case abi::kTfLiteBuiltinSqueeze:
        return Add("Shape", graph_.tensor(node_.outputs[0]).dims.ToString());
      case abi::kTfLiteBuiltinResizeBilinear:
        return WriteResize();
      case abi::kTfLiteBuiltinStridedSlice:
        return WriteSlice();
      case abi::kTfLiteBuiltinDepthToSpace:
      case abi::kTfLiteBuiltinSpaceToDepth:
        return AddNumber("BlockSize", As<abi::TfLiteBlockSizeParams>().block_size);
      case abi::kTfLiteBuiltinLeakyRelu:
        return AddNumber("Alpha", As<abi::TfLiteLeakyReluParams>().alpha);
      case abi::kTfLiteBuiltinSoftmax:
        return AddNumber("Beta", As<abi::TfLiteSoftmaxParams>().beta);
      default:
        return;
    }
  }

  const ir::Graph& graph_;
  const ir::Node& node_;
  std::string text_;
};

}  // namespace

std::string TypeOf(const OpModel& model) {
  const bool has_halves = std::ranges::any_of(model.graph.tensors, [](const ir::Tensor& tensor) {
    return tensor.is_known() && tensor.type == ir::DataType::kFloat16;
  });
  return has_halves ? "f16" : "f32";
}

std::string NameOf(const OpModel& model) {
  const auto position = static_cast<size_t>(model.partition.positions.front());
  return Name(model.graph, model.graph.nodes[position]).Write(TypeOf(model));
}

}  // namespace litevk::bench
