#include "kernels_cpu/elementwise/float_binary_kernel.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "kernels_ref/support/activation.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value, two loads and a store included.
constexpr int64_t kOperations = 8;

using Dim = ir::WalkDim<2>;

// A walk over the output's dims, of which neighbours that broadcast alike are merged. Rows lie along the
// innermost dim, blocks of rows along the next one.
class PairWalk {
 public:
  PairWalk(const ir::Shape& left, const ir::Shape& right, const ir::Shape& output)
      : dims_(ir::MergeDims(ir::BroadcastDims<2>({left, right}, output), /*keep_row=*/false)) {
    columns_ = dims_.back();
    dims_.pop_back();
    // A value that is all of its row repeats nothing.
    if (columns_.size == 1) columns_.strides = {1, 1};
  }

  // Computes the whole output. `job` has its first value, those of the operands, and the range.
  void Compute(FloatPairsFunction function, const FloatPairs& job) const {
    if (dims_.empty()) {
      ParallelRanges(columns_.size, kOperations, [&](int64_t first, int64_t end) {
        function(
            BlockOf(job, {first * columns_.strides[0], first * columns_.strides[1]}, {}, first, end - first));
      });
      return;
    }
    int64_t rows = 1;
    for (const Dim& dim : dims_) rows *= dim.size;
    ParallelRanges(rows, kOperations * columns_.size,
                   [&](int64_t first, int64_t end) { ComputeRows(function, job, first, end); });
  }

 private:
  void ComputeRows(FloatPairsFunction function, const FloatPairs& job, int64_t first, int64_t end) const {
    const Dim& block = dims_.back();
    while (first < end) {
      FloatPairs rows = BlockOf(job, OffsetsOf(first), block, first * columns_.size, columns_.size);
      rows.rows = std::min(end - first, block.size - first % block.size);
      function(rows);
      first += rows.rows;
    }
  }

  std::array<int64_t, 2> OffsetsOf(int64_t row) const {
    std::array<int64_t, 2> offsets = {};
    for (size_t axis = dims_.size(); axis-- > 0; row /= dims_[axis].size) {
      for (size_t operand = 0; operand < 2; ++operand) {
        offsets[operand] += row % dims_[axis].size * dims_[axis].strides[operand];
      }
    }
    return offsets;
  }

  // Returns one row; `block` has the strides to the next ones.
  FloatPairs BlockOf(FloatPairs job, const std::array<int64_t, 2>& offsets, const Dim& block, int64_t output,
                     int64_t columns) const {
    const auto operand = [&](const float* values, size_t index) {
      return FloatRowsOperand{.values = values + offsets[index],
                              .row_stride = block.strides[index],
                              .repeats = columns_.strides[index] == 0};
    };
    job.left = operand(job.left.values, 0);
    job.right = operand(job.right.values, 1);
    job.output += output;
    job.rows = 1;
    job.columns = columns;
    return job;
  }

  std::vector<Dim> dims_;  // without the innermost one
  Dim columns_;
};

class FloatBinary : public PreparedKernel {
 public:
  FloatBinary(FloatPairsFunction function, ref::ActivationRange<> range)
      : function_(function), range_(range) {}

  Status Run(const ref::KernelArgs& args) const override {
    const PairWalk walk(args.inputs[0].dims(), args.inputs[1].dims(), args.outputs[0].dims());
    walk.Compute(function_, {.left = {.values = args.inputs[0].data<float>()},
                             .right = {.values = args.inputs[1].data<float>()},
                             .output = args.outputs[0].data<float>(),
                             .min = range_.min,
                             .max = range_.max});
    return {};
  }

 private:
  FloatPairsFunction function_;
  ref::ActivationRange<> range_;
};

}  // namespace

std::unique_ptr<PreparedKernel> PrepareBinary(const ref::PreparedNode& node, FloatPairsFunction function,
                                              bool has_activation) {
  if (node.inputs[0]->type != ir::DataType::kFloat32) return nullptr;
  ref::ActivationRange<> range;
  if (has_activation) range = ref::RangeOf(node.params.As<abi::TfLiteArithmeticParams>().activation);
  return std::make_unique<FloatBinary>(function, range);
}

}  // namespace litevk::cpu
