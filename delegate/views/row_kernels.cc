#include "delegate/views/row_kernels.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "delegate/views/binding_rows.h"

namespace litevk {
namespace {

std::vector<EpilogueStep> StepsOf(const NodeView& view, const FusedNode& fused) {
  std::vector<EpilogueStep> steps = OwnStepsOf(view, fused).steps;
  const auto fused_steps = fused.epilogue.vector_steps();
  steps.insert(steps.end(), fused_steps.begin(), fused_steps.end());
  return steps;
}

// Number of 8-bit values that floats become as they are stored, which one invocation makes a word of.
constexpr int64_t kValuesInWord = 4;

// Returns the least number of neighbours that the dispatch takes together. An elementwise one takes any
// number, unless one of its steps uses the index along the innermost dim or it stores quantized values.
int64_t NeighboursOf(const NodeView& view, const FusedNode& fused) {
  const ir::Shape& dims = view.output().dims;
  const int64_t least = fused.epilogue.store.as == StoredAs::kQuantized ? kValuesInWord : 1;
  if (OwnStepsOf(view, fused).source == ir::kAbsent) {
    const auto writes_together = view.kernel().writes_together;
    return writes_together != nullptr ? std::max(writes_together(view), least) : ShortestRow(dims);
  }
  const auto looks = [](const EpilogueStep& step) { return step.kind == OperandKind::kChannel; };
  return std::ranges::any_of(StepsOf(view, fused), looks) ? ShortestRow(dims) : least;
}

// True if a copy joins the tensor as a part. It is then read as rows that end where the joined ones do.
bool JoinsRows(const NodeView& view, const ReadRows& read) {
  if (view.kernel().joins == nullptr) return false;
  const auto& inputs = view.node().inputs;
  const auto part = static_cast<size_t>(std::ranges::find_if(inputs, read.is_it) - inputs.begin());
  const StridedView joined = view.kernel().joins(view)[part];
  return joined.exists() && read.rows.row % joined.row == 0 && !read.rows.has_zeros();
}

// Returns how often the node reads the tensor as an input of its own kernels, which may read it in rows.
// Nothing if they may not.
std::optional<int64_t> CountInputsInRows(const NodeView& view, const FusedNode& fused, const ReadRows& read) {
  int64_t count = 0;
  for (int index = 0; index < view.input_count(); ++index) {
    const ir::TensorId id = InputIdOf(view, fused, index);
    if (!read.is_it(id)) continue;
    const StridedInput input = {index, InputDimsOf(view, fused, index), read.rows, read.element_bytes};
    if (!view.kernel().reads_strided(view, input)) return std::nullopt;
    ++count;
  }
  for (const EpilogueStep& step : fused.epilogue.packed_steps()) {
    if (!read.is_it(step.operand)) continue;
    if (read.rows.has_zeros() || !HasWholeWords(read.rows, read.element_bytes)) return std::nullopt;
    ++count;
  }
  return count;
}

// Counts the own reads of kernels of every kind. An elementwise kernel's first read counts among its steps.
std::optional<int64_t> CountOwnReads(const NodeView& view, const FusedNode& fused, const ReadRows& read) {
  if (JoinsRows(view, read)) return 1;
  if (OwnStepsOf(view, fused).source != ir::kAbsent) return 0;
  const auto reads_strided = view.kernel().reads_strided;
  if (reads_strided == nullptr) return 0;
  if (fused.match == nullptr) return CountInputsInRows(view, fused, read);
  if (!read.is_it(fused.match->input())) return 0;
  if (!reads_strided(view, {0, InputDimsOf(view, fused, 0), read.rows, read.element_bytes}))
    return std::nullopt;
  return 1;
}

bool IsReadInRows(const NodeView& view, const FusedNode& fused, const EpilogueStep& step,
                  const StridedView& rows) {
  // One value of a vector of texels is no vector. A dispatch may take all elements as one row.
  const bool reads_texels =
      view.limits().profile.prefers_texel_loads && view.output().dims.NumElements() % 4 == 0;
  if (step.kind == OperandKind::kSingle && reads_texels) return false;
  // A PAD or SLICE that was fused into the step gives the operand the output's dims.
  const bool is_whole_output = step.kind == OperandKind::kElement;
  const ir::Shape& dims = is_whole_output ? view.output().dims : view.graph().tensor(step.operand).dims;
  const StridedView within = RowsWithin(step, rows, dims.NumElements());
  const int64_t neighbours = std::min(NeighboursOf(view, fused), ShortestRow(dims));
  return within.exists() && CanReadRows(within, neighbours, dims, view.limits());
}

// True if all parts of the join can lie in `rows`.
bool JoinsIntoRows(const NodeView& view, const StridedView& rows) {
  const std::vector<StridedView> parts = view.kernel().joins(view);
  for (size_t i = 0; i < parts.size(); ++i) {
    const int64_t elements = view.input(static_cast<int>(i)).dims.NumElements();
    if (!Compose(parts[i], elements, rows).exists()) return false;
  }
  return true;
}

}  // namespace

// True if the dispatches can write the rows. Results that are stored in fours need four neighbours in one
// row.
bool WritesRows(const NodeView& view, const FusedNode& fused, const WrittenRows& written, bool is_last) {
  const auto& [tensor, rows, element_bytes] = written;
  if (view.kernel().joins != nullptr) return JoinsIntoRows(view, rows);
  const StridedResult results = view.kernel().writes_strided;
  const bool has_vectors = fused.epilogue.arithmetic != nullptr && !fused.epilogue.is_packed();
  const bool is_in_fours = is_last && (has_vectors || results == StridedResult::kOfWords);
  // Floats that follow integers are dense.
  if (!HasWholeWords(rows, element_bytes) || fused.epilogue.store.as == StoredAs::kDequantized) return false;
  if (!is_in_fours) return results != StridedResult::kOfFloats;
  return AreInRange(rows, NeighboursOf(view, fused), tensor.dims.NumElements(), WordsOf(element_bytes));
}

RowReading ReadingOf(const NodeView& view, const FusedNode& fused, const ReadRows& read) {
  constexpr RowReading kNone = {.against = " reads no rows"};
  const auto reads = std::ranges::count_if(ReadsOf(view, fused), read.is_it);
  const std::optional<int64_t> own = CountOwnReads(view, fused, read);
  if (!own) return kNone;
  if (*own == reads) return {};
  int64_t found = *own;
  RowReading reading = {.is_source = read.is_it(OwnStepsOf(view, fused).source)};
  if (reading.is_source &&
      !CanReadRows(read.rows, NeighboursOf(view, fused), view.output().dims, view.limits()))
    return kNone;
  if (reading.is_source) {
    reading.keeps_rows = true;
    ++found;
  }
  for (const EpilogueStep& step : StepsOf(view, fused)) {
    if (!read.is_it(step.operand)) continue;
    if (!IsReadInRows(view, fused, step, read.rows)) return kNone;
    // A single value has no neighbours that a row could part.
    reading.keeps_rows |= step.kind != OperandKind::kSingle;
    ++found;
  }
  if (found != reads) return kNone;
  return reading;
}

}  // namespace litevk
