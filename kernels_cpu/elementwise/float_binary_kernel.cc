#include "kernels_cpu/elementwise/float_binary_kernel.h"

#include <algorithm>
#include <array>

#include "kernels_cpu/elementwise/pair_walk.h"
#include "kernels_ref/support/activation.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations for each value, two loads and a store included.
constexpr int64_t kOperations = 8;

// Returns one row of pairs; `block` has the strides to the next ones.
FloatPairs RowOf(FloatPairs job, const PairWalk& walk, const std::array<int64_t, 2>& offsets,
                 const PairWalk::Dim& block) {
  const auto operand = [&](const float* values, size_t index) {
    return FloatRowsOperand{.values = values + offsets[index],
                            .row_stride = block.strides[index],
                            .repeats = walk.columns().strides[index] == 0};
  };
  job.left = operand(job.left.values, 0);
  job.right = operand(job.right.values, 1);
  job.rows = 1;
  return job;
}

// Computes the rows from `first` to `end`. Neighbours along the dim around rows make a block.
void ComputeRows(FloatPairsFunction function, const FloatPairs& job, const PairWalk& walk, int64_t first,
                 int64_t end) {
  const PairWalk::Dim& block = walk.outer().back();
  const int64_t columns = walk.columns().size;
  while (first < end) {
    FloatPairs rows = RowOf(job, walk, walk.OffsetsOfRow(first), block);
    rows.output += first * columns;
    rows.columns = columns;
    rows.rows = std::min(end - first, block.size - first % block.size);
    function(rows);
    first += rows.rows;
  }
}

// Computes the whole output. `job` has its first value, those of the operands, and the range.
void ComputePairs(FloatPairsFunction function, const FloatPairs& job, const PairWalk& walk) {
  const PairWalk::Dim& columns = walk.columns();
  if (!walk.outer().empty()) {
    ParallelRanges(walk.rows(), kOperations * columns.size,
                   [&](int64_t first, int64_t end) { ComputeRows(function, job, walk, first, end); });
    return;
  }
  ParallelRanges(columns.size, kOperations, [&](int64_t first, int64_t end) {
    FloatPairs part = RowOf(job, walk, {first * columns.strides[0], first * columns.strides[1]}, {});
    part.output += first;
    part.columns = end - first;
    function(part);
  });
}

// Pairs of two operands without broadcasting. One of them is the output that the layer has written.
class FloatBinaryEpilogue : public Epilogue {
 public:
  FloatBinaryEpilogue(FloatPairsFunction function, const FloatPairs& job) : function_(function), job_(job) {}

  void Apply(int64_t first, int64_t count) const override {
    FloatPairs part = job_;
    part.left.values += first;
    part.right.values += first;
    part.output += first;
    part.rows = 1;
    part.columns = count;
    function_(part);
  }

 private:
  FloatPairsFunction function_;
  FloatPairs job_;
};

class FloatBinary : public PreparedKernel {
 public:
  FloatBinary(FloatPairsFunction function, ref::ActivationRange<> range)
      : function_(function), range_(range) {}

  Status Run(const ref::KernelArgs& args) const override {
    ComputePairs(function_, JobOf(args), WalkOf(args));
    return {};
  }

  std::unique_ptr<Epilogue> AsEpilogue(const ref::KernelArgs& args) const override {
    if (!WalkOf(args).IsWithoutBroadcast()) return nullptr;
    return std::make_unique<FloatBinaryEpilogue>(function_, JobOf(args));
  }

 private:
  static PairWalk WalkOf(const ref::KernelArgs& args) {
    return {args.inputs[0].dims(), args.inputs[1].dims(), args.outputs[0].dims()};
  }

  // Returns the first value of the output and of the operands, and the range.
  FloatPairs JobOf(const ref::KernelArgs& args) const {
    return {.left = {.values = args.inputs[0].data<float>()},
            .right = {.values = args.inputs[1].data<float>()},
            .output = args.outputs[0].data<float>(),
            .min = range_.min,
            .max = range_.max};
  }

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
