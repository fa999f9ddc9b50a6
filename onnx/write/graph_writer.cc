#include "onnx/write/graph_writer.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "onnx.pb.h"
#include "onnx/facts/digest.h"
#include "runtime/base/utf8.h"

namespace litevk::to_onnx {
namespace {

using Proto = ::onnx::AttributeProto;

void Fill(const Attribute& attribute, Proto& proto) {
  proto.set_name(attribute.name);
  switch (attribute.kind) {
    case Attribute::Kind::kInt:
      proto.set_type(Proto::INT);
      return proto.set_i(attribute.integer);
    case Attribute::Kind::kFloat:
      proto.set_type(Proto::FLOAT);
      return proto.set_f(attribute.real);
    case Attribute::Kind::kText:
      proto.set_type(Proto::STRING);
      return proto.set_s(attribute.text);
    case Attribute::Kind::kInts:
      proto.set_type(Proto::INTS);
      for (const int64_t integer : attribute.integers) proto.add_ints(integer);
      return;
    case Attribute::Kind::kTexts:
      proto.set_type(Proto::STRINGS);
      for (const std::string& text : attribute.texts) proto.add_strings(text);
  }
}

std::string_view ElementsOf(const Constant& constant) {
  return {reinterpret_cast<const char*>(constant.bytes.data()), constant.bytes.size()};
}

// Returns a key that is equal for nodes that compute the same.
std::string ContentOf(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes,
                      size_t results) {
  ::onnx::NodeProto node;
  node.set_op_type(std::string(op));
  for (const Name& input : inputs) node.add_input(input);
  for (const Attribute& attribute : attributes) Fill(attribute, *node.add_attribute());
  return std::to_string(results) + node.SerializeAsString();
}

// Calls `fn` for every node, including those of inner graphs.
template <typename Fn>
void ForEachNode(::onnx::GraphProto& graph, const Fn& fn) {
  for (::onnx::NodeProto& node : *graph.mutable_node()) {
    fn(node);
    for (Proto& attribute : *node.mutable_attribute()) {
      if (attribute.type() == Proto::GRAPH) ForEachNode(*attribute.mutable_g(), fn);
    }
  }
}

}  // namespace

Name GraphWriter::Unique(std::string_view wanted) {
  const std::string valid = wanted.empty() ? "value" : ValidUtf8(wanted);
  Name name = valid;
  for (int suffix = 1; !names_->taken.insert(name).second; ++suffix) {
    name.assign(valid).append("_").append(std::to_string(suffix));
  }
  return name;
}

std::vector<Name> GraphWriter::AddMany(std::string_view op, const std::vector<Name>& inputs,
                                       const Attributes& attributes, size_t results) {
  const auto [entry, is_new] = nodes_.try_emplace(ContentOf(op, inputs, attributes, results));
  if (!is_new) return entry->second;
  ::onnx::NodeProto& node = AddNode(op, inputs);
  for (const Attribute& attribute : attributes) Fill(attribute, *node.add_attribute());
  return entry->second = AddResults(node, results);
}

::onnx::NodeProto& GraphWriter::AddNode(std::string_view op, const std::vector<Name>& inputs) {
  ::onnx::NodeProto& node = *graph_.add_node();
  node.set_op_type(std::string(op));
  for (const Name& input : inputs) node.add_input(input);
  return node;
}

std::vector<Name> GraphWriter::AddResults(::onnx::NodeProto& node, size_t results) {
  std::vector<Name> names;
  for (size_t i = 0; i < results; ++i) {
    names.push_back(Unique(node.op_type() + "/" + std::to_string(names_->results++)));
    results_.insert(names.back());
    node.add_output(names.back());
  }
  return names;
}

Name GraphWriter::Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes) {
  return AddMany(op, inputs, attributes, 1).front();
}

bool GraphWriter::IsDigested(const Constant& constant) const {
  return elements_ == Elements::kDigests && constant.bytes.size() >= kLeastDigestedBytes;
}

bool GraphWriter::IsSame(const ::onnx::TensorProto& kept, const Constant& constant) const {
  if (kept.data_type() != constant.type || !std::ranges::equal(kept.dims(), constant.dims)) return false;
  const std::string_view elements = ElementsOf(constant);
  return IsDigested(constant) ? kept.raw_data() == DigestOf(elements) : kept.raw_data() == elements;
}

Name GraphWriter::AddConstant(const Constant& constant, std::string_view name) {
  ::onnx::TensorProto& proto = *graph_.add_initializer();
  const Name unique = Unique(name);
  proto.set_name(unique);
  proto.set_data_type(constant.type);
  for (const int64_t dim : constant.dims) proto.add_dims(dim);
  const std::string_view elements = ElementsOf(constant);
  proto.set_raw_data(IsDigested(constant) ? DigestOf(elements) : std::string(elements));
  return unique;
}

const ::onnx::TensorProto* GraphWriter::FindSame(const Constant& constant, size_t begin) const {
  const auto [first, last] = constants_.equal_range(begin);
  const auto same =
      std::find_if(first, last, [&](const auto& each) { return IsSame(*each.second, constant); });
  if (same != last) return same->second;
  return around_ == nullptr ? nullptr : around_->FindSame(constant, begin);
}

Name GraphWriter::Shared(const Constant& constant, std::string_view name) {
  const size_t begin = std::hash<std::string_view>()(ElementsOf(constant).substr(0, kLeastDigestedBytes));
  const ::onnx::TensorProto* same = FindSame(constant, begin);
  if (same != nullptr) return same->name();
  Name added = AddConstant(constant, name);
  constants_.emplace(begin, &*graph_.initializer().rbegin());
  return added;
}

void GraphWriter::Call(const Name& value, const Name& name) {
  own_.insert(name);
  if (results_.erase(value) > 0) {
    called_[value] = name;
    return;
  }
  const Name copy = AddResults(AddNode("Identity", {value}), 1).front();
  results_.erase(copy);
  called_[copy] = name;
}

Name GraphWriter::NameOf(const Name& value) const {
  const auto found = called_.find(value);
  return found == called_.end() ? value : found->second;
}

void GraphWriter::Describe(const Name& name, int type, const std::vector<int64_t>& dims) {
  ::onnx::ValueInfoProto& info = *graph_.add_value_info();
  info.set_name(name);
  auto& tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(type);
  tensor.mutable_shape();
  for (const int64_t dim : dims) tensor.mutable_shape()->add_dim()->set_dim_value(dim);
}

void GraphWriter::Finish() {
  ForEachNode(graph_, [this](::onnx::NodeProto& node) {
    const auto replace = [this](std::string& name) { name = NameOf(name); };
    std::ranges::for_each(*node.mutable_input(), replace);
    std::ranges::for_each(*node.mutable_output(), replace);
    node.set_name(node.output(0));
  });
}

size_t GraphWriter::node_count() const {
  size_t count = 0;
  ForEachNode(graph_, [&](const ::onnx::NodeProto&) { ++count; });
  return count;
}

size_t GraphWriter::CountOf(std::string_view op) const {
  size_t count = 0;
  ForEachNode(graph_, [&](const ::onnx::NodeProto& node) { count += node.op_type() == op ? 1 : 0; });
  return count;
}

}  // namespace litevk::to_onnx
