#include "kernels_cpu/elementwise/quantized_binary.h"

#include <algorithm>
#include <optional>

#include "kernels_cpu/elementwise/pair_walk.h"
#include "kernels_cpu/simd/quantized_binary.h"
#include "runtime/opset/quantized/affine_channels.h"
#include "runtime/opset/quantized/binary_multipliers.h"
#include "runtime/platform/thread_pool.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::cpu {
namespace {

// Operations for each value, a load and a store included.
constexpr int64_t kOperations = 16;

// Pairs of two operands without broadcasting. One of them is the output that the layer has written.
template <typename T>
class QuantizedBinaryEpilogue : public Epilogue {
 public:
  QuantizedBinaryEpilogue(const QuantizedPair& pair, QuantizedPairFunction<T> compute,
                          const BinaryRun<T>& run)
      : pair_(pair), compute_(compute), run_(run) {}

  void Apply(int64_t first, int64_t count) const override {
    compute_(pair_, {.operands = {run_.operands[0] + first, run_.operands[1] + first},
                     .are_single = {},
                     .count = count,
                     .output = run_.output + first});
  }

 private:
  const QuantizedPair& pair_;
  QuantizedPairFunction<T> compute_;
  BinaryRun<T> run_;
};

template <typename T>
class QuantizedBinary : public PreparedKernel {
 public:
  QuantizedBinary(const QuantizedPair& pair, QuantizedPairFunction<T> compute)
      : pair_(pair), compute_(compute) {}

  Status Run(const ref::KernelArgs& args) const override {
    const PairWalk walk(args.inputs[0].dims(), args.inputs[1].dims(), args.outputs[0].dims());
    const PairWalk::Dim& columns = walk.columns();
    ParallelRanges(walk.rows() * columns.size, kOperations, [&](int64_t first, int64_t end) {
      for (int64_t index = first; index < end;) {
        const int64_t column = index % columns.size;
        const auto offsets = walk.OffsetsOfRow(index / columns.size);
        const auto values = [&](size_t operand) {
          return args.inputs[operand].data<T>() + offsets[operand] + column * columns.strides[operand];
        };
        const int64_t count = std::min(end - index, columns.size - column);
        compute_(pair_, {.operands = {values(0), values(1)},
                         .are_single = {columns.strides[0] == 0, columns.strides[1] == 0},
                         .count = count,
                         .output = args.outputs[0].data<T>() + index});
        index += count;
      }
    });
    return {};
  }

  std::unique_ptr<Epilogue> AsEpilogue(const ref::KernelArgs& args) const override {
    const PairWalk walk(args.inputs[0].dims(), args.inputs[1].dims(), args.outputs[0].dims());
    if (!walk.IsWithoutBroadcast()) return nullptr;
    const BinaryRun<T> run = {.operands = {args.inputs[0].data<T>(), args.inputs[1].data<T>()},
                              .are_single = {},
                              .count = 0,
                              .output = args.outputs[0].data<T>()};
    return std::make_unique<QuantizedBinaryEpilogue<T>>(pair_, compute_, run);
  }

 private:
  QuantizedPair pair_;
  QuantizedPairFunction<T> compute_;
};

// Calls make(T{}) for the node's type. Returns null for other types.
template <typename Make>
std::unique_ptr<PreparedKernel> ForIntegers(ir::DataType type, const Make& make) {
  if (type == ir::DataType::kInt8) return make(int8_t{});
  if (type == ir::DataType::kUInt8) return make(uint8_t{});
  if (type == ir::DataType::kInt16) return make(int16_t{});
  return nullptr;
}

// Returns the kernel that computes `pair` with the function that member(T{}) names.
template <typename Member>
std::unique_ptr<PreparedKernel> MakeKernel(const QuantizedPair& pair, ir::DataType type, Isa isa,
                                           const Member& member) {
  return ForIntegers(type, [&]<typename T>(T zero) -> std::unique_ptr<PreparedKernel> {
    return std::make_unique<QuantizedBinary<T>>(pair, QuantizedBinaryFunctionsFor<T>(isa).*member(zero));
  });
}

// Returns the zero points and the range. Returns nothing if an activation's bounds are outside the type.
std::optional<QuantizedPair> PairOf(const ref::PreparedNode& node, int activation) {
  const ir::Tensor& output = *node.outputs[0];
  const Result<QuantizedRange> range = QuantizedRangeOf(activation, output);
  const ir::IntegerRange integers = ir::RangeOf(output.type);
  if (!range.ok() || range->min > integers.highest || range->max < integers.lowest) return std::nullopt;
  return QuantizedPair{.zero_points = {AffineChannels::OnlyOf(*node.inputs[0]).zero_point,
                                       AffineChannels::OnlyOf(*node.inputs[1]).zero_point},
                       .output = {},
                       .output_zero_point = AffineChannels::OnlyOf(output).zero_point,
                       .range = *range};
}

BinaryScales ScalesOf(const ref::PreparedNode& node) {
  return {AffineChannels::OnlyOf(*node.inputs[0]).scale, AffineChannels::OnlyOf(*node.inputs[1]).scale,
          AffineChannels::OnlyOf(*node.outputs[0]).scale};
}

void SetMultipliers(const BinaryMultipliers& multipliers, QuantizedPair& pair) {
  pair.bits = multipliers.bits;
  pair.rescalings = {multipliers.left, multipliers.right};
  pair.output = multipliers.output;
}

// `member` as in MakeKernel.
template <typename Member>
std::unique_ptr<PreparedKernel> PrepareSum(const ref::PreparedNode& node, Isa isa, const Member& member) {
  const auto& params = node.params.As<abi::TfLiteAddParams>();
  const ir::DataType type = node.outputs[0]->type;
  auto pair = PairOf(node, params.activation);
  if (!pair.has_value()) return nullptr;
  if (type == ir::DataType::kInt16 && params.pot_scale_int16) {
    const auto shifts = ShiftsOf(ScalesOf(node));
    if (!shifts.ok() || shifts->has_value()) return nullptr;
  }
  SetMultipliers(SumMultipliers(ScalesOf(node), type), *pair);
  return MakeKernel(*pair, type, isa, member);
}

}  // namespace

std::unique_ptr<PreparedKernel> PrepareQuantizedAdd(const ref::PreparedNode& node, Isa isa) {
  return PrepareSum(node, isa, []<typename T>(T) { return &QuantizedBinaryFunctions<T>::add; });
}

std::unique_ptr<PreparedKernel> PrepareQuantizedSub(const ref::PreparedNode& node, Isa isa) {
  return PrepareSum(node, isa, []<typename T>(T) { return &QuantizedBinaryFunctions<T>::subtract; });
}

std::unique_ptr<PreparedKernel> PrepareQuantizedMul(const ref::PreparedNode& node, Isa isa) {
  auto pair = PairOf(node, node.params.As<abi::TfLiteArithmeticParams>().activation);
  if (!pair.has_value()) return nullptr;
  SetMultipliers(ProductMultipliers(ScalesOf(node)), *pair);
  return MakeKernel(*pair, node.outputs[0]->type, isa,
                    []<typename T>(T) { return &QuantizedBinaryFunctions<T>::multiply; });
}

std::unique_ptr<PreparedKernel> PrepareQuantizedSquaredDifference(const ref::PreparedNode& node, Isa isa) {
  auto pair = PairOf(node, abi::kTfLiteActNone);
  if (!pair.has_value()) return nullptr;
  SetMultipliers(SquareMultipliers(ScalesOf(node)), *pair);
  return MakeKernel(*pair, node.outputs[0]->type, isa,
                    []<typename T>(T) { return &QuantizedBinaryFunctions<T>::square_difference; });
}

std::unique_ptr<PreparedKernel> PrepareIntegerMaximum(const ref::PreparedNode& node, Isa isa) {
  return MakeKernel({}, node.outputs[0]->type, isa,
                    []<typename T>(T) { return &QuantizedBinaryFunctions<T>::maximum; });
}

std::unique_ptr<PreparedKernel> PrepareIntegerMinimum(const ref::PreparedNode& node, Isa isa) {
  return MakeKernel({}, node.outputs[0]->type, isa,
                    []<typename T>(T) { return &QuantizedBinaryFunctions<T>::minimum; });
}

}  // namespace litevk::cpu
