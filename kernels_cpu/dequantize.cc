#include <cstdint>

#include "kernels_cpu/simd/quantization.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 6;

template <typename T>
class ToFloats : public PreparedKernel {
 public:
  ToFloats(const ir::Tensor& input, Isa isa)
      : dequantize_(QuantizationFunctionsFor<T>(isa).dequantize), channel_(AffineChannels::OnlyOf(input)) {}

  Status Run(const ref::KernelArgs& args) const override {
    ParallelRanges(args.outputs[0].dims().NumElements(), kOperations, [&](int64_t first, int64_t end) {
      dequantize_(args.inputs[0].data<T>() + first, end - first, channel_,
                  args.outputs[0].data<float>() + first);
    });
    return {};
  }

 private:
  decltype(QuantizationFunctions<T>::dequantize) dequantize_;
  AffineChannels::Channel channel_;
};

std::unique_ptr<PreparedKernel> PrepareIntegers(const ref::PreparedNode& node, Isa isa) {
  const ir::Tensor& input = *node.inputs[0];
  if (input.quantization.scales.size() != 1) return nullptr;
  if (input.type == ir::DataType::kInt8) return std::make_unique<ToFloats<int8_t>>(input, isa);
  if (input.type == ir::DataType::kUInt8) return std::make_unique<ToFloats<uint8_t>>(input, isa);
  return std::make_unique<ToFloats<int16_t>>(input, isa);
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(dequantize, {{"integers", &PrepareIntegers}, {"int16", &PrepareIntegers}})
