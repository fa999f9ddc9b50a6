#include "delegate/ops/elementwise/lookup.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/elements.h"
#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/elementwise/byte_table.h"
#include "runtime/opset/run_node.h"
#include "runtime/tflite/builtin_names.h"
#include "shaders/elementwise/integer_check.h"
#include "shaders/elementwise/lookup.h"

namespace litevk {
namespace {

constexpr uint32_t kGroup = 64;

constexpr TypeSet kAll = {};
constexpr TypeSet kInt16 = ir::DataType::kInt16;
constexpr TypeSet kIntegers = {ir::DataType::kInt8, ir::DataType::kInt16};

enum class Domain : uint8_t { kAny, kNotNegative };

struct Row {
  std::string_view name;
  std::string_view signature;
  TypeSet types;
  Domain domain;
};

constexpr std::array kRows = {
#define LITEVK_LOOKUP_OP(builtin, stem, signature, types, domain) \
  Row{#builtin, signature, k##types, Domain::k##domain},
#include "delegate/ops/elementwise/lookup.inc"
#undef LITEVK_LOOKUP_OP
};

Domain DomainOf(const NodeView& view) {
  const auto is_node = [&](const Row& row) { return abi::BuiltinCode(row.name) == view.node().op_code; };
  return std::ranges::find_if(kRows, is_node)->domain;
}

int64_t LeastOf(const ir::NodeView& view, Domain domain) {
  const ir::Tensor& source = view.input(0);
  return domain == Domain::kAny ? ir::RangeOf(source.type).lowest : int64_t{ZeroPointOf(source)};
}

// Runs the node's kernel of kernels_ref on `count` values.
Status RunOn(const ir::NodeView& view, int count, std::span<const std::byte> integers,
             std::span<std::byte> results) {
  ir::Tensor source = view.input(0);
  ir::Tensor result = view.output();
  source.dims = result.dims = {count};
  const std::array inputs = {ref::ConstView{&source, integers}};
  const std::array outputs = {ref::MutableView{&result, results}};
  const ir::Node& node = view.node();
  return ref::RunKernel(*ref::FindKernel(node.op_code),
                        {.params = node.params, .inputs = inputs, .outputs = outputs});
}

int CountOf(const ir::Tensor& source) { return 1 << 8 * ir::ByteSize(source.type); }

// Writes the results of all values, in the order of their bits. Values below `least` get the result of
// `least`.
template <typename T>
Status WriteResults(const ir::NodeView& view, int64_t least, std::span<std::byte> to) {
  std::vector<T> integers(static_cast<size_t>(CountOf(view.input(0))));
  for (size_t bits = 0; bits < integers.size(); ++bits) {
    integers[bits] = static_cast<T>(std::max<int64_t>(static_cast<T>(bits), least));
  }
  return RunOn(view, CountOf(view.input(0)), std::as_bytes(std::span(integers)), to);
}

Status WriteTable(const ir::NodeView& view, int64_t least, std::span<std::byte> to) {
  const ir::DataType type = view.input(0).type;
  if (type == ir::DataType::kInt16) return WriteResults<int16_t>(view, least, to);
  return type == ir::DataType::kUInt8 ? WriteResults<uint8_t>(view, least, to)
                                      : WriteResults<int8_t>(view, least, to);
}

// True if the kernel takes the scales: it computes one value to find out, as it may compute only with some
// scales.
bool ScalesAreTaken(const NodeView& view) {
  const ir::Quantization& quantization = view.input(0).quantization;
  const int zero_point = quantization.zero_points.empty() ? 0 : quantization.zero_points[0];
  std::array<std::byte, 4> zero_point_bytes = {};
  std::array<std::byte, 4> result = {};
  std::memcpy(zero_point_bytes.data(), &zero_point, sizeof(zero_point));  // the lowest byte is the first
  const auto bytes = [](const ir::Tensor& tensor) { return static_cast<size_t>(ir::ByteSize(tensor.type)); };
  return RunOn(view, 1, std::span(zero_point_bytes).first(bytes(view.input(0))),
               std::span(result).first(bytes(view.output())))
      .ok();
}

// True if the operator refuses some values of the input's type.
bool NeedsCheck(const NodeView& view) {
  return LeastOf(view, DomainOf(view)) > ir::RangeOf(view.input(0).type).lowest;
}

void EmitCheck(Lowering& lowering, int64_t least) {
  const ir::Tensor& source = lowering.view().input(0);
  const gpu::TensorId flag = lowering.AddCheck("a quantized value of the input is below its zero point " +
                                               std::to_string(least) + ", and has no real root");
  lowering.EmitPart<shaders::IntegerCheck>(
      {.kKind = KindOf(source), .kBytes = lowering.InputBytes(0)},
      {.elements = static_cast<uint32_t>(source.dims.NumElements()), .least = static_cast<int32_t>(least)},
      {.integers = lowering.Input(0), .flag = flag}, {1, 1, 1});
}

void LowerLookup(Lowering& lowering) {
  const NodeView& view = lowering.view();
  const int64_t least = LeastOf(view, DomainOf(view));
  if (NeedsCheck(view)) EmitCheck(lowering, least);
  const auto write = [view = ir::NodeView(view), least](std::span<std::byte> to) {
    return WriteTable(view, least, to);
  };
  const gpu::Storage storage = lowering.OutputBytes() == 1 ? gpu::Storage::kBits8 : gpu::Storage::kBits16;
  const gpu::TensorId table = lowering.AddConstant("table", static_cast<uint64_t>(CountOf(view.input(0))),
                                                   storage, write, TableKeyOf(view.graph(), view.node()));
  EmitTable(lowering, table);
}

// Returns the node as a table, unless its values need a check, which is a dispatch of its own.
std::vector<EpilogueStep> AsOwnTable(const NodeView& view, int chained_input) {
  if (NeedsCheck(view)) return {};
  return AsTable(view, chained_input);
}

OpSpec SpecOf(const Row& row) {
  return {
      .op_code = abi::BuiltinCode(row.name),
      .kernels = {{.signature = row.signature,
                   .element = row.types,
                   .note = "by a table that the CPU's kernel makes, bit for bit",
                   .constraints = {{"the CPU's kernel computes with the scales of the input and the output",
                                    ScalesAreTaken}},
                   .epilogue = {.as_steps = AsOwnTable},
                   .reads_strided = FindsOffsets,
                   .writes_strided = StridedResult::kAnywhere,
                   .lower = LowerLookup}},
  };
}

}  // namespace

void EmitTable(Lowering& lowering, gpu::TensorId table) {
  const auto elements = static_cast<uint32_t>(lowering.output_dims().NumElements());
  const uint32_t total = GroupsFor(elements, 4);
  lowering.Emit<shaders::Lookup>(
      {.kLocalSizeX = kGroup, .kSourceBytes = lowering.InputBytes(0), .kResultBytes = lowering.OutputBytes()},
      {.elements = elements, .total = total},
      {.source = lowering.Input(0), .table = table, .result = lowering.Output()},
      FlatGroups(total, kGroup, lowering.limits()));
}

std::vector<OpSpec> LookupOps() {
  std::vector<OpSpec> specs;
  specs.reserve(kRows.size());
  std::ranges::transform(kRows, std::back_inserter(specs), SpecOf);
  return specs;
}

}  // namespace litevk
