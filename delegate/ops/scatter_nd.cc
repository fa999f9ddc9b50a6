#include "runtime/opset/ops/scatter_nd.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/lower/fold.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elements.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/scatter_nd.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

Result<std::vector<int64_t>> KnownPlaces(const NodeView& view) {
  LITEVK_ASSIGN_OR_RETURN(const KnownValue indices, EvaluateKnown(view.graph(), view.input_id(0)));
  return SlicePlaces(indices.bytes(), view.input(0).dims, view.output().dims);
}

// The numbers of the updates' slices, those of one place together and in their order, and where those of each
// place begin.
struct SortedSlices {
  std::vector<uint32_t> first;
  std::vector<uint32_t> rows;
};

SortedSlices Sorted(const std::vector<int64_t>& places, int64_t slices) {
  SortedSlices sorted = {.first = std::vector<uint32_t>(static_cast<size_t>(slices) + 1),
                         .rows = std::vector<uint32_t>(places.size())};
  for (const int64_t place : places) ++sorted.first[static_cast<size_t>(place) + 1];
  std::partial_sum(sorted.first.begin(), sorted.first.end(), sorted.first.begin());
  std::iota(sorted.rows.begin(), sorted.rows.end(), 0U);
  std::ranges::stable_sort(sorted.rows, {}, [&](uint32_t row) { return places[row]; });
  return sorted;
}

gpu::TensorId AddWords(Lowering& lowering, std::string_view name, std::vector<uint32_t> words) {
  const uint64_t bytes = words.size() * sizeof(uint32_t);
  const auto write = [words = std::move(words)](std::span<std::byte> out) -> Status {
    std::memcpy(out.data(), words.data(), words.size() * sizeof(uint32_t));
    return {};
  };
  return lowering.AddConstant(name, bytes, write);
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Result<std::vector<int64_t>> places = KnownPlaces(view);
  assert(places.ok());
  const int64_t elements = lowering.output_dims().NumElements();
  const int64_t slice = view.input(1).dims.NumElements() / std::ssize(*places);
  SortedSlices sorted = Sorted(*places, elements / slice);
  const uint32_t total = GroupsFor(elements, 4);
  lowering.Emit<shaders::ScatterNd>(
      {.kLocalSizeX = kGroup, .kKind = KindOf(view.output()), .kBytes = BytesOf(view.output())},
      {.elements = static_cast<uint32_t>(elements), .slice = static_cast<uint32_t>(slice), .total = total},
      {.updates = lowering.Input(1),
       .first = AddWords(lowering, "first slices", std::move(sorted.first)),
       .rows = AddWords(lowering, "sorted slices", std::move(sorted.rows)),
       .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

bool PlacesAreKnown(const NodeView& view) { return view.input_is_known(0) && KnownPlaces(view).ok(); }

// Of indices that the model does not store there is nothing to decide.
bool IsOutputKnown(const NodeView& view) {
  return !view.input_is_known(0) || !view.output().dims.has_unknown();
}

}  // namespace

OpSpec MakeSpec_scatter_nd() {
  return {
      .op_code = abi::kTfLiteBuiltinScatterNd,
      .signatures = {{.lower = Lower}},
      .constraints = {{"the shape is stored in the model or computed from shapes", InputIsPlanned<2>},
                      {"the indices are known before the run and lie in the output", PlacesAreKnown,
                       IsOutputKnown}},
  };
}

}  // namespace litevk
