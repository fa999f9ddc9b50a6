#include "delegate/ops/families/lookup.h"

#include <array>
#include <numeric>
#include <span>

#include "delegate/lower/lowering.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_names.h"
#include "shaders/lookup.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;
constexpr int kNumbers = 256;

// Writes what the node's kernel of kernels_ref makes of each number, in the order of the numbers' bits.
Status WriteTable(const ir::NodeView& view, std::span<std::byte> to) {
  ir::Tensor source = view.input(0);
  ir::Tensor result = view.output();
  source.dims = result.dims = {kNumbers};
  std::array<uint8_t, kNumbers> numbers = {};
  std::iota(numbers.begin(), numbers.end(), uint8_t{0});
  const std::array inputs = {ref::ConstView{&source, std::as_bytes(std::span(numbers))}};
  const std::array outputs = {ref::MutableView{&result, to}};
  const ir::Node& node = view.node();
  return ref::RunKernel(*ref::FindKernel(node.op_code),
                        {.params = node.params, .inputs = inputs, .outputs = outputs});
}

void LowerLookup(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const gpu::TensorId table = lowering.AddConstant(
      "table", kNumbers, gpu::Storage::kBits8,
      [view = ir::NodeView(view)](std::span<std::byte> to) { return WriteTable(view, to); });
  const uint32_t total = GroupsFor(lowering.output_dims().NumElements(), 4);
  lowering.Emit<shaders::Lookup>({.kLocalSizeX = kGroup}, {.total = total},
                                 {.source = lowering.Input(0), .table = table, .result = lowering.Output()},
                                 FlatGroups(total, kGroup, lowering.limits()));
}

OpSpec Row(std::string_view name, std::string_view signature) {
  return {
      .op_code = abi::BuiltinCode(name),
      .kernels = {{.signature = signature,
                   .note = "by a table that the CPU's kernel makes, bit for bit",
                   .reads_rows = FindsPlaces,
                   .writes_rows = ResultRows::kAnywhere,
                   .lower = LowerLookup}},
  };
}

}  // namespace

std::vector<OpSpec> LookupOps() {
  return {
#define LITEVK_LOOKUP_OP(builtin, stem, signature) Row(#builtin, signature),
#include "delegate/ops/families/lookup.inc"
#undef LITEVK_LOOKUP_OP
  };
}

}  // namespace litevk
