#include "kernels_cpu/conv/transpose_conv.h"

#include <limits>
#include <utility>

#include "kernels_cpu/conv/transpose_conv_sums.h"
#include "kernels_cpu/matmul/float_layer.h"
#include "kernels_cpu/matmul/integer_output.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_ref/conv/conv_output.h"
#include "kernels_ref/conv/transpose_conv.h"
#include "kernels_ref/support/scratch.h"
#include "runtime/opset/ops/transpose_conv.h"
#include "runtime/opset/quantized/weights_zero_point.h"

namespace litevk::cpu {
namespace {

constexpr auto kImage = static_cast<size_t>(kTransposeConvInputs.image);
constexpr auto kFilter = static_cast<size_t>(kTransposeConvInputs.filter);
constexpr auto kBias = static_cast<size_t>(kTransposeConvInputs.bias);

// Returns nothing if the filter or the bias is not stored in the model, or the filter is empty.
std::optional<LayerDims> DimsOfLayer(const ref::PreparedNode& node) {
  const ir::Shape& filter = node.inputs[kFilter]->dims;
  const ir::Tensor* const bias = ref::OperandAt(node.inputs, kBias);
  if (!IsStored(node.inputs[kFilter]) || !IsStored(bias) || filter.NumElements() == 0) return std::nullopt;
  return LayerDims{.groups = 1, .outputs = filter.NumElements() / filter[3], .inputs = filter[3]};
}

bool HasDepth(const ref::KernelArgs& args, const LayerDims& dims) {
  return args.inputs[kImage].dims()[3] == dims.inputs && args.inputs[kImage].dims().NumElements() > 0;
}

template <typename Sum>
TapSums<Sum> TapSumsOf(const ref::KernelArgs& args, const Sum* products) {
  return {products, args.inputs[kImage].dims(), args.outputs[0].dims(),
          ref::TransposeConvWindow(args, args.inputs[kFilter].dims())};
}

class FloatTransposeConv : public PreparedKernel {
 public:
  explicit FloatTransposeConv(FloatLayer layer) : layer_(std::move(layer)) {}

  bool Fits(const ref::KernelArgs& args) const override { return HasDepth(args, layer_.dims()); }

  Status Run(const ref::KernelArgs& args) const override {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const ir::Shape& output = args.outputs[0].dims();
    const int64_t pixels = args.inputs[kImage].dims().Rows();
    ref::Scratch<float> products(static_cast<size_t>(pixels * layer_.dims().outputs));
    layer_.Compute(DenseRows(args.inputs[kImage].data<float>(), pixels, layer_.dims().inputs),
                   {-kInfinity, kInfinity}, products.data());
    const auto range = ref::RangeOf(args.params.As<abi::TfLiteTransposeConvParams>().activation);
    const float* const bias = args.has_input(kBias) ? args.inputs[kBias].data<float>() : nullptr;
    ForEachSumsRow(TapSumsOf<float>(args, products.data()), [&](int64_t row, float* sums) {
      ref::AddBiasAndClamp(range, bias, output[3], output[2], sums);
      std::copy_n(sums, output[2] * output[3], args.outputs[0].data<float>() + row * output[2] * output[3]);
    });
    return {};
  }

 private:
  FloatLayer layer_;
};

// Writes the products of all taps of a pixel.
class TapSink : public SumsSink<int32_t> {
 public:
  TapSink(int64_t taps, int32_t* to) : taps_(taps), to_(to) {}

  void Take(int64_t row, int64_t first, int64_t count, const int32_t* sums) const override {
    std::copy_n(sums, count, to_ + row * taps_ + first);
  }

 private:
  int64_t taps_;
  int32_t* to_;
};

template <typename T>
class QuantizedTransposeConv : public PreparedKernel {
 public:
  QuantizedTransposeConv(IntegerLayer layer, IntegerOutput<T> output, std::vector<int32_t> bias)
      : layer_(std::move(layer)), output_(std::move(output)), bias_(std::move(bias)) {}

  bool Fits(const ref::KernelArgs& args) const override { return HasDepth(args, layer_.dims()); }

  Status Run(const ref::KernelArgs& args) const override {
    const ir::Shape& output = args.outputs[0].dims();
    const int64_t pixels = args.inputs[kImage].dims().Rows();
    ref::Scratch<int32_t> products(static_cast<size_t>(pixels * layer_.dims().outputs));
    layer_.Compute(
        DenseIntegerRows<T>(args.inputs[kImage].data<T>(), pixels, layer_.dims().inputs, layer_.inputs()),
        TapSink(layer_.dims().outputs, products.data()));
    // Sums wrap around.
    const auto* const unsigned_sums = reinterpret_cast<const uint32_t*>(products.data());
    ForEachSumsRow(TapSumsOf<uint32_t>(args, unsigned_sums), [&](int64_t row, const uint32_t* sums) {
      T* const to = args.outputs[0].data<T>() + row * output[2] * output[3];
      std::vector<int32_t> pixel(static_cast<size_t>(output[3] + kMostLanes));
      for (int64_t column = 0; column < output[2]; ++column, sums += output[3]) {
        for (size_t channel = 0; channel < bias_.size(); ++channel) {
          pixel[channel] = static_cast<int32_t>(sums[channel] + static_cast<uint32_t>(bias_[channel]));
        }
        output_.Write(0, pixel.data(), output[3], to + column * output[3]);
      }
    });
    return {};
  }

 private:
  IntegerLayer layer_;
  IntegerOutput<T> output_;
  std::vector<int32_t> bias_;  // one for each channel
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareFloatTransposeConv(const ref::PreparedNode& node, Isa isa) {
  const std::optional<LayerDims> dims = DimsOfLayer(node);
  if (!dims.has_value()) return nullptr;
  const ir::Tensor& filter = *node.inputs[kFilter];
  const std::vector<float> weights = TapsFirst(filter.dims, ElementsOf<float>(filter.data));
  auto layer = FloatLayer::Pack(*dims, weights, {}, isa);
  if (!layer.has_value()) return nullptr;
  return std::make_unique<FloatTransposeConv>(*std::move(layer));
}

template <typename T>
std::unique_ptr<PreparedKernel> PrepareQuantizedTransposeConv(const ref::PreparedNode& node, Isa isa) {
  const std::optional<LayerDims> dims = DimsOfLayer(node);
  if (!dims.has_value()) return nullptr;
  const ir::Tensor& filter = *node.inputs[kFilter];
  const ir::Tensor* const bias = ref::OperandAt(node.inputs, kBias);
  const ref::LayerTensors tensors = {
      .input = *node.inputs[kImage],
      .weights = filter,
      .output = *node.outputs[0],
      .bias = nullptr,
      .channels = filter.dims[0],
      .activation = node.params.As<abi::TfLiteTransposeConvParams>().activation};
  std::vector<int32_t> biases(static_cast<size_t>(filter.dims[0]));
  if (bias != nullptr) std::ranges::copy(ElementsOf<int32_t>(bias->data), biases.begin());
  auto output = IntegerOutput<T>::ByFixedPoint(
      tensors, ref::ConvMultipliersOf<T>(tensors),
      BoundOfSums(tensors.input, filter.dims.NumElements() / filter.dims[0], biases), isa);
  if (!output.has_value()) return nullptr;
  const std::vector<T> weights = TapsFirst(filter.dims, ElementsOf<T>(filter.data));
  return std::make_unique<QuantizedTransposeConv<T>>(
      IntegerLayer::Pack<T, T>(*dims, {.values = weights, .zero_point = ZeroPointOfFilter(filter)},
                               node.inputs[kImage]->quantization.zero_points[0], {}, isa),
      *std::move(output), std::move(biases));
}

template std::unique_ptr<PreparedKernel> PrepareQuantizedTransposeConv<int8_t>(const ref::PreparedNode& node,
                                                                               Isa isa);
template std::unique_ptr<PreparedKernel> PrepareQuantizedTransposeConv<uint8_t>(const ref::PreparedNode& node,
                                                                                Isa isa);

}  // namespace litevk::cpu
