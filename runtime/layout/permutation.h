// Orders of dims, that is, layouts, and how operators that move dims change them.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/shape.h"

namespace litevk {

// A layout as a permutation: dim i of the written tensor is TFLite's dim permutation[i]. Empty: TFLite's own
// layout.
using Permutation = std::vector<int>;

// Returns the permutation with all its dims; TFLite's own becomes 0, 1, 2 and so on.
Permutation WithAllDims(const Permutation& permutation, int rank);
// Returns the permutation, or an empty one if it is TFLite's own.
Permutation Plain(Permutation permutation);

// Returns the permutation of an ONNX Transpose from one layout of a tensor to another.
Permutation PermutationBetween(const Permutation& from, const Permutation& to, int rank);
// Returns the remaining permutation of a TRANSPOSE by `perm` that reads and writes these permutations.
// Empty: nothing remains.
Permutation RemainingPermutation(const Permutation& perm, const Permutation& read,
                                 const Permutation& written);

// Returns true if elements move between two permutations, and not only dims of 1.
bool MovesElements(const ir::Shape& dims, const Permutation& from, const Permutation& to);

// Returns the permutation with the channels, the last dim, after the batch. TFLite's own below three dims.
Permutation ChannelsFirst(int rank);
// Returns the channels-first permutation of an operand whose record has these letters (Layout in
// runtime/opset/op_info.h).
Permutation PermutationOf(std::string_view letters);
// Fails unless one is a permutation of the other.
Result<Permutation> LayoutBetween(std::string_view from, std::string_view to);

// TransposedPermutation returns the permutation of a TRANSPOSE's result whose elements lie in memory like the
// operand's. PermutationBeforeTranspose is its inverse.
Permutation TransposedPermutation(const Permutation& operand, std::span<const int> perm);
Permutation PermutationBeforeTranspose(const Permutation& result, std::span<const int> perm);
// Returns the permutation without these dims, which are indices of the operand's dims.
Permutation PermutationWithout(const Permutation& permutation, int rank, std::span<const int> axes);
// Returns the permutation of a reshaped tensor whose elements lie in memory like the operand's; nothing if
// there is none.
std::optional<Permutation> ReshapedPermutation(const Permutation& operand, const ir::Shape& from,
                                               const ir::Shape& to);

}  // namespace litevk
