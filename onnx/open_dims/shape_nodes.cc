#include "onnx/open_dims/shape_nodes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "onnx.pb.h"
#include "onnx/write/put_nodes.h"

namespace litevk::to_onnx {
namespace {

std::optional<SizeTerm> TermOfDim(const std::vector<int64_t>& values, const std::vector<OpenDim>& dims,
                                  size_t dim) {
  const auto size = [&](size_t probe) { return ProbeSize(dims, dim, probe); };
  const int64_t rise = values[1] - values[0];
  const int64_t run = size(1) - size(0);
  const int64_t common = std::gcd(rise, run) * (run < 0 ? -1 : 1);
  SizeTerm term = {.dim = dim, .factor = rise / common, .divisor = run / common};
  if (term.factor == 0 || dims[dim].multiple % term.divisor != 0) return std::nullopt;
  const auto part = [&](size_t probe) { return term.factor * (size(probe) / term.divisor); };
  term.offset = values[0] - part(0);
  for (size_t probe = 0; probe < values.size(); ++probe) {
    if (values[probe] != part(probe) + term.offset) return std::nullopt;
  }
  return term;
}

}  // namespace

std::optional<SizeTerm> TermOf(const std::vector<int64_t>& values, const std::vector<OpenDim>& dims) {
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    if (const auto term = TermOfDim(values, dims, dim)) return term;
  }
  return std::nullopt;
}

std::vector<int64_t> ValuesAt(const std::vector<std::vector<int64_t>>& integers, size_t position) {
  std::vector<int64_t> values;
  values.reserve(integers.size());
  for (const auto& probe : integers) values.push_back(probe[position]);
  return values;
}

bool Differs(const std::vector<std::vector<int64_t>>& integers, size_t position) {
  return std::ranges::any_of(
      integers, [&](const auto& probe) { return probe[position] != integers.front()[position]; });
}

ShapeNodes::ShapeNodes(const ModelContent& content, const std::vector<OpenDim>& dims,
                       std::vector<SizeAxis> positions)
    : dims_(dims),
      axes_(std::move(positions)),
      front_(std::make_unique<::onnx::GraphProto>()),
      writer_(*front_) {
  for (const auto* constant : content.constants) writer_.Unique(constant->name());
  for (const auto* info : content.infos) writer_.Unique(info->name());
  for (const auto* node : content.nodes) {
    for (const std::string& output : node->output()) writer_.Unique(output);
  }
}

ShapeNodes::~ShapeNodes() = default;

Name ShapeNodes::Vector(const std::vector<int64_t>& values) {
  const int64_t count = static_cast<int64_t>(values.size());
  return writer_.Shared({::onnx::TensorProto::INT64, {count}, std::as_bytes(std::span(values))}, "dims");
}

Name ShapeNodes::Value(const SizeTerm& term) {
  const SizeAxis& place = axes_[term.dim];
  const Name shape = writer_.Add("Shape", {place.value});
  Name value = writer_.Add("Gather", {shape, Vector({place.axis})}, {{"axis", int64_t{0}}});
  if (term.divisor != 1) value = writer_.Add("Div", {value, Vector({term.divisor})});
  if (term.factor != 1) value = writer_.Add("Mul", {value, Vector({term.factor})});
  if (term.offset != 0) value = writer_.Add("Add", {value, Vector({term.offset})});
  // TFLite clamps an index before the first element to it. ONNX would count it from the end.
  if (term.factor > 0 && term.factor + term.offset < 0) value = writer_.Add("Max", {value, Vector({0})});
  return value;
}

Result<Name> ShapeNodes::Joined(const std::vector<std::vector<int64_t>>& integers) {
  std::vector<Name> parts;
  std::vector<int64_t> fixed;
  const auto flush = [&] {
    if (!fixed.empty()) parts.push_back(Vector(fixed));
    fixed.clear();
  };
  for (size_t i = 0; i < integers.front().size(); ++i) {
    if (!Differs(integers, i)) {
      fixed.push_back(integers.front()[i]);
      continue;
    }
    const auto term = TermOf(ValuesAt(integers, i), dims_);
    if (!term) return Unsupported("a value of its shapes follows from several dims, or by a division");
    if (axes_[term->dim].value.empty()) return Unsupported("nothing of the graph has a size that it needs");
    flush();
    parts.push_back(Value(*term));
  }
  flush();
  return parts.size() == 1 ? parts.front() : writer_.Add("Concat", parts, {{"axis", int64_t{0}}});
}

Status ShapeNodes::Compute(const ::onnx::TensorProto& constant,
                           const std::vector<std::vector<int64_t>>& integers) {
  LITEVK_ASSIGN_OR_RETURN(Name value, Joined(integers));
  if (constant.data_type() != ::onnx::TensorProto::INT64) {
    value = writer_.Add("Cast", {value}, {{"to", int64_t{constant.data_type()}}});
  }
  if (constant.dims_size() == 0) value = writer_.Add("Squeeze", {value, Vector({0})});
  writer_.Call(value, constant.name());
  computed_.insert(constant.name());
  return {};
}

Name ShapeNodes::Guard(const Name& value, const std::vector<int64_t>& multiples) {
  const Name shape = writer_.Add("Shape", {value});
  const Name rest = writer_.Add("Mod", {shape, Vector(multiples)});
  // A remainder gives the Reshape more elements than there are, so that it fails.
  const Name guarded = writer_.Add("Reshape", {value, writer_.Add("Add", {shape, rest})});
  const int64_t most = std::ranges::max(multiples);
  const Name name = writer_.Unique(value + "_in_multiples_of_" + std::to_string(most));
  writer_.Call(guarded, name);
  return name;
}

Result<size_t> ShapeNodes::Finish(::onnx::GraphProto& graph) {
  writer_.Finish();
  const int count = front_->node_size();
  for (::onnx::NodeProto& node : *front_->mutable_node())
    node.set_name(node.op_type() + "_of_" + node.output(0));
  LITEVK_RETURN_IF_ERROR(PutIn(*front_, graph));
  for (::onnx::TensorProto& constant : *front_->mutable_initializer()) {
    *graph.add_initializer() = std::move(constant);
  }
  return static_cast<size_t>(count);
}

}  // namespace litevk::to_onnx
