#include <vector>

#include "kernels_ref/common/quantized_reduce.h"
#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

Status ReduceProd(const KernelArgs& args) {
  return Reduce<float, int8_t, uint8_t, int16_t, int32_t, int64_t, bool>(
      args, [](auto zero) { return static_cast<decltype(zero)>(1); },
      [](auto total, auto element) { return WrappingMultiply(total, element); });
}

// Product so far; its first factor is not rescaled.
struct Product {
  int64_t value = 0;
  bool is_empty = true;
};

// Returns the factor that follows each multiplication. The output must have elements.
Result<FixedPoint> MultiplierFor(const ir::Tensor& input, const ir::Tensor& output) {
  const int64_t count = input.dims.NumElements() / output.dims.NumElements();
  if (count == 0) return InvalidArgument("the product of no quantized values is not known");
  return MultiplierOfProduct(input, output, count);
}

// Checks the factor. Computed axes are checked when the node runs, missing scales by the signatures.
Status CheckMultiplier(const PreparedNode& node) {
  const ir::Tensor& input = *node.inputs[0];
  const ir::Tensor& output = *node.outputs[0];
  const bool has_dims = node.inputs[1]->constness == ir::Constness::kStored;
  const bool has_scales = !input.quantization.scales.empty() && !output.quantization.scales.empty();
  if (!has_scales || !has_dims) return {};
  return output.dims.NumElements() == 0 ? Status() : MultiplierFor(input, output).status();
}

template <typename T>
Status QuantizedReduceProd(const KernelArgs& args) {
  LITEVK_ASSIGN_OR_RETURN(const FixedPoint factor,
                          MultiplierFor(*args.inputs[0].tensor, *args.outputs[0].tensor));
  const int zero_point = AffineChannels::OnlyOf(*args.inputs[0].tensor).zero_point;
  const int output_zero_point = AffineChannels::OnlyOf(*args.outputs[0].tensor).zero_point;
  std::vector<Product> products(static_cast<size_t>(args.outputs[0].dims().NumElements()));
  Accumulate<T>(args, products.data(), [&](const Product& product, T integer) {
    const int64_t value = int64_t{integer} - zero_point;
    return Product{.value = product.is_empty ? value : Rescale64(product.value * value, factor),
                   .is_empty = false};
  });
  T* output = args.outputs[0].data<T>();
  for (const Product& product : products) {
    *output++ = Saturate<T>(int64_t{Rescale64(product.value, factor)} + output_zero_point);
  }
  return {};
}

}  // namespace
}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_prod,
                  {{"plain", &ReduceProd},
                   {"int8", &QuantizedReduceProd<int8_t>},
                   {"int16", &QuantizedReduceProd<int16_t>}},
                  /*checks_values=*/false, &CheckMultiplier)
