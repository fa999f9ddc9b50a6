// Arithmetic with permutations, the layouts of dims (runtime/layout/layout_plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/ir/shape.h"
#include "runtime/layout/layout_plan.h"

namespace litevk::to_onnx {

// The layouts of images and of convolution weights as permutations of TFLite's dims: NHWC and OHWI become
// NCHW and OIHW.
inline const Permutation kChannelsFirst = {0, 3, 1, 2};
// 1HWO becomes O1HW, OHWI becomes IOHW.
inline const Permutation kLastFirst = {3, 0, 1, 2};

// Returns the permutation extended to `rank` dims, those in front being new dims of 1.
Permutation Widened(const Permutation& permutation, size_t rank);

// Returns a permutation that has the same effect on a tensor of that rank: empty if it moves nothing.
Permutation Normalized(const Permutation& permutation, int rank);

// Returns the axis of the written tensor that holds a dim of a tensor of that rank. A negative axis counts
// from the end.
int Moved(int axis, const Permutation& permutation, int rank);

// Permutes per-dim values, one for each of TFLite's dims, to the dims of the written tensor. New dims get
// `filler`.
template <typename T>
std::vector<T> Permuted(const std::vector<T>& values, const Permutation& permutation, T filler) {
  if (permutation.empty()) return values;
  std::vector<T> result;
  const auto added = permutation.size() - values.size();
  for (const int dim : permutation) {
    const auto index = static_cast<size_t>(dim);
    result.push_back(index < added ? filler : values[index - added]);
  }
  return result;
}

// Returns the dims of the written tensor.
std::vector<int64_t> WrittenDims(const ir::Shape& dims, const Permutation& permutation);

// Returns the elements of a dense tensor in another order. Each has `element_bytes`.
std::vector<std::byte> PermutedElements(std::span<const std::byte> elements, size_t element_bytes,
                                        const ir::Shape& dims, const Permutation& permutation);

// Replaces the first dim of a Reshape by 0 if the operand, with dims `from`, has the same. ONNX's 0 copies
// the operand's dim. So a batch of unknown size leaves the -1 for another dim.
void KeepBatch(const std::vector<int64_t>& from, std::vector<int64_t>& dims);

// True if the permutation moves only dims of 1.
bool MovesOnlyOnes(const std::vector<int64_t>& dims, const std::vector<int64_t>& perm);

}  // namespace litevk::to_onnx
