// Joins the operators of each delegate/ops/<stem>.cc and of the elementwise rows into one table.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "delegate/kernel/constraints.h"
#include "delegate/kernel/gpu_kernel.h"
#include "delegate/kernel/op_spec.h"
#include "delegate/lower/custom_op.h"
#include "delegate/ops/elementwise/elementwise.h"
#include "delegate/ops/elementwise/lookup.h"
#include "delegate/ops/elementwise/quantized_binary_ops.h"
#include "delegate/ops/elementwise/typed_elementwise.h"
#include "runtime/tflite/builtin_names.h"

namespace litevk {

#define LITEVK_OP(name, stem) OpSpec MakeSpec_##stem();
#define LITEVK_KERNEL_OP(name, stem)
#define LITEVK_INTERPRETER_OP(name, stem)
#include "runtime/opset/op_list.inc"
#undef LITEVK_OP

namespace {

OpSpec Elementwise(std::string_view name, std::vector<EpilogueStep> (*as_steps)(const NodeView&, int),
                   void (*lower)(Lowering&)) {
  return {
      .op_code = abi::BuiltinCode(name),
      .kernels = {{.element = kFloat32,
                   .epilogue = {.takes = InFloat32, .as_steps = as_steps},
                   .reads_strided = FindsOffsets,
                   .lower = lower}},
  };
}

template <EpilogueOp kStep>
OpSpec Unary(std::string_view name) {
  return Elementwise(name, UnaryStep<kStep>, LowerUnary);
}

// Returns the record of an operator of two inputs whose parameters are zero bytes: no activation.
template <EpilogueOp kStep, EpilogueOp kReverse>
OpSpec Choice(std::string_view name) {
  OpSpec spec = Elementwise(name, ArithmeticSteps<kStep, kReverse>, LowerArithmetic<kStep, kReverse>);
  spec.kernels.front().most_dims = kWalkDims;
  return spec;
}

template <EpilogueOp kStep, EpilogueOp kReverse>
OpSpec Binary(std::string_view name) {
  OpSpec spec = Choice<kStep, kReverse>(name);
  spec.constraints = {ActivationConstraint<abi::TfLiteArithmeticParams>()};
  return spec;
}

std::string_view NameOf(const OpSpec& spec) { return FindOpInfo(spec.op_code)->name; }

// Returns the records of operators from their files and from the rows of elementwise.inc,
// typed_elementwise.inc, lookup.inc and quantized_binary.inc. Several records may be of one operator, whose
// kernels then stand in this order.
std::vector<OpSpec> Contributions() {
  std::vector<OpSpec> all = {
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
#include "delegate/kernel/elementwise.inc"
#undef LITEVK_CHOICE
#undef LITEVK_BINARY
#undef LITEVK_UNARY
#undef LITEVK_STEP
  };
  std::ranges::move(TypedOps(), std::back_inserter(all));
  std::ranges::move(LookupOps(), std::back_inserter(all));
  std::ranges::move(QuantizedBinaryOps(), std::back_inserter(all));
  return all;
}

std::vector<OpSpec> MakeTable() {
  std::vector<OpSpec> all = Contributions();
  std::ranges::stable_sort(all, {}, NameOf);
  std::vector<OpSpec> table;
  for (OpSpec& from : all) {
    if (table.empty() || table.back().op_code != from.op_code) table.push_back({.op_code = from.op_code});
    OpSpec& spec = table.back();
    std::ranges::move(from.constraints, std::back_inserter(spec.constraints));
    for (GpuKernel& kernel : from.kernels) {
      Narrow(*FindOpInfo(spec.op_code), kernel);
      spec.kernels.push_back(std::move(kernel));
    }
  }
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

bool OpSpec::runs_on_device() const { return std::ranges::any_of(kernels, &GpuKernel::runs_on_device); }

}  // namespace litevk
