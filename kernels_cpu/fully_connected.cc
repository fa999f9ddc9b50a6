#include <utility>

#include "kernels_cpu/matmul/dynamic_int8_fully_connected.h"
#include "kernels_cpu/matmul/float_layer.h"
#include "kernels_cpu/matmul/quantized_fully_connected.h"
#include "kernels_cpu/support/constants.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/support/activation.h"
#include "runtime/opset/common/dynamic_int8.h"

namespace litevk::cpu {
namespace {

class FloatFullyConnected : public LayerKernel {
 public:
  explicit FloatFullyConnected(FloatLayer layer) : layer_(std::move(layer)) {}

  Status Compute(const ref::KernelArgs& args, const Epilogue* epilogue) const override {
    const auto range = ref::RangeOf(args.params.As<abi::TfLiteFullyConnectedParams>().activation);
    const int64_t rows = args.outputs[0].dims().NumElements() / layer_.dims().outputs;
    layer_.Compute(DenseRows(args.inputs[0].data<float>(), rows, layer_.dims().inputs),
                   {range.min, range.max}, args.outputs[0].data<float>(), epilogue);
    return {};
  }

 private:
  FloatLayer layer_;
};

std::unique_ptr<PreparedKernel> PrepareFloat(const ref::PreparedNode& node, Isa isa) {
  const auto constants = FloatConstantsOf(node);
  // A layer without inputs gives zeros without its bias, as in TFLite.
  if (!constants.has_value() || constants->weights.empty()) return nullptr;
  const ir::Shape& weights = node.inputs[1]->dims;
  auto layer = FloatLayer::Pack({.groups = 1, .outputs = weights[0], .inputs = weights[1]},
                                constants->weights, constants->bias, isa);
  if (!layer.has_value()) return nullptr;
  return std::make_unique<FloatFullyConnected>(*std::move(layer));
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(fully_connected,
                       {{"float32", &PrepareFloat},
                        {"int8", &PrepareQuantizedFullyConnected<int8_t, int8_t, int8_t>},
                        {"int8xint4", &PrepareQuantizedFullyConnected<int8_t, int8_t, int8_t>},
                        {"uint8", &PrepareQuantizedFullyConnected<uint8_t, uint8_t, uint8_t>},
                        {"uint8 to int16", &PrepareQuantizedFullyConnected<uint8_t, uint8_t, int16_t>},
                        {"int16xint8", &PrepareQuantizedFullyConnected<int16_t, int8_t, int16_t>},
                        {"int16xint4", &PrepareQuantizedFullyConnected<int16_t, int8_t, int16_t>},
                        {"float32xint8", &PrepareDynamicInt8FullyConnected},
                        {"float32xint4", &PrepareDynamicInt8FullyConnected},
                        {"float32xint2", &PrepareDynamicInt8FullyConnected},
                        {kDynamicInt8InUint8, &PrepareDynamicInt8FullyConnected}})
