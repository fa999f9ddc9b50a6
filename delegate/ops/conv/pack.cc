#include "delegate/ops/conv/pack.h"

namespace litevk {
std::string FilterLayout::ToString() const {
  // A new field does not compile before the text contains it.
  const auto& [of_groups, of_outputs, of_taps, of_inputs, of_lanes, are_last] = *this;
  return std::to_string(of_groups) + " groups of " + std::to_string(of_outputs) + " outputs, " +
         std::to_string(of_taps) + " taps, " + std::to_string(of_inputs) + " inputs, " +
         std::to_string(of_lanes) + " lanes" + (are_last ? ", outputs last" : "");
}

uint64_t FilterLayout::FilterFloats() const {
  return BiasFloats() * static_cast<uint64_t>(taps) * static_cast<uint64_t>(inputs);
}

uint64_t FilterLayout::BiasFloats() const { return uint64_t{AllPanels()} * lanes * 4; }

uint64_t FilterLayout::GroupedFilterFloats() const {
  const uint64_t blocks = (static_cast<uint64_t>(groups) * static_cast<uint64_t>(outputs) + 3) / 4;
  return blocks * 4 * static_cast<uint64_t>(taps) * static_cast<uint64_t>(inputs);
}

WeightPacking FilterPacking(const FilterLayout& layout) {
  return {.groups = layout.groups,
          .outputs = layout.outputs,
          .taps = layout.taps,
          .inputs = layout.inputs,
          .outputs_last = layout.outputs_last,
          .panel = layout.lanes};
}

WeightPacking BiasPacking(const FilterLayout& layout) {
  return {.groups = layout.groups, .outputs = layout.outputs, .panel = layout.lanes};
}

WeightPacking GroupedFilterPacking(const FilterLayout& layout) {
  return {.outputs = int64_t{layout.groups} * layout.outputs, .taps = layout.taps, .inputs = layout.inputs};
}

WeightPacking RowPacking(int rows, int row) { return {.outputs = row, .taps = rows, .outputs_last = true}; }

}  // namespace litevk
