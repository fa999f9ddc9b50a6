#include <cstdint>

#include "kernels_cpu/elementwise/table8.h"
#include "kernels_cpu/simd/quantization.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value.
constexpr int64_t kOperations = 8;

template <typename T>
class FromFloats : public PreparedKernel {
 public:
  FromFloats(const ir::Tensor& output, Isa isa)
      : quantize_(QuantizationFunctionsFor<T>(isa).quantize), channel_(AffineChannels::OnlyOf(output)) {}

  Status Run(const ref::KernelArgs& args) const override {
    ParallelRanges(args.outputs[0].dims().NumElements(), kOperations, [&](int64_t first, int64_t end) {
      quantize_(args.inputs[0].data<float>() + first, end - first, channel_,
                args.outputs[0].data<T>() + first);
    });
    return {};
  }

 private:
  decltype(QuantizationFunctions<T>::quantize) quantize_;
  AffineChannels::Channel channel_;
};

template <typename T>
class FromShorts : public PreparedKernel {
 public:
  FromShorts(const Requantization& steps, Isa isa)
      : requantize_(QuantizationFunctionsFor<T>(isa).requantize), steps_(steps) {}

  Status Run(const ref::KernelArgs& args) const override {
    ParallelRanges(args.outputs[0].dims().NumElements(), kOperations, [&](int64_t first, int64_t end) {
      requantize_(args.inputs[0].data<int16_t>() + first, end - first, steps_,
                  args.outputs[0].data<T>() + first);
    });
    return {};
  }

 private:
  decltype(QuantizationFunctions<T>::requantize) requantize_;
  Requantization steps_;
};

std::unique_ptr<PreparedKernel> PrepareFromFloats(const ref::PreparedNode& node, Isa isa) {
  const ir::Tensor& output = *node.outputs[0];
  if (output.quantization.scales.size() != 1) return nullptr;
  if (output.type == ir::DataType::kInt8) return std::make_unique<FromFloats<int8_t>>(output, isa);
  if (output.type == ir::DataType::kUInt8) return std::make_unique<FromFloats<uint8_t>>(output, isa);
  if (output.type == ir::DataType::kInt16) return std::make_unique<FromFloats<int16_t>>(output, isa);
  return nullptr;
}

std::unique_ptr<PreparedKernel> PrepareFromShorts(const ref::PreparedNode& node, Isa isa) {
  const auto from = AffineChannels::OnlyOf(*node.inputs[0]);
  const auto to = AffineChannels::OnlyOf(*node.outputs[0]);
  const Requantization steps = {.from_zero_point = from.zero_point,
                                .multiplier = ToFixedPoint(double{from.scale} / double{to.scale}),
                                .to_zero_point = to.zero_point};
  const ir::DataType type = node.outputs[0]->type;
  if (type == ir::DataType::kInt8) return std::make_unique<FromShorts<int8_t>>(steps, isa);
  if (type == ir::DataType::kInt16) return std::make_unique<FromShorts<int16_t>>(steps, isa);
  return nullptr;
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(quantize, {{"from float32", &PrepareFromFloats},
                                  {"from 8 bits", &PrepareTable8Of<ref::kKernelRow_quantize>},
                                  {"from int16", &PrepareFromShorts},
                                  {"int16 to int16", &PrepareFromShorts}})
