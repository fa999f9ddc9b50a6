#include "kernels_cpu/conv/quantized_conv_2d.h"

#include <type_traits>
#include <utility>

#include "kernels_cpu/conv/integer_patches.h"
#include "kernels_cpu/matmul/integer_output.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/conv/conv_output.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk::cpu {
namespace {

using WideOutput = ref::LayerOutput<int16_t, ref::WideFixedPointScale>;

// T is the type of the image and the output. `Output` makes values of sums.
template <typename T, typename Sum, typename Output>
class QuantizedConv2d : public LayerKernel {
 public:
  QuantizedConv2d(IntegerLayer layer, Output output) : layer_(std::move(layer)), output_(std::move(output)) {}

  bool Fits(const ref::KernelArgs& args) const override {
    return args.inputs[0].dims()[3] == layer_.dims().groups * args.inputs[1].dims()[3];
  }

  Status Compute(const ref::KernelArgs& args, const Epilogue* epilogue) const override {
    ComputeConv(
        layer_, args, args.inputs[0].data<T>(),
        OutputSink<Sum, T, Output>(output_, args.outputs[0].dims()[3], args.outputs[0].data<T>(), epilogue));
    return {};
  }

 private:
  IntegerLayer layer_;
  Output output_;
};

}  // namespace

template <typename T, typename Weight>
std::unique_ptr<PreparedKernel> PrepareQuantizedConv2d(const ref::PreparedNode& node, Isa isa) {
  const std::optional<LayerDims> dims = DimsOfConv(node);
  if (!dims.has_value() || !HasConstants(node)) return nullptr;
  const auto& params = node.params.As<abi::TfLiteConvParams>();
  const IntegerConstants<Weight> constants(node);
  const ref::LayerTensors tensors = constants.TensorsOf(node, node.inputs[1]->dims[0], params.activation);
  const auto pack = [&](std::span<const int32_t> bias) {
    return IntegerLayer::Pack<T, Weight>(
        *dims, {.values = constants.weights, .zero_point = ZeroPointOfFilter(*node.inputs[1])},
        node.inputs[0]->quantization.zero_points[0], bias, isa);
  };
  if constexpr (std::is_same_v<T, int16_t>) {
    if (!HasNarrowSums(params.quantized_bias_type)) {
      auto output = WideOutput::Of(tensors, WideScaleOf(tensors));
      if (!output.ok()) return nullptr;
      return std::make_unique<QuantizedConv2d<T, int64_t, WideOutput>>(pack({}), *std::move(output));
    }
  }
  auto output =
      IntegerOutput<T>::ByFixedPoint(tensors, ref::ConvMultipliersOf<T>(tensors),
                                     BoundOfSums(tensors.input, dims->inputs, constants.NarrowBias()), isa);
  if (!output.has_value()) return nullptr;
  return std::make_unique<QuantizedConv2d<T, int32_t, IntegerOutput<T>>>(pack(constants.NarrowBias()),
                                                                         *std::move(output));
}

template std::unique_ptr<PreparedKernel> PrepareQuantizedConv2d<int8_t, int8_t>(const ref::PreparedNode& node,
                                                                                Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedConv2d<uint8_t, uint8_t>(
    const ref::PreparedNode& node, Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedConv2d<int16_t, int8_t>(
    const ref::PreparedNode& node, Isa isa);

}  // namespace litevk::cpu
