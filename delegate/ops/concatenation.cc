#include "runtime/opset/ops/concatenation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/move/rows.h"
#include "delegate/ops/move/strided.h"
#include "runtime/tflite/builtin_ops.h"
#include "shaders/elementwise/lookup.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

JoinedIntegers HowJoined(const NodeView& view, int input) {
  return litevk::HowJoined(view.input(input), view.output());
}

std::vector<StridedView> AllJoins(const NodeView& view) {
  const ir::Shape& out = view.output().dims;
  const int axis = view.params<abi::TfLiteConcatenationParams>().axis;
  return JoinedRows(view, ir::CountBetween(out, 0, axis < 0 ? axis + out.rank() : axis));
}

// Returns the strided view of the output for each input; the view does not exist for inputs that are
// requantized.
std::vector<StridedView> Joins(const NodeView& view) {
  std::vector<StridedView> parts = AllJoins(view);
  for (int i = 0; i < view.input_count(); ++i) {
    if (HowJoined(view, i) == JoinedIntegers::kConverted) parts[static_cast<size_t>(i)] = StridedView();
  }
  return parts;
}

std::string KeyOfTable(const ir::Tensor& input, const ir::Tensor& output) {
  std::string key = "integers of uint8 in another scale";
  for (const ir::Tensor* tensor : {&input, &output}) {
    key.append(" ").append(std::to_string(std::bit_cast<uint32_t>(ScaleOf(*tensor))));
    key.append(" ").append(std::to_string(ZeroPointOf(*tensor)));
  }
  return key;
}

// Emits the dispatch that requantizes the input to the output's scale, and returns its result.
gpu::TensorId EmitConverted(Lowering& lowering, int index) {
  const ir::Tensor& input = lowering.view().input(index);
  const auto write = [integers =
                          ConvertedIntegers(input, lowering.view().output())](std::span<std::byte> to) {
    std::ranges::copy(integers, to.begin());
    return Status();
  };
  const auto elements = static_cast<uint32_t>(input.dims.NumElements());
  const uint32_t total = GroupsFor(elements, 4);
  const gpu::TensorId table = lowering.AddConstant("table", 256, gpu::Storage::kBits8, write,
                                                   KeyOfTable(input, lowering.view().output()));
  const gpu::TensorId result = lowering.AddScratch("converted", elements, gpu::Storage::kBits8);
  lowering.EmitPart<shaders::Lookup>({.kLocalSizeX = kGroup}, {.elements = elements, .total = total},
                                     {.source = lowering.Input(index), .table = table, .result = result},
                                     FlatGroups(total, kGroup, lowering.limits()));
  return result;
}

void Lower(Lowering& lowering) {
  LowerJoin(lowering);
  const NodeView& view = lowering.view();
  const std::vector<StridedView> parts = AllJoins(view);
  for (int i = 0; i < view.input_count(); ++i) {
    const StridedView& part = parts[static_cast<size_t>(i)];
    if (HowJoined(view, i) != JoinedIntegers::kConverted || !part.exists()) continue;
    EmitCopy(lowering, EmitConverted(lowering, i), CopyToJoined(lowering, i, part));
  }
}

bool IntegersAreJoined(const NodeView& view) {
  for (int i = 0; i < view.input_count(); ++i) {
    if (HowJoined(view, i) == JoinedIntegers::kRefused) return false;
  }
  return true;
}

bool HasNoActivation(const NodeView& view) {
  return view.params<abi::TfLiteConcatenationParams>().activation == abi::kTfLiteActNone;
}

}  // namespace

OpSpec MakeSpec_concatenation() {
  return {
      .op_code = abi::kTfLiteBuiltinConcatenation,
      .kernels =
          {{.element = kMovedTypes | kPacked,
            .constraints = {{"the fused activation is NONE, the only one that TFLite's kernel takes",
                             HasNoActivation},
                            {"the inputs have the scale and the zero point of the output, but for uint8, "
                             "which is converted, and int16 with zero points of 0",
                             IntegersAreJoined}},
            .form = Form::kMoves,
            .joins = Joins,
            .lower = Lower}},
  };
}

}  // namespace litevk
