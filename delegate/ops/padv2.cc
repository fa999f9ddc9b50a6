#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "delegate/ops/constraints.h"
#include "delegate/ops/families/pad.h"
#include "runtime/tflite/builtin_ops.h"

namespace litevk {
namespace {

void Lower(Lowering& lowering) {
  const std::span<const std::byte> value = lowering.view().input(2).data;
  ElementBits padding = {};
  std::memcpy(padding.data(), value.data(), std::min(value.size(), sizeof(padding)));
  LowerPad(lowering, padding);
}

}  // namespace

OpSpec MakeSpec_padv2() {
  return {
      .op_code = abi::kTfLiteBuiltinPadv2,
      .signatures = {{.element = kMovedTypes, .inputs = {{1, kInt32}}, .most_dims = 5, .lower = Lower}},
      .constraints = {{"the paddings are stored in the model or computed from shapes", InputIsPlanned<1>},
                      {"the value is there and stored in the model",
                       [](const NodeView& view) { return view.has_input(2) && InputIsStored<2>(view); }}},
      .takes_epilogue = true,
  };
}

}  // namespace litevk
