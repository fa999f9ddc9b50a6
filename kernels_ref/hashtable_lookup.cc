#include <algorithm>

#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/ops/hashtable_lookup.h"
#include "runtime/tflite/strings.h"

namespace litevk::ref {
namespace {

// Returns the index of `key` by binary search in ascending keys, or -1 if it is missing. Of equal keys,
// returns the one that TFLite's bsearch meets first.
int FindKey(std::span<const int32_t> keys, int32_t key) {
  size_t low = 0;
  size_t high = keys.size();
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (keys[middle] == key) return static_cast<int>(middle);
    if (keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return -1;
}

// Returns, for each lookup, the index of its key, or -1 if the table lacks it. Writes the hits.
std::vector<int> FindKeys(const KernelArgs& args) {
  const std::span<const int32_t> keys(args.inputs[kKeys].data<int32_t>(),
                                      static_cast<size_t>(args.inputs[kKeys].dims()[0]));
  const std::span<const int32_t> lookups(args.inputs[kLookup].data<int32_t>(),
                                         static_cast<size_t>(args.inputs[kLookup].dims()[0]));
  std::vector<int> positions;
  auto* hits = args.outputs[kHits].data<uint8_t>();
  for (const int32_t lookup : lookups) {
    positions.push_back(FindKey(keys, lookup));
    *hits++ = positions.back() < 0 ? 0 : 1;
  }
  return positions;
}

Status CopyStrings(const KernelArgs& args, std::span<const int> positions) {
  LITEVK_ASSIGN_OR_RETURN(const std::vector<std::string_view> values,
                          UnpackStrings(args.inputs[kValues].bytes));
  if (values.size() != static_cast<size_t>(args.inputs[kValues].dims()[0])) {
    return InvalidArgument("values hold " + std::to_string(values.size()) + " strings, expected " +
                           std::to_string(args.inputs[kValues].dims()[0]));
  }
  for (size_t index = 0; index < positions.size(); ++index) {
    if (positions[index] < 0) continue;
    (*args.outputs[kFound].strings)[index] = values[static_cast<size_t>(positions[index])];
  }
  return {};
}

// Returns zeros, or an empty string, for a missing key.
Status HashtableLookup(const KernelArgs& args) {
  const std::vector<int> positions = FindKeys(args);
  const ConstView& values = args.inputs[kValues];
  if (values.type() == ir::DataType::kString) return CopyStrings(args, positions);
  std::ranges::fill(args.outputs[kFound].bytes, std::byte{0});
  for (size_t index = 0; index < positions.size(); ++index) {
    if (positions[index] < 0) continue;
    const size_t row_bytes = values.bytes.size() / static_cast<size_t>(values.dims()[0]);
    const auto row = values.bytes.subspan(static_cast<size_t>(positions[index]) * row_bytes, row_bytes);
    std::ranges::copy(row, args.outputs[kFound].bytes.subspan(index * row_bytes).begin());
  }
  return {};
}

}  // namespace

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(hashtable_lookup, &HashtableLookup)
