// Compares the layouts in the records with the reference kernels. An operator that takes any layout must give
// the same result for permuted operands and attributes.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/runtime/layout/permuted_node.h"

namespace litevk {
namespace {

bool TakesAnyLayout(const OpInfo& info) {
  const LayoutRole role = info.layout.role;
  return !info.types.empty() && (role == LayoutRole::kTransparent || role == LayoutRole::kAttribute);
}

// An operator that always works along the last dim, such as SOFTMAX, only allows permutations of the other
// dims.
Permutation PermutationFor(const OpInfo& info) {
  const bool works_along_last = info.layout.role == LayoutRole::kAttribute && info.layout.moved.empty();
  return works_along_last ? Permutation{1, 0, 2} : Permutation{2, 0, 1};
}

// Returns the layout of a result. A new dim is the first one of the permuted result, and a removed dim was
// dim 1.
Permutation ResultPermutation(const Permutation& operand, int rank) {
  if (rank == 3) return operand;
  if (rank < 3) return PermutationWithout(operand, 3, std::vector<int>{1});
  Permutation permutation = {1};
  for (const int dim : operand) permutation.push_back(dim + (dim >= 1 ? 1 : 0));
  return permutation;
}

TEST(PermutedDims, GiveTheSameResultInAnotherLayout) {
  int seen = 0;
  for (const OpInfo* info : OpInfos()) {
    if (!TakesAnyLayout(*info)) continue;
    const Permutation permutation = PermutationFor(*info);
    std::string problem;
    const std::vector<test::Value> own = test::RunPermuted(*info, test::DimMover({}), &problem);
    const std::vector<test::Value> moved = test::RunPermuted(*info, test::DimMover(permutation), &problem);
    EXPECT_FALSE(own.empty()) << info->name << ": " << problem;
    ASSERT_EQ(own.size(), moved.size()) << info->name << ": " << problem;
    for (size_t i = 0; i < own.size(); ++i) {
      EXPECT_EQ(test::Permuted(own[i], ResultPermutation(permutation, own[i].dims.rank())), moved[i])
          << info->name;
    }
    ++seen;
  }
  EXPECT_GT(seen, 90);
}

}  // namespace
}  // namespace litevk
