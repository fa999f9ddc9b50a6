#include "kernels_cpu/reduce/quantized_sum.h"

#include <algorithm>
#include <array>
#include <optional>

#include "kernels_cpu/simd/quantized_sums.h"
#include "kernels_ref/common/reduce.h"
#include "kernels_ref/support/affine.h"
#include "runtime/opset/common/quantized_reduce.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Columns that a thread sums at once.
constexpr int64_t kColumns = 64;

// The input as an array of three dims, of which the middle one is reduced.
struct ReducedDims {
  int64_t outer = 1;
  int64_t reduced = 1;
  int64_t inner = 1;
};

// Returns nothing if kept axes lie between reduced ones.
std::optional<ReducedDims> ReducedDimsOf(const ref::KernelArgs& args) {
  const ir::Shape& dims = args.inputs[0].dims();
  const auto strides = ref::ReducedStrides(args.inputs[0], args.inputs[1]);
  ReducedDims result;
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    const int64_t size = dims.dims()[axis];
    if (size == 1) continue;
    if (strides[axis] != 0) {
      (result.reduced == 1 ? result.outer : result.inner) *= size;
    } else if (result.inner == 1) {
      result.reduced *= size;
    } else {
      return std::nullopt;
    }
  }
  return result;
}

template <typename T>
class QuantizedSum : public PreparedKernel {
 public:
  QuantizedSum(bool is_mean, Isa isa) : functions_(SumFunctionsFor<T>(isa)), is_mean_(is_mean) {}

  bool Fits(const ref::KernelArgs& args) const override {
    const auto dims = ReducedDimsOf(args);
    return dims.has_value() && dims->reduced > 0 && dims->reduced < MostSummed<T>();
  }

  Status Run(const ref::KernelArgs& args) const override {
    const ReducedDims dims = *ReducedDimsOf(args);
    const Output output(args, dims.reduced, is_mean_);
    if (dims.inner == 1) {
      ParallelRanges(dims.outer, dims.reduced, [&](int64_t first, int64_t end) {
        for (int64_t row = first; row < end; ++row) {
          output.Write(functions_.of_row(args.inputs[0].data<T>() + row * dims.reduced, dims.reduced), row);
        }
      });
      return {};
    }
    const int64_t blocks = (dims.inner + kColumns - 1) / kColumns;
    ParallelRanges(dims.outer * blocks, dims.reduced * kColumns, [&](int64_t first, int64_t end) {
      for (int64_t block = first; block < end; ++block) {
        SumBlock(args, dims, block / blocks, block % blocks * kColumns, output);
      }
    });
    return {};
  }

 private:
  // Brings sums to the output's scale, as ref::WriteSums does.
  class Output {
   public:
    Output(const ref::KernelArgs& args, int64_t count, bool is_mean)
        : zero_points_(count * AffineChannels::OnlyOf(*args.inputs[0].tensor).zero_point),
          zero_point_(AffineChannels::OnlyOf(*args.outputs[0].tensor).zero_point),
          values_(args.outputs[0].data<T>()) {
      const ir::Tensor& from = *args.inputs[0].tensor;
      const ir::Tensor& to = *args.outputs[0].tensor;
      multiplier_ = is_mean ? MultiplierOfMean(from, to, count) : MultiplierOfSum(from, to);
    }

    void Write(int32_t sum, int64_t index) const {
      const int32_t integer = Rescale(static_cast<int32_t>(sum - zero_points_), multiplier_);
      values_[index] = ref::Saturate<T>(int64_t{integer} + zero_point_);
    }

   private:
    int64_t zero_points_;
    int zero_point_;
    FixedPoint multiplier_;
    T* values_;
  };

  void SumBlock(const ref::KernelArgs& args, const ReducedDims& dims, int64_t outer, int64_t column,
                const Output& output) const {
    std::array<int32_t, kColumns> sums;
    const int64_t columns = std::min(kColumns, dims.inner - column);
    const T* const values = args.inputs[0].data<T>() + outer * dims.reduced * dims.inner + column;
    functions_.of_columns(values, dims.reduced, dims.inner, columns, sums.data());
    for (int64_t i = 0; i < columns; ++i) {
      output.Write(sums[static_cast<size_t>(i)], outer * dims.inner + column + i);
    }
  }

  SumFunctions<T> functions_;
  bool is_mean_;
};

std::unique_ptr<PreparedKernel> PrepareSum(const ref::PreparedNode& node, bool is_mean, Isa isa) {
  const ir::DataType type = node.inputs[0]->type;
  if (type == ir::DataType::kInt8) return std::make_unique<QuantizedSum<int8_t>>(is_mean, isa);
  if (type == ir::DataType::kUInt8) return std::make_unique<QuantizedSum<uint8_t>>(is_mean, isa);
  if (type == ir::DataType::kInt16) return std::make_unique<QuantizedSum<int16_t>>(is_mean, isa);
  return nullptr;
}

}  // namespace

std::unique_ptr<PreparedKernel> PrepareQuantizedSum(const ref::PreparedNode& node, Isa isa) {
  return PrepareSum(node, /*is_mean=*/false, isa);
}

std::unique_ptr<PreparedKernel> PrepareQuantizedMean(const ref::PreparedNode& node, Isa isa) {
  return PrepareSum(node, /*is_mean=*/true, isa);
}

}  // namespace litevk::cpu
