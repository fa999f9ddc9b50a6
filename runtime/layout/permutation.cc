#include "runtime/layout/permutation.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace litevk {
namespace {

Permutation Counted(int rank) {
  Permutation permutation(static_cast<size_t>(rank));
  std::iota(permutation.begin(), permutation.end(), 0);
  return permutation;
}

Permutation Inverse(std::span<const int> permutation) {
  Permutation inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i)
    inverse[static_cast<size_t>(permutation[i])] = static_cast<int>(i);
  return inverse;
}

int At(std::span<const int> values, int index) { return values[static_cast<size_t>(index)]; }

// The batch, a filter's outputs, the channels and a filter's inputs precede positions.
Permutation SortedLetters(std::string_view letters) {
  constexpr std::string_view kFirst = "NOCI";
  const auto rank = [&](int dim) { return kFirst.find(letters[static_cast<size_t>(dim)]); };
  Permutation permutation = Counted(static_cast<int>(letters.size()));
  std::ranges::stable_sort(permutation, [&](int a, int b) { return rank(a) < rank(b); });
  return Plain(std::move(permutation));
}

}  // namespace

Permutation WithAllDims(const Permutation& permutation, int rank) {
  return permutation.empty() ? Counted(rank) : permutation;
}

Permutation Plain(Permutation permutation) {
  return std::ranges::is_sorted(permutation) ? Permutation() : permutation;
}

Permutation PermutationBetween(const Permutation& from, const Permutation& to, int rank) {
  const Permutation positions = Inverse(WithAllDims(from, rank));
  Permutation perm;
  for (const int dim : WithAllDims(to, rank)) perm.push_back(At(positions, dim));
  return perm;
}

Permutation RemainingPermutation(const Permutation& perm, const Permutation& read,
                                 const Permutation& written) {
  const int rank = static_cast<int>(perm.size());
  const Permutation positions = Inverse(WithAllDims(read, rank));
  Permutation remaining;
  for (const int dim : WithAllDims(written, rank)) remaining.push_back(At(positions, At(perm, dim)));
  return Plain(std::move(remaining));
}

// An order may have more dims than the tensor; the additional ones count as dims of 1.
bool MovesElements(const ir::Shape& dims, const Permutation& from, const Permutation& to) {
  const auto sized = [&](const Permutation& permutation) {
    Permutation result = WithAllDims(permutation, dims.rank());
    std::erase_if(result, [&](int dim) { return dim >= dims.rank() || dims[dim] == 1; });
    return result;
  };
  return sized(from) != sized(to);
}

Permutation ChannelsFirst(int rank) {
  if (rank < 3) return {};
  Permutation permutation = Counted(rank);
  std::rotate(permutation.begin() + 1, permutation.end() - 1, permutation.end());
  return permutation;
}

Permutation PermutationOf(std::string_view letters) {
  const size_t end = letters.find('>');
  if (end == std::string_view::npos) return SortedLetters(letters);
  return *LayoutBetween(letters.substr(0, end), letters.substr(end + 1));
}

Result<Permutation> LayoutBetween(std::string_view from, std::string_view to) {
  Permutation permutation;
  for (const char letter : to) {
    const size_t position = from.find(letter);
    const bool is_new = position != std::string_view::npos &&
                        std::ranges::find(permutation, static_cast<int>(position)) == permutation.end();
    if (is_new) permutation.push_back(static_cast<int>(position));
  }
  if (permutation.size() == from.size() && to.size() == from.size()) return Plain(std::move(permutation));
  return InvalidArgument("layout " + std::string(to) + ": expected the letters of " + std::string(from) +
                         ", each once");
}

Permutation TransposedPermutation(const Permutation& operand, std::span<const int> perm) {
  const Permutation positions = Inverse(perm);
  Permutation permutation;
  for (const int dim : WithAllDims(operand, static_cast<int>(perm.size()))) {
    permutation.push_back(At(positions, dim));
  }
  return Plain(std::move(permutation));
}

Permutation PermutationBeforeTranspose(const Permutation& result, std::span<const int> perm) {
  Permutation permutation;
  for (const int dim : WithAllDims(result, static_cast<int>(perm.size()))) {
    permutation.push_back(At(perm, dim));
  }
  return Plain(std::move(permutation));
}

Permutation PermutationWithout(const Permutation& permutation, int rank, std::span<const int> axes) {
  Permutation result;
  for (const int dim : WithAllDims(permutation, rank)) {
    if (std::ranges::find(axes, dim) != axes.end()) continue;
    result.push_back(dim -
                     static_cast<int>(std::ranges::count_if(axes, [&](int axis) { return axis < dim; })));
  }
  return Plain(std::move(result));
}

}  // namespace litevk
