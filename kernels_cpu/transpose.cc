#include "runtime/opset/ops/transpose.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels_cpu/move/addresses.h"
#include "kernels_cpu/simd/word_matrix.h"
#include "kernels_cpu/support/fast_kernels.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Operations of moving an element.
constexpr int64_t kOperations = 4;
// Elements along both sides of a tile, whose lines the nearest cache holds.
constexpr int64_t kTile = 16;

// A dim of the output, with its strides in the input and in the output.
using Dim = ir::WalkDim<2>;

constexpr size_t kFrom = 0;
constexpr size_t kTo = 1;

struct Move {
  const std::byte* from;
  std::byte* to;
  size_t bytes;           // each element has as many
  std::vector<Dim> dims;  // merged
};

// Takes a row that lies together in both tensors for one element, if it is as short as one. Copies by
// elements of a constant size are fast.
void WidenElements(Move& move) {
  const Dim row = move.dims.back();
  const size_t bytes = move.bytes * static_cast<size_t>(row.size);
  if (row.strides[kFrom] != 1 || (bytes != 2 && bytes != 4 && bytes != 8 && bytes != 16)) return;
  move.bytes = bytes;
  move.dims.pop_back();
  for (Dim& dim : move.dims) {
    for (int64_t& stride : dim.strides) stride /= row.size;
  }
  if (move.dims.empty()) move.dims.push_back({.size = 1, .strides = {1, 1}});
}

Move MoveOf(const ref::KernelArgs& args, const std::vector<int>& permutation) {
  const std::vector<int64_t> from = ir::DenseStrides(args.inputs[0].dims());
  const std::vector<int64_t> to = ir::DenseStrides(args.outputs[0].dims());
  std::vector<Dim> dims;
  dims.reserve(to.size());
  for (size_t axis = 0; axis < to.size(); ++axis) {
    dims.push_back({.size = args.outputs[0].dims().dims()[axis],
                    .strides = {from[static_cast<size_t>(permutation[axis])], to[axis]}});
  }
  dims = ir::MergeDims(dims, /*keep_row=*/false);
  if (dims.back().size == 1) dims.back().strides = {1, 1};
  Move move = {args.inputs[0].bytes.data(), args.outputs[0].bytes.data(), args.inputs[0].element_bytes(),
               std::move(dims)};
  WidenElements(move);
  return move;
}

int64_t Count(const std::vector<Dim>& dims) {
  int64_t count = 1;
  for (const Dim& dim : dims) count *= dim.size;
  return count;
}

// Returns the offsets, in both tensors, of element `index` of a walk over the dims.
std::array<int64_t, 2> OffsetsOf(const std::vector<Dim>& dims, int64_t index) {
  std::array<int64_t, 2> offsets = {};
  for (size_t axis = dims.size(); axis-- > 0; index /= dims[axis].size) {
    offsets[kFrom] += index % dims[axis].size * dims[axis].strides[kFrom];
    offsets[kTo] += index % dims[axis].size * dims[axis].strides[kTo];
  }
  return offsets;
}

// Moves rows that lie together in both tensors.
void MoveRows(Move move) {
  const size_t row_bytes = static_cast<size_t>(move.dims.back().size) * move.bytes;
  const int64_t row_operations = kOperations * move.dims.back().size;
  move.dims.pop_back();
  ParallelRanges(Count(move.dims), row_operations, [&](int64_t first, int64_t end) {
    for (int64_t row = first; row < end; ++row) {
      const auto offsets = OffsetsOf(move.dims, row);
      std::memcpy(move.to + static_cast<size_t>(offsets[kTo]) * move.bytes,
                  move.from + static_cast<size_t>(offsets[kFrom]) * move.bytes, row_bytes);
    }
  });
}

// Moves a matrix of elements of kBytes bytes.
template <size_t kBytes>
void MoveMatrix(const MatrixMove& matrix) {
  const size_t stride = static_cast<size_t>(matrix.from_stride) * kBytes;
  for (int64_t first = 0; first < matrix.rows; first += kTile) {
    const int64_t rows = std::min(kTile, matrix.rows - first);
    for (int64_t column = 0; column < matrix.columns; ++column) {
      const std::byte* from =
          matrix.from + static_cast<size_t>(first) * stride + static_cast<size_t>(column) * kBytes;
      std::byte* to = matrix.to + static_cast<size_t>(column * matrix.to_stride + first) * kBytes;
      for (int64_t row = 0; row < rows; ++row, from += stride, to += kBytes) std::memcpy(to, from, kBytes);
    }
  }
}

// Rows of a matrix that are moved at once, at most.
constexpr int64_t kMostRows = 1024;

// Moves the matrices that the output's innermost dim makes with the one along which the input is dense. Each
// call moves a strip of columns, which is wide where rows are few, and kMostRows rows of it.
void MoveMatrices(MatrixFunction function, Move move) {
  const auto bytes = static_cast<int64_t>(move.bytes);
  const Dim rows = move.dims.back();
  move.dims.pop_back();
  const auto dense = std::ranges::find_if(move.dims, [](const Dim& dim) { return dim.strides[kFrom] == 1; });
  const Dim columns = *dense;
  move.dims.erase(dense);
  const int64_t width = kTile * std::max<int64_t>(1, 4 * kTile / rows.size);
  const int64_t height = std::min(kMostRows, rows.size);
  const int64_t strips = (columns.size + width - 1) / width;
  const int64_t pieces = (rows.size + height - 1) / height;
  const int64_t items = Count(move.dims) * strips * pieces;
  ParallelRanges(items, kOperations * width * height, [&](int64_t first, int64_t end) {
    for (int64_t item = first; item < end; ++item) {
      const int64_t column = item % strips * width;
      const int64_t row = item / strips % pieces * height;
      const auto offsets = OffsetsOf(move.dims, item / strips / pieces);
      function({.from = move.from + (offsets[kFrom] + row * rows.strides[kFrom] + column) * bytes,
                .from_stride = rows.strides[kFrom],
                .rows = std::min(height, rows.size - row),
                .columns = std::min(width, columns.size - column),
                .to = move.to + (offsets[kTo] + column * columns.strides[kTo] + row) * bytes,
                .to_stride = columns.strides[kTo]});
    }
  });
}

class Transpose : public PreparedKernel {
 public:
  explicit Transpose(Isa isa) : move_words_(WordMatrixFor(isa)) {}

  Status Run(const ref::KernelArgs& args) const override {
    ref::StoredInputs stored(args);
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(stored.query()));
    Move move = MoveOf(args, permutation);
    if (move.dims.back().strides[kFrom] == 1) {
      MoveRows(std::move(move));
    } else {
      const auto function = FunctionFor(move.bytes);
      MoveMatrices(function, std::move(move));
    }
    return {};
  }

 private:
  // Elements have 1, 2, 4, 8 or 16 bytes.
  MatrixFunction FunctionFor(size_t bytes) const {
    if (bytes == 1) return &MoveMatrix<1>;
    if (bytes == 2) return &MoveMatrix<2>;
    if (bytes == 4) return move_words_;
    return bytes == 8 ? &MoveMatrix<8> : &MoveMatrix<16>;
  }

  MatrixFunction move_words_;
};

std::unique_ptr<PreparedKernel> PrepareAny(const ref::PreparedNode& node, Isa isa) {
  return HasAddresses(node.inputs[0]->type) ? std::make_unique<Transpose>(isa) : nullptr;
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(transpose, {{"plain", &PrepareAny}})
