#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/elementwise/add_n.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
constexpr size_t kMostAtOnce = 4;  // tensors that add_n.comp reads

void EmitSum(Lowering& lowering, std::span<const gpu::TensorId> tensors, gpu::TensorId result) {
  const int64_t elements = lowering.output_dims().NumElements();
  const uint32_t total = GroupsFor(elements, 4);
  const auto tensor = [&](size_t i) { return tensors[std::min(i, tensors.size() - 1)]; };
  lowering.EmitPart<shaders::AddN>({.kLocalSizeX = kGroup,
                                    .kAligned = elements % 4 == 0,
                                    .kIsFloat = lowering.view().output().type == ir::DataType::kFloat32,
                                    .kCount = static_cast<uint32_t>(tensors.size())},
                                   {.elements = static_cast<uint32_t>(elements), .total = total},
                                   {.source0 = tensor(0),
                                    .source1 = tensor(1),
                                    .source2 = tensor(2),
                                    .source3 = tensor(3),
                                    .result = result},
                                   FlatGroups(total, kGroup, lowering.limits()));
}

// Adds three more inputs to the sum of the first ones until none is left: the order in which TFLite adds.
void Lower(Lowering& lowering) {
  const int count = lowering.view().input_count();
  const auto elements = static_cast<uint64_t>(lowering.output_dims().NumElements());
  std::vector<gpu::TensorId> tensors;
  for (int i = 0; i < count; ++i) {
    tensors.push_back(lowering.Input(i));
    const bool is_last = i + 1 == count;
    if (!is_last && tensors.size() < kMostAtOnce) continue;
    const gpu::TensorId sum =
        is_last ? lowering.Output() : lowering.AddScratch("sum", elements, lowering.OutputStorage());
    EmitSum(lowering, tensors, sum);
    tensors = {sum};
  }
}

}  // namespace

OpSpec MakeSpec_add_n() {
  return {
      .op_code = abi::kTfLiteBuiltinAddN,
      .kernels = {{.reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = Lower}},
  };
}

}  // namespace litevk
