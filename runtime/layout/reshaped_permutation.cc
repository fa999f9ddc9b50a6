// Orders of reshaped tensors. A RESHAPE joins and splits runs of neighbouring dims. An order that keeps each
// run together passes through it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "runtime/ir/element_count.h"
#include "runtime/layout/permutation.h"

namespace litevk {
namespace {

// Dims of the operand and of the result with equal numbers of elements, without dims of 1.
struct Run {
  std::vector<int> from;
  std::vector<int> to;
};

std::vector<int> SizedDims(const ir::Shape& dims) {
  std::vector<int> sized;
  for (int dim = 0; dim < dims.rank(); ++dim) {
    if (dims[dim] != 1) sized.push_back(dim);
  }
  return sized;
}

// Takes dims from both sides until they have equal numbers of elements.
std::optional<Run> TakeRun(const ir::Shape& from, std::span<const int>& from_dims, const ir::Shape& to,
                           std::span<const int>& to_dims) {
  Run run;
  int64_t taken = 1, given = 1;
  const auto take = [](const ir::Shape& shape, std::span<const int>& dims, std::vector<int>& list,
                       int64_t& count) {
    list.push_back(dims.front());
    count = ir::TimesDim(count, shape[dims.front()]);
    dims = dims.subspan(1);
  };
  do {
    std::span<const int>& next = taken <= given ? from_dims : to_dims;
    if (next.empty()) return std::nullopt;
    if (taken <= given) {
      take(from, from_dims, run.from, taken);
    } else {
      take(to, to_dims, run.to, given);
    }
  } while (taken != given);
  return run;
}

std::optional<std::vector<Run>> RunsOf(const ir::Shape& from, const ir::Shape& to) {
  if (from.has_unknown() || to.has_unknown() || from.NumElements() < 1) return std::nullopt;
  const std::vector<int> from_dims = SizedDims(from), to_dims = SizedDims(to);
  std::span<const int> from_left = from_dims, to_left = to_dims;
  std::vector<Run> runs;
  while (!from_left.empty() || !to_left.empty()) {
    std::optional<Run> run = TakeRun(from, from_left, to, to_left);
    if (!run) return std::nullopt;
    runs.push_back(std::move(*run));
  }
  return runs;
}

// Returns the dims of the result in the order of the operand's; nothing if that splits a run.
std::optional<std::vector<int>> SizedPermutation(const std::vector<int>& permutation,
                                                 const std::vector<Run>& runs) {
  std::vector<int> result;
  for (auto at = permutation.begin(); at != permutation.end();) {
    const auto run = std::ranges::find_if(runs, [&](const Run& each) { return each.from.front() == *at; });
    if (run == runs.end() || permutation.end() - at < static_cast<std::ptrdiff_t>(run->from.size()) ||
        !std::equal(run->from.begin(), run->from.end(), at)) {
      return std::nullopt;
    }
    result.insert(result.end(), run->to.begin(), run->to.end());
    at += static_cast<std::ptrdiff_t>(run->from.size());
  }
  return result;
}

// Inserts dims of 1 where the common orders have them, or else in front.
Permutation WithDimsOf1(const std::vector<int>& sized, const ir::Shape& dims) {
  for (const Permutation& common : {ChannelsFirst(dims.rank()), Permutation()}) {
    Permutation candidate = WithAllDims(common, dims.rank());
    std::erase_if(candidate, [&](int dim) { return dims[dim] == 1; });
    if (candidate == sized) return common;
  }
  Permutation permutation;
  for (int dim = 0; dim < dims.rank(); ++dim) {
    if (dims[dim] == 1) permutation.push_back(dim);
  }
  permutation.insert(permutation.end(), sized.begin(), sized.end());
  return Plain(std::move(permutation));
}

}  // namespace

std::optional<Permutation> ReshapedPermutation(const Permutation& operand, const ir::Shape& from,
                                               const ir::Shape& to) {
  if (operand.empty()) return Permutation();
  const std::optional<std::vector<Run>> runs = RunsOf(from, to);
  if (!runs) return std::nullopt;
  Permutation permutation = operand;
  std::erase_if(permutation, [&](int dim) { return from[dim] == 1; });
  const std::optional<std::vector<int>> sized = SizedPermutation(permutation, *runs);
  if (!sized) return std::nullopt;
  return WithDimsOf1(*sized, to);
}

}  // namespace litevk
