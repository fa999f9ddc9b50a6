#include "runtime/onnx/shape_nodes.h"

#include <algorithm>
#include <utility>

#include "onnx.pb.h"

namespace litevk::to_onnx {
namespace {

std::optional<SizeTerm> TermOfDim(const std::vector<int64_t>& values, const std::vector<OpenDim>& dims,
                                  size_t dim) {
  const auto size = [&](size_t probe) { return ProbeSize(dims, dim, probe); };
  const int64_t factor = (values[1] - values[0]) / (size(1) - size(0));
  const SizeTerm term = {dim, factor, values[0] - factor * size(0)};
  if (factor <= 0) return std::nullopt;
  for (size_t probe = 0; probe < values.size(); ++probe) {
    if (values[probe] != factor * size(probe) + term.offset) return std::nullopt;
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

std::vector<int64_t> ValuesAt(const std::vector<std::vector<int64_t>>& numbers, size_t place) {
  std::vector<int64_t> values;
  values.reserve(numbers.size());
  for (const auto& probe : numbers) values.push_back(probe[place]);
  return values;
}

bool Differs(const std::vector<std::vector<int64_t>>& numbers, size_t place) {
  return std::ranges::any_of(numbers,
                             [&](const auto& probe) { return probe[place] != numbers.front()[place]; });
}

ShapeNodes::ShapeNodes(const ModelContent& content, const std::vector<OpenDim>& dims,
                       std::vector<SizePlace> places)
    : dims_(dims),
      places_(std::move(places)),
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
  const SizePlace& place = places_[term.dim];
  const Name shape = writer_.Add("Shape", {place.input});
  Name value = writer_.Add("Gather", {shape, Vector({place.axis})}, {{"axis", int64_t{0}}});
  if (term.factor != 1) value = writer_.Add("Mul", {value, Vector({term.factor})});
  if (term.offset != 0) value = writer_.Add("Add", {value, Vector({term.offset})});
  // A place before the first element is the first one in TFLite; in ONNX it would be counted from the last.
  if (term.factor + term.offset < 0) value = writer_.Add("Max", {value, Vector({0})});
  return value;
}

Result<Name> ShapeNodes::Joined(const std::vector<std::vector<int64_t>>& numbers) {
  std::vector<Name> parts;
  std::vector<int64_t> fixed;
  const auto flush = [&] {
    if (!fixed.empty()) parts.push_back(Vector(fixed));
    fixed.clear();
  };
  for (size_t i = 0; i < numbers.front().size(); ++i) {
    if (!Differs(numbers, i)) {
      fixed.push_back(numbers.front()[i]);
      continue;
    }
    const auto term = TermOf(ValuesAt(numbers, i), dims_);
    if (!term) return Unsupported("a number of its shapes follows from several dims, or by a division");
    flush();
    parts.push_back(Value(*term));
  }
  flush();
  return parts.size() == 1 ? parts.front() : writer_.Add("Concat", parts, {{"axis", int64_t{0}}});
}

Status ShapeNodes::Compute(const ::onnx::TensorProto& constant,
                           const std::vector<std::vector<int64_t>>& numbers) {
  LITEVK_ASSIGN_OR_RETURN(Name value, Joined(numbers));
  if (constant.data_type() != ::onnx::TensorProto::INT64) {
    value = writer_.Add("Cast", {value}, {{"to", int64_t{constant.data_type()}}});
  }
  if (constant.dims_size() == 0) value = writer_.Add("Squeeze", {value, Vector({0})});
  writer_.Call(value, constant.name());
  computed_.insert(constant.name());
  return {};
}

size_t ShapeNodes::Finish(::onnx::GraphProto& graph) {
  writer_.Finish();
  const int count = front_->node_size();
  for (::onnx::NodeProto& node : *front_->mutable_node())
    node.set_name(node.op_type() + "_of_" + node.output(0));
  for (::onnx::NodeProto& node : *graph.mutable_node()) *front_->add_node() = std::move(node);
  graph.mutable_node()->Swap(front_->mutable_node());
  for (::onnx::TensorProto& constant : *front_->mutable_initializer()) {
    *graph.add_initializer() = std::move(constant);
  }
  return static_cast<size_t>(count);
}

}  // namespace litevk::to_onnx
