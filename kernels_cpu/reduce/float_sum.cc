#include "kernels_cpu/reduce/float_sum.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels_ref/common/reduce.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations of a value that is loaded and added.
constexpr int64_t kOperations = 3;

// A dim of the input, merged with those neighbours that are reduced, or kept, as it is.
struct Dim {
  int64_t size = 1;
  bool is_reduced = false;
};

std::vector<Dim> MergedDims(const ref::KernelArgs& args) {
  const std::vector<int64_t> strides = ref::ReducedStrides(args.inputs[0], args.inputs[1]);
  std::vector<Dim> dims;
  dims.reserve(strides.size());
  for (size_t axis = 0; axis < strides.size(); ++axis) {
    dims.push_back({.size = args.inputs[0].dims().dims()[axis], .is_reduced = strides[axis] == 0});
  }
  return ir::MergeDims(dims, /*keep_row=*/false, [](const Dim& outer, Dim& inner) {
    if (outer.is_reduced != inner.is_reduced) return false;
    inner.size *= outer.size;
    return true;
  });
}

int64_t Count(std::vector<Dim>::const_iterator first, std::vector<Dim>::const_iterator end) {
  int64_t count = 1;
  for (; first != end; ++first) count *= first->size;
  return count;
}

// Adds up the rows of `outer` matrices.
void SumMatrices(const FloatSumFunctions& functions, const float* input, int64_t outer, int64_t rows,
                 int64_t columns, float* sums) {
  if (columns == 1) {
    ParallelRanges(outer, rows * kOperations, [&](int64_t first, int64_t end) {
      functions.of_rows(input + first * rows, end - first, rows, sums + first);
    });
    return;
  }
  const int64_t pieces = (columns + kSumColumns - 1) / kSumColumns;
  ParallelRanges(outer * pieces, rows * std::min(columns, kSumColumns) * kOperations,
                 [&](int64_t first, int64_t end) {
                   for (int64_t item = first; item < end; ++item) {
                     const int64_t column = item % pieces * kSumColumns;
                     functions.of_columns(input + item / pieces * rows * columns + column, rows, columns,
                                          std::min(kSumColumns, columns - column),
                                          sums + item / pieces * columns + column);
                   }
                 });
}

}  // namespace

void SumAlongAxes(const ref::KernelArgs& args, const FloatSumFunctions& functions) {
  const auto is_reduced = [](const Dim& dim) { return dim.is_reduced; };
  std::vector<Dim> dims = MergedDims(args);
  const float* input = args.inputs[0].data<float>();
  auto* const output = args.outputs[0].data<float>();
  if (std::ranges::none_of(dims, is_reduced)) {
    std::copy_n(input, args.outputs[0].dims().NumElements(), output);
  }
  std::vector<float> sums;  // along the axes that are done
  for (auto last = std::find_if(dims.rbegin(), dims.rend(), is_reduced); last != dims.rend();
       last = std::find_if(dims.rbegin(), dims.rend(), is_reduced)) {
    const auto axis = last.base() - 1;
    const int64_t outer = Count(dims.begin(), axis);
    const int64_t columns = Count(last.base(), dims.end());
    const bool is_only = std::count_if(dims.begin(), dims.end(), is_reduced) == 1;
    std::vector<float> next(is_only ? 0 : static_cast<size_t>(outer * columns));
    SumMatrices(functions, input, outer, axis->size, columns, is_only ? output : next.data());
    sums = std::move(next);
    input = sums.data();
    dims.erase(axis);
  }
}

}  // namespace litevk::cpu
