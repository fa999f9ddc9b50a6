#include "kernels_ref/support/affine.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/fixed_point.h"
#include "runtime/opset/quantized/quantize_float.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

template <typename From, typename To>
Status RequantizeTo(const KernelArgs& args) {
  const AffineChannels::Channel from = AffineChannels::OnlyOf(*args.inputs[0].tensor);
  const AffineChannels::Channel to = AffineChannels::OnlyOf(*args.outputs[0].tensor);
  const FixedPoint multiplier = ToFixedPoint(static_cast<double>(from.scale) / static_cast<double>(to.scale));
  const int64_t count = args.outputs[0].dims().NumElements();
  const From* input = args.inputs[0].data<From>();
  To* output = args.outputs[0].data<To>();
  for (int64_t index = 0; index < count; ++index) {
    const auto value = WrappingSubtract<int32_t>(input[index], from.zero_point);
    output[index] = Saturate<To>(WrappingAdd<int32_t>(Rescale(value, multiplier), to.zero_point));
  }
  return {};
}

}  // namespace

static Status Quantize(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const AffineChannels channels, AffineChannels::Of(*args.outputs[0].tensor));
  const int64_t count = args.outputs[0].dims().NumElements();
  const float* input = args.inputs[0].data<float>();
  const ir::DataType type = args.outputs[0].type();
  const ir::IntegerRange range = ir::RangeOf(type);
  return ForType<int8_t, uint8_t, int16_t>(ir::UnpackedType(type), [&]<typename T>(T) {
    T* output = args.outputs[0].data<T>();
    for (int64_t index = 0; index < count; ++index) {
      output[index] = static_cast<T>(QuantizeFloat(input[index], channels[index], range));
    }
    return Status();
  });
}

// Checks the output's scale; the other signatures require one themselves.
static Status CheckScale(const PreparedNode& node) {
  if (node.outputs[0]->quantization.scales.empty()) return Unsupported("output: it has no scale");
  return AffineChannels::Of(*node.outputs[0]).status();
}

static Status Requantize(const KernelArgs& args) {
  return ForType<int8_t, uint8_t, int16_t, int32_t>(args.inputs[0].type(), [&]<typename From>(From) {
    return ForType<int8_t, uint8_t, int16_t, int32_t>(
        args.outputs[0].type(), [&]<typename To>(To) { return RequantizeTo<From, To>(args); });
  });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(quantize,
                  {{"from float32", &Quantize},
                   {"from 8 bits", &Requantize},
                   {"from int16", &Requantize},
                   {"int16 to int16", &Requantize},
                   {"from int32", &Requantize}},
                  /*checks_values=*/false, &CheckScale)
