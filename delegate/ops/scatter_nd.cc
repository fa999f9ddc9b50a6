#include "runtime/opset/ops/scatter_nd.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/move/update_lists.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/values/fold.h"
#include "shaders/move/scatter_nd.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

Result<std::vector<int64_t>> KnownSliceIndices(const NodeView& view) {
  LITEVK_ASSIGN_OR_RETURN(const KnownValue indices, EvaluateKnown(view.graph(), view.input_id(0)));
  return SliceIndices(indices.bytes(), view.input(0).dims, view.output().dims);
}

// Lists of the updates' slices, one for each slice of the output, in the order of the updates.
// shaders/move/scatter_nd.comp reads them.
struct SliceLists {
  std::vector<int32_t> first;
  std::vector<int32_t> next;
};

SliceLists ListSlices(const std::vector<int64_t>& positions, int64_t slices) {
  SliceLists lists = {.first = std::vector<int32_t>(static_cast<size_t>(slices), -1),
                      .next = std::vector<int32_t>(positions.size())};
  for (size_t update = positions.size(); update-- > 0;) {
    int32_t& first = lists.first[static_cast<size_t>(positions[update])];
    lists.next[update] = std::exchange(first, static_cast<int32_t>(update));
  }
  return lists;
}

gpu::TensorId AddWords(Lowering& lowering, std::string_view name, std::vector<int32_t> words) {
  const size_t count = words.size();
  const auto write = [words = std::move(words)](std::span<std::byte> out) -> Status {
    std::memcpy(out.data(), words.data(), out.size());
    return {};
  };
  return lowering.AddConstant(name, count, gpu::Storage::kBits32, write);
}

// Returns the first dims of the output, one for each of an update's indices.
std::span<const int> IndexedDims(const NodeView& view) {
  return std::span(view.output().dims.dims()).first(static_cast<size_t>(view.input(0).dims.channels()));
}

// Returns the most updates that one slice may have: all of them if the indices are not known before the run.
int64_t LongestList(const NodeView& view) {
  if (!view.input_is_known(0)) return view.input(0).dims.Rows();
  const Result<std::vector<int64_t>> positions = KnownSliceIndices(view);
  assert(positions.ok());
  std::vector<int64_t> sorted = *positions;
  std::ranges::sort(sorted);
  int64_t longest = 0;
  for (auto first = sorted.begin(); first != sorted.end();) {
    const auto end = std::upper_bound(first, sorted.end(), *first);
    longest = std::max<int64_t>(longest, end - first);
    first = end;
  }
  return longest;
}

UpdateLists ListsOf(Lowering& lowering, int64_t slices) {
  const NodeView& view = lowering.view();
  if (!view.input_is_known(0)) {
    return EmitUpdateLists(lowering,
                           EmitUpdateSlices(lowering, 0, view.input(0).dims.Rows(), IndexedDims(view)));
  }
  const Result<std::vector<int64_t>> positions = KnownSliceIndices(view);
  assert(positions.ok());
  SliceLists lists = ListSlices(*positions, slices);
  return {.first = AddWords(lowering, "first slices", std::move(lists.first)),
          .next = AddWords(lowering, "next slices", std::move(lists.next))};
}

void Lower(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const int64_t elements = lowering.output_dims().NumElements();
  const int64_t slice = view.input(1).dims.NumElements() / view.input(0).dims.Rows();
  const UpdateLists lists = ListsOf(lowering, elements / slice);
  const uint32_t total = GroupsFor(elements, 4);
  lowering.Emit<shaders::ScatterNd>(
      {.kLocalSizeX = kGroup, .kKind = KindOf(view.output()), .kBytes = lowering.OutputBytes()},
      {.elements = static_cast<uint32_t>(elements),
       .slice = static_cast<uint32_t>(slice),
       .total = total,
       .longest = static_cast<uint32_t>(LongestList(view))},
      {.updates = lowering.Input(1), .first = lists.first, .next = lists.next, .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

bool SliceIndicesFit(const NodeView& view) { return !view.input_is_known(0) || KnownSliceIndices(view).ok(); }

bool WidthFits(const NodeView& view) { return view.input(0).dims.channels() <= kMostIndexDims; }

GpuKernel KernelOf(std::string_view signature) {
  return {.signature = signature,
          .constraints =
              {{"the shape is stored in the model or computed from shapes", InputIsPlanned<2>},
               {"at most 8 indices name one slice", WidthFits, ChannelsAreKnown<0>},
               {"indices that are known before the run lie in the output's dims; others that do not end the "
                "run with an error",
                SliceIndicesFit, IndicesAreDecided<0>}},
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = Lower};
}

}  // namespace

OpSpec MakeSpec_scatter_nd() {
  return {
      .op_code = abi::kTfLiteBuiltinScatterNd,
      .kernels = {KernelOf(kPlainSignature), KernelOf("quantized")},
  };
}

}  // namespace litevk
