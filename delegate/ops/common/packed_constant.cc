#include "delegate/ops/common/packed_constant.h"

#include <utility>

#include "runtime/base/elements.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

std::string KeyOf(const Lowering& lowering, const PackedInput& packed) {
  return lowering.KeyOf(packed.input, packed.text);
}

}  // namespace

gpu::TensorId AddPackedFloats(Lowering& lowering, const PackedInput& packed, Transform transform) {
  const NodeView& view = lowering.view();
  const ir::TensorId id = view.has_input(packed.input) ? view.input_id(packed.input) : ir::kAbsent;
  const auto write = [graph = &view.graph(), id, packing = packed.packing,
                      transform = std::move(transform)](std::span<std::byte> out) -> Status {
    KnownValue value{std::span<const std::byte>()};
    if (id != ir::kAbsent) {
      LITEVK_ASSIGN_OR_RETURN(value, EvaluateKnown(*graph, id));
    }
    if (transform) {
      PackWeights<float>(transform(value.As<float>()), packing, ElementsOf<float>(out));
    } else {
      PackWeights<float>(value.As<float>(), packing, ElementsOf<float>(out));
    }
    return {};
  };
  return lowering.AddConstant(packed.name, packed.packing.Count(), gpu::Storage::kFloat32, write,
                              KeyOf(lowering, packed));
}

gpu::TensorId AddPackedIntegers(Lowering& lowering, const PackedInput& packed, uint64_t elements,
                                gpu::Storage storage) {
  const NodeView& view = lowering.view();
  const auto write = [graph = &view.graph(), id = view.input_id(packed.input),
                      packing = packed.packing](std::span<std::byte> out) -> Status {
    LITEVK_ASSIGN_OR_RETURN(const KnownValue weights, EvaluateKnown(*graph, id));
    PackTensor(graph->tensor(id), weights.bytes(), packing, out);
    return {};
  };
  return lowering.AddConstant(packed.name, elements, storage, write, KeyOf(lowering, packed));
}

}  // namespace litevk
