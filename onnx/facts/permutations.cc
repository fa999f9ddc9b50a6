#include "onnx/facts/permutations.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace litevk::to_onnx {

Permutation Widened(const Permutation& permutation, size_t rank) {
  Permutation wide(rank);
  std::iota(wide.begin(), wide.end(), 0);
  if (permutation.size() > rank) return permutation;
  const size_t added = rank - permutation.size();
  for (size_t i = 0; i < permutation.size(); ++i) wide[added + i] = permutation[i] + static_cast<int>(added);
  return wide;
}

Permutation Normalized(const Permutation& permutation, int rank) {
  const bool is_own = permutation.size() == static_cast<size_t>(rank) && std::ranges::is_sorted(permutation);
  return is_own ? Permutation() : permutation;
}

int Moved(int axis, const Permutation& permutation, int rank) {
  const int positive = axis < 0 ? axis + rank : axis;
  if (permutation.empty()) return positive;
  const int wide = positive + static_cast<int>(permutation.size()) - rank;
  return static_cast<int>(std::ranges::find(permutation, wide) - permutation.begin());
}

std::vector<int64_t> WrittenDims(const ir::Shape& dims, const Permutation& permutation) {
  const std::vector<int64_t> own(dims.dims().begin(), dims.dims().end());
  return Permuted(own, permutation, int64_t{1});
}

std::vector<std::byte> PermutedElements(std::span<const std::byte> elements, size_t element_bytes,
                                        const ir::Shape& dims, const Permutation& permutation) {
  const ir::Shape wide = dims.ExpandedTo(static_cast<int>(permutation.size()));
  std::vector<int64_t> strides(permutation.size());
  int64_t stride = 1;
  for (size_t axis = permutation.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= wide.dims()[axis];
  }
  std::vector<std::byte> result(elements.size());
  std::vector<int> at(permutation.size());
  for (size_t written = 0; written + element_bytes <= result.size(); written += element_bytes) {
    int64_t from = 0;
    for (size_t i = 0; i < permutation.size(); ++i)
      from += at[i] * strides[static_cast<size_t>(permutation[i])];
    std::memcpy(&result[written], &elements[static_cast<size_t>(from) * element_bytes], element_bytes);
    for (size_t i = permutation.size(); i-- > 0;) {
      if (++at[i] < wide.dims()[static_cast<size_t>(permutation[i])]) break;
      at[i] = 0;
    }
  }
  return result;
}

void KeepBatch(const std::vector<int64_t>& from, std::vector<int64_t>& dims) {
  if (!from.empty() && !dims.empty() && from.front() == dims.front()) dims.front() = 0;
}

bool MovesOnlyOnes(const std::vector<int64_t>& dims, const std::vector<int64_t>& perm) {
  int64_t last = -1;
  for (const int64_t from : perm) {
    if (dims[static_cast<size_t>(from)] == 1) continue;
    if (from < last) return false;
    last = from;
  }
  return true;
}

}  // namespace litevk::to_onnx
