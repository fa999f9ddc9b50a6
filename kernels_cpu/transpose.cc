#include "runtime/opset/ops/transpose.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels_cpu/move/addresses.h"
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

// Transposes a matrix of elements of kBytes bytes: along `outer` neighbours lie together in the input, along
// `inner` in the output.
template <size_t kBytes>
void MoveMatrix(const std::byte* from, const Dim& outer, const Dim& inner, std::byte* to) {
  const size_t from_stride = static_cast<size_t>(inner.strides[kFrom]) * kBytes;
  const size_t to_stride = static_cast<size_t>(outer.strides[kTo]) * kBytes;
  for (int64_t first = 0; first < inner.size; first += kTile) {
    const auto columns = static_cast<size_t>(std::min(kTile, inner.size - first));
    for (size_t row = 0; row < static_cast<size_t>(outer.size); ++row) {
      const std::byte* source = from + static_cast<size_t>(first) * from_stride + row * kBytes;
      std::byte* dest = to + row * to_stride + static_cast<size_t>(first) * kBytes;
      for (size_t column = 0; column < columns; ++column, source += from_stride, dest += kBytes) {
        std::memcpy(dest, source, kBytes);
      }
    }
  }
}

// Moves tiles of the output's innermost dim and of the one along which the input is dense.
template <size_t kBytes>
void MoveTiles(Move move) {
  const Dim inner = move.dims.back();
  move.dims.pop_back();
  const auto dense = std::ranges::find_if(move.dims, [](const Dim& dim) { return dim.strides[kFrom] == 1; });
  const Dim outer = *dense;
  move.dims.erase(dense);
  const int64_t strips = (outer.size + kTile - 1) / kTile;
  ParallelRanges(Count(move.dims) * strips, kOperations * kTile * inner.size,
                 [&](int64_t first, int64_t end) {
                   for (int64_t item = first; item < end; ++item) {
                     const int64_t begin = item % strips * kTile;
                     const auto offsets = OffsetsOf(move.dims, item / strips);
                     MoveMatrix<kBytes>(
                         move.from + static_cast<size_t>(offsets[kFrom] + begin) * kBytes,
                         {.size = std::min(kTile, outer.size - begin), .strides = outer.strides}, inner,
                         move.to + static_cast<size_t>(offsets[kTo] + begin * outer.strides[kTo]) * kBytes);
                   }
                 });
}

class Transpose : public PreparedKernel {
 public:
  Status Run(const ref::KernelArgs& args) const override {
    ref::StoredInputs stored(args);
    LITEVK_ASSIGN_OR_RETURN(const std::vector<int> permutation, ResolvePermutation(stored.query()));
    Move move = MoveOf(args, permutation);
    if (move.dims.back().strides[kFrom] == 1) {
      MoveRows(std::move(move));
      return {};
    }
    constexpr std::pair<size_t, void (*)(Move)> kMoves[] = {
        {1, &MoveTiles<1>}, {2, &MoveTiles<2>}, {4, &MoveTiles<4>}, {8, &MoveTiles<8>}, {16, &MoveTiles<16>}};
    for (const auto& [bytes, move_tiles] : kMoves) {
      if (bytes == move.bytes) move_tiles(std::move(move));
    }
    return {};
  }
};

std::unique_ptr<PreparedKernel> PrepareAny(const ref::PreparedNode& node, Isa) {
  return HasAddresses(node.inputs[0]->type) ? std::make_unique<Transpose>() : nullptr;
}

}  // namespace
}  // namespace litevk::cpu

LITEVK_FAST_KERNEL_ROW(transpose, {{"plain", &PrepareAny}})
