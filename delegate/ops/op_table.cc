// Binds the OpSpec that each delegate/ops/<stem>.cc defines, and those of the elementwise rows, to a table.
#include <algorithm>
#include <string_view>
#include <vector>

#include "delegate/lower/custom_op.h"
#include "delegate/lower/device_signature.h"
#include "delegate/lower/op_spec.h"
#include "delegate/ops/constraints.h"
#include "delegate/ops/families/elementwise.h"
#include "delegate/ops/families/typed_elementwise.h"
#include "runtime/tflite/builtin_names.h"

namespace litevk {

#define LITEVK_OP(name, stem) OpSpec MakeSpec_##stem();
#define LITEVK_KERNEL_OP(name, stem)
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_OP

namespace {

OpSpec Elementwise(std::string_view name, std::vector<EpilogueStep> (*as_epilogue)(const NodeView&, int),
                   void (*lower)(Lowering&)) {
  return {
      .op_code = abi::BuiltinCode(name),
      .signatures = {{.element = kFloat32, .lower = lower}},
      .takes_epilogue = true,
      .as_epilogue = as_epilogue,
      .reads_rows = FindsPlaces,
  };
}

template <EpilogueOp kStep>
OpSpec Unary(std::string_view name) {
  return Elementwise(name, UnaryStep<kStep>, LowerUnary);
}

// One of two inputs, whose parameters are zero bytes: no activation.
template <EpilogueOp kStep, EpilogueOp kReverse>
OpSpec Choice(std::string_view name) {
  OpSpec spec = Elementwise(name, ArithmeticSteps<kStep, kReverse>, LowerArithmetic<kStep, kReverse>);
  spec.signatures.front().most_dims = kWalkDims;
  return spec;
}

template <EpilogueOp kStep, EpilogueOp kReverse>
OpSpec Binary(std::string_view name) {
  OpSpec spec = Choice<kStep, kReverse>(name);
  spec.constraints = {ActivationConstraint<abi::TfLiteArithmeticParams>()};
  return spec;
}

std::vector<OpSpec> MakeTable() {
  std::vector<OpSpec> table = {
#define LITEVK_OP(name, stem) MakeSpec_##stem(),
#include "runtime/opset/op_list.inc"
#undef LITEVK_INTERPRETER_OP
#undef LITEVK_KERNEL_OP
#undef LITEVK_OP
#define LITEVK_STEP(step, rule, where, glsl)
#define LITEVK_UNARY(builtin, stem, step, rule, where, glsl) Unary<EpilogueOp::k##step>(#builtin),
#define LITEVK_BINARY(builtin, stem, step, reverse) \
  Binary<EpilogueOp::k##step, EpilogueOp::k##reverse>(#builtin),
#define LITEVK_CHOICE(builtin, stem, step, reverse) \
  Choice<EpilogueOp::k##step, EpilogueOp::k##reverse>(#builtin),
#include "delegate/lower/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
  };
  AddTypedOps(table);
  for (OpSpec& spec : table) spec.types = NarrowedTypes(*FindOpInfo(spec.op_code), spec.signatures);
  std::ranges::sort(table, {}, [](const OpSpec& spec) { return FindOpInfo(spec.op_code)->name; });
  return table;
}

}  // namespace

std::span<const OpSpec> OpTable() {
  static const std::vector<OpSpec> table = MakeTable();
  return table;
}

const OpSpec* FindOp(int op_code) {
  const auto table = OpTable();
  const auto found = std::ranges::find(table, op_code, &OpSpec::op_code);
  return found == table.end() ? nullptr : &*found;
}

const OpSpec* FindOp(const ir::Node& node) {
  return node.custom_op != nullptr ? &CustomOp::Of(node).spec : FindOp(node.op_code);
}

const DeviceSignature* FindSignature(const ir::Graph& graph, const ir::Node& node) {
  const OpSpec& spec = *FindOp(node);
  const auto matched =
      MatchSignature(spec.types, ir::TensorsOf(graph, node.inputs), ir::TensorsOf(graph, node.outputs));
  return matched ? &spec.signatures[*matched] : nullptr;
}

bool OpSpec::runs_on_device() const {
  return std::ranges::any_of(signatures,
                             [](const DeviceSignature& device) { return device.lower != nullptr; });
}

}  // namespace litevk
