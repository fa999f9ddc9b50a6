#include "delegate/ops/elementwise/typed_elementwise.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "delegate/kernel/constraints.h"
#include "delegate/ops/common/operand_check.h"
#include "delegate/ops/move/strided.h"
#include "runtime/ir/strided_walk.h"
#include "runtime/tflite/builtin_names.h"
#include "shaders/elementwise/typed_elementwise.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

enum class Rule : uint8_t { kAny, kDivides, kDividesAll, kRaises };

struct Row {
  std::string_view name;
  TypedFunction function;
  Rule rule;
};

constexpr std::array kRows = {
#define LITEVK_TYPED_OP(builtin, stem, function, rule) \
  Row{#builtin, TypedFunction::k##function, Rule::k##rule},
#define LITEVK_TYPED(function, type, glsl)
#include "delegate/ops/elementwise/typed_elementwise.inc"
#undef LITEVK_TYPED
#undef LITEVK_TYPED_OP
};

const Row& RowOf(int op_code) {
  return *std::ranges::find(kRows, op_code, [](const Row& row) { return abi::BuiltinCode(row.name); });
}

TypeSet TypesOf(TypedFunction wanted) {
  TypeSet types;
#define LITEVK_TYPED_OP(builtin, stem, function, rule)
#define LITEVK_TYPED(function, type, glsl) \
  if (wanted == TypedFunction::k##function) types = types | ir::DataType::k##type;
#include "delegate/ops/elementwise/typed_elementwise.inc"
#undef LITEVK_TYPED
#undef LITEVK_TYPED_OP
  return types;
}

using TypedWalk = std::vector<ir::WalkDim<3>>;

uint32_t BitsOf(const ir::Tensor& tensor) {
  const int packed = ir::PackedBits(tensor.type);
  return static_cast<uint32_t>(packed > 0 ? packed : 8 * ir::ByteSize(tensor.type));
}

// Returns the operand's dims. One element stretches to any dims, also to those of fewer dims than it has
// itself.
ir::Shape StretchedDims(const TypedOperand& operand) {
  return operand.dims.NumElements() == 1 ? ir::Shape() : operand.dims;
}

TypedWalk WalkOf(const TypedOperands& operands, const ir::Shape& output) {
  return ir::MergeDims(ir::BroadcastDims<3>({StretchedDims(operands.left), StretchedDims(operands.right),
                                             StretchedDims(operands.condition)},
                                            output),
                       false);
}

shaders::TypedElementwise::Push PushOf(const TypedWalk& walk, int64_t elements) {
  using Push = shaders::TypedElementwise::Push;
  const ir::WalkDim<3>& row = walk.back();
  return {.elements = static_cast<uint32_t>(elements),
          .row = static_cast<uint32_t>(row.size),
          .total = GroupsFor(elements, 4),
          .walk_size = OfRowDims<decltype(Push::walk_size)>(walk, std::mem_fn(&ir::WalkDim<3>::size), 1),
          .left_stride = RowStrides<decltype(Push::left_stride)>(walk, 0),
          .right_stride = RowStrides<decltype(Push::right_stride)>(walk, 1),
          .condition_stride = RowStrides<decltype(Push::condition_stride)>(walk, 2),
          .left_row_stride = static_cast<uint32_t>(row.strides[0]),
          .right_row_stride = static_cast<uint32_t>(row.strides[1]),
          .condition_row_stride = static_cast<uint32_t>(row.strides[2])};
}

// Returns the elements that are forbidden in the second operand, if there are any.
std::optional<Forbidden> ForbiddenOf(const Row& row, const NodeView& view) {
  if (row.rule == Rule::kAny) return std::nullopt;
  const bool is_float = view.input(1).type == ir::DataType::kFloat32;
  if (row.rule == Rule::kRaises && !is_float) {
    return Forbidden{0xFFFFFFFFU, 0x80000000U, "an element of the exponent is below 0"};
  }
  if (row.rule == Rule::kDividesAll || (row.rule == Rule::kDivides && !is_float)) {
    return Forbidden{0, is_float ? 0x7FFFFFFFU : 0xFFFFFFFFU, "an element of the divisor is 0"};
  }
  return std::nullopt;
}

// Returns the row's function. For powers of integers, TFLite multiplies if one exponent is for all elements,
// and otherwise converts a double.
TypedFunction FunctionOf(const Row& row, const NodeView& view) {
  if (row.rule != Rule::kRaises || view.input(1).type == ir::DataType::kFloat32) return row.function;
  const ir::Shape& exponents = view.input(1).dims;
  const bool is_one_for_all = exponents.NumElements() == 1 && exponents != view.input(0).dims;
  return is_one_for_all ? TypedFunction::kWrappedPow : row.function;
}

void LowerRow(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const Row& row = RowOf(view.node().op_code);
  const std::optional<Forbidden> forbidden = ForbiddenOf(row, view);
  if (forbidden) EmitOperandCheck(lowering, 1, *forbidden);
  const TypedOperand left = {0, view.input(0).dims};
  const TypedOperand right = view.input_count() > 1 ? TypedOperand{1, view.input(1).dims} : left;
  // Operators without an activation have no parameters, which read as zeros.
  const int activation = view.params<abi::TfLiteArithmeticParams>().activation;
  EmitTyped(lowering, FunctionOf(row, view), {left, right, left}, activation);
}

bool SecondOperandIsAllowed(const NodeView& view) {
  const std::optional<Forbidden> forbidden = ForbiddenOf(RowOf(view.node().op_code), view);
  return !forbidden || KnownOperandIsAllowed(view, 1, *forbidden);
}

// Texts of the constraints, indexed by Rule. The first rule forbids nothing.
constexpr std::array<std::string_view, 4> kRuleTexts = {
    "",
    "a divisor of integers that is known before the run has no 0; any other that has one ends the run with "
    "an "
    "error",
    "a divisor that is known before the run has no 0; any other that has one ends the run with an error",
    "an exponent of integers that is known before the run has no element below 0; any other that has one "
    "ends "
    "the run with an error"};

std::vector<Constraint> ConstraintsOf(const Row& row) {
  if (row.rule == Rule::kAny) return {};
  return {{kRuleTexts[static_cast<size_t>(row.rule)], SecondOperandIsAllowed}};
}

// If the record's signature fixes the types, there is no T to narrow.
GpuKernel KernelOf(const Row& row) {
  const Signature& record = FindOpInfo(abi::BuiltinCode(row.name))->types.front();
  const bool is_fixed = record.element == TypeSet();
  return {.signature = record.name,
          .element = is_fixed ? TypeSet() : TypesOf(row.function),
          .most_dims = kWalkDims,
          .constraints = ConstraintsOf(row),
          .reads_strided = FindsOffsets,
          .writes_strided = StridedResult::kAnywhere,
          .lower = LowerRow};
}

}  // namespace

void EmitTyped(Lowering& lowering, TypedFunction function, const TypedOperands& operands, int activation) {
  const NodeView& view = lowering.view();
  const ir::Tensor& output = view.output();
  const TypedWalk walk = WalkOf(operands, output.dims);
  const auto push = PushOf(walk, output.dims.NumElements());
  lowering.Emit<shaders::TypedElementwise>({.kLocalSizeX = kGroup,
                                            .kFunction = static_cast<uint32_t>(function),
                                            .kOperandKind = KindOf(view.input(operands.left.input)),
                                            .kOperandBytes = lowering.InputBytes(operands.left.input),
                                            .kResultKind = KindOf(output),
                                            .kResultBytes = lowering.OutputBytes(),
                                            .kActivation = static_cast<uint32_t>(activation),
                                            .kOneRow = walk.size() == 1,
                                            .kResultBits = BitsOf(output),
                                            .kWalkDims = RowDims(walk)},
                                           push,
                                           {.left = lowering.Input(operands.left.input),
                                            .right = lowering.Input(operands.right.input),
                                            .condition = lowering.Input(operands.condition.input),
                                            .result = lowering.Output()},
                                           FlatGroups(push.total, kGroup, lowering.limits()));
}

std::vector<OpSpec> TypedOps() {
  std::vector<OpSpec> specs;
  specs.reserve(kRows.size());
  for (const Row& row : kRows) {
    specs.push_back({.op_code = abi::BuiltinCode(row.name), .kernels = {KernelOf(row)}});
  }
  return specs;
}

}  // namespace litevk
