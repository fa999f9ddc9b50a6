#include "onnx/open_dims/open_shapes.h"

#include <algorithm>
#include <span>
#include <utility>

#include "onnx.pb.h"
#include "onnx/facts/digest.h"
#include "onnx/open_dims/guard_multiples.h"
#include "runtime/base/elements.h"

namespace litevk::to_onnx {
namespace {

using Node = ::onnx::NodeProto;
using Tensor = ::onnx::TensorProto;

constexpr int64_t kLongestShape = 64;

// True if a constant may be a shape or an element of one.
bool MayBeShape(const Tensor& tensor) {
  const bool is_integer = tensor.data_type() == Tensor::INT64 || tensor.data_type() == Tensor::INT32;
  const bool is_short =
      tensor.dims_size() == 0 || (tensor.dims_size() == 1 && tensor.dims(0) <= kLongestShape);
  return is_integer && is_short;
}

std::vector<int64_t> IntegersOf(const Tensor& tensor) {
  const bool is_wide = tensor.data_type() == Tensor::INT64;
  const auto bytes = std::as_bytes(std::span(tensor.raw_data()));
  return is_wide ? CopyElements<int64_t>(bytes) : CopyElements<int32_t, int64_t>(bytes);
}

std::vector<int64_t> DimsOf(const ::onnx::ValueInfoProto& info) {
  std::vector<int64_t> dims;
  for (const auto& dim : info.type().tensor_type().shape().dim()) dims.push_back(dim.dim_value());
  return dims;
}

// True if both constants are equal. `other` may have a digest in place of its elements.
bool IsSame(const Tensor& first, const Tensor& other) {
  const std::string& elements = first.raw_data();
  const bool is_large = elements.size() >= kLeastDigestedBytes;
  return first.data_type() == other.data_type() && std::ranges::equal(first.dims(), other.dims()) &&
         other.raw_data() == (is_large ? DigestOf(elements) : elements);
}

template <typename Predicate>
void RemoveConstants(::onnx::GraphProto& graph, const Predicate& is_gone) {
  auto& constants = *graph.mutable_initializer();
  constants.erase(std::remove_if(constants.begin(), constants.end(), is_gone), constants.end());
  for (Node& node : *graph.mutable_node()) {
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.has_g()) RemoveConstants(*attribute.mutable_g(), is_gone);
    }
  }
}

std::string Described(const Node& node) {
  const std::string result = node.output_size() == 0 ? "" : " '" + node.output(0) + "'";
  return node.op_type() + result;
}

}  // namespace

OpenShapes::OpenShapes(const std::vector<OpenDim>& dims, std::vector<SizeAxis> run_axes,
                       ::onnx::ModelProto& first)
    : dims_(dims), run_axes_(std::move(run_axes)), model_(first), content_(*first.mutable_graph()) {
  for (const Tensor* constant : content_.constants) {
    constants_.push_back(MayBeShape(*constant) ? SizeValues{IntegersOf(*constant)} : SizeValues());
  }
  for (const auto* info : content_.infos) infos_.push_back({DimsOf(*info)});
}

Status OpenShapes::Add(::onnx::ModelProto& other) {
  const ModelContent content(*other.mutable_graph());
  LITEVK_RETURN_IF_ERROR(CheckNodes(content));
  LITEVK_RETURN_IF_ERROR(AddConstants(content));
  return AddInfos(content);
}

Status OpenShapes::CheckNodes(const ModelContent& other) const {
  const auto is_same = [](const Node* one, const Node* two) { return BytesOf(*one) == BytesOf(*two); };
  const auto [first, second] = std::ranges::mismatch(content_.nodes, other.nodes, is_same);
  if (first == content_.nodes.end() && second == other.nodes.end()) return {};
  const Node& node = first == content_.nodes.end() ? **second : **first;
  return Unsupported(Described(node) + " follows from it in more than its shapes");
}

Status OpenShapes::AddConstants(const ModelContent& other) {
  if (content_.constants.size() != other.constants.size()) return Unsupported("constants follow from it");
  for (size_t i = 0; i < content_.constants.size(); ++i) {
    const Tensor& first = *content_.constants[i];
    const Tensor& second = *other.constants[i];
    const bool is_shape = !constants_[i].empty() && first.data_type() == second.data_type() &&
                          std::ranges::equal(first.dims(), second.dims());
    if (first.name() != second.name() || (!is_shape && !IsSame(first, second))) {
      return Unsupported("the elements of a constant of " + ReaderOf(first.name()) + " follow from it");
    }
    if (is_shape) constants_[i].push_back(IntegersOf(second));
  }
  return {};
}

Status OpenShapes::AddInfos(const ModelContent& other) {
  if (content_.infos.size() != other.infos.size()) return Unsupported("edges follow from it");
  for (size_t i = 0; i < content_.infos.size(); ++i) {
    infos_[i].push_back(DimsOf(*other.infos[i]));
    const bool is_same = content_.infos[i]->name() == other.infos[i]->name() &&
                         infos_[i].front().size() == infos_[i].back().size();
    if (!is_same) return Unsupported("the rank of '" + content_.infos[i]->name() + "' follows from it");
  }
  return {};
}

Result<std::vector<SizeAxis>> OpenShapes::FindAxes() const {
  std::vector<SizeAxis> axes(dims_.size());
  // The inputs of the main graph come first in the list of values.
  for (size_t i = 0; i < static_cast<size_t>(model_.graph().input_size()); ++i) {
    for (size_t axis = 0; axis < infos_[i].front().size(); ++axis) {
      if (!Differs(infos_[i], axis)) continue;
      const auto term = TermOf(ValuesAt(infos_[i], axis), dims_);
      if (!term) return Internal("an input has a dim of no probe");
      SizeAxis& place = axes[term->dim];
      if (place.value.empty()) place = {content_.infos[i]->name(), static_cast<int64_t>(axis)};
    }
  }
  std::ranges::copy(run_axes_, axes.end() - static_cast<ptrdiff_t>(run_axes_.size()));
  return axes;
}

std::string OpenShapes::ReaderOf(const std::string& name) const {
  const auto reads = [&](const Node* node) { return std::ranges::count(node->input(), name) > 0; };
  const auto found = std::ranges::find_if(content_.nodes, reads);
  return found == content_.nodes.end() ? "no node" : Described(**found);
}

bool OpenShapes::HasOnlyReshapes(const std::string& name) const {
  return std::ranges::all_of(content_.nodes, [&](const Node* node) {
    const auto count = std::ranges::count(node->input(), name);
    return count == 0 || (node->op_type() == "Reshape" && count == 1 && node->input(1) == name);
  });
}

Status OpenShapes::OpenConstant(size_t index, ShapeNodes& nodes) {
  SizeValues integers = constants_[index];
  Tensor& constant = *content_.constants[index];
  std::vector<size_t> open;
  for (size_t position = 0; position < integers.front().size(); ++position) {
    if (Differs(integers, position)) open.push_back(position);
  }
  if (open.empty()) return {};
  const bool has_left = std::ranges::count(integers.front(), -1) > 0;
  if (!has_left && HasOnlyReshapes(constant.name())) {
    // One dim may follow from the number of elements, preferably one that is no term of a single open dim.
    const auto is_no_term = [&](size_t position) { return !TermOf(ValuesAt(integers, position), dims_); };
    const auto found = std::ranges::find_if(open, is_no_term);
    const size_t left = found == open.end() ? open.back() : *found;
    for (auto& probe : integers) probe[left] = -1;
    const auto* bytes = reinterpret_cast<const char*>(integers.front().data());
    constant.set_raw_data(bytes, integers.front().size() * sizeof(int64_t));
    if (open.size() == 1) return {};
  }
  const Status status = nodes.Compute(constant, integers);
  return status.ok() ? status : Unsupported(ReaderOf(constant.name()) + ": " + status.message());
}

Result<size_t> OpenShapes::Open() {
  LITEVK_ASSIGN_OR_RETURN(std::vector<SizeAxis> positions, FindAxes());
  ShapeNodes nodes(content_, dims_, std::move(positions));
  for (size_t i = 0; i < content_.constants.size(); ++i) {
    if (!constants_[i].empty()) LITEVK_RETURN_IF_ERROR(OpenConstant(i, nodes));
  }
  NameSizes();
  GuardMultiples(dims_, model_, nodes);
  const auto is_computed = [&](const Tensor& constant) { return nodes.Has(constant.name()); };
  RemoveConstants(*model_.mutable_graph(), is_computed);
  return nodes.Finish(*model_.mutable_graph());
}

void OpenShapes::NameSizes() {
  for (size_t i = 0; i < content_.infos.size(); ++i) {
    auto& shape = *content_.infos[i]->mutable_type()->mutable_tensor_type()->mutable_shape();
    for (size_t axis = 0; axis < infos_[i].front().size(); ++axis) {
      if (!Differs(infos_[i], axis)) continue;
      const auto term = TermOf(ValuesAt(infos_[i], axis), dims_);
      const bool is_size = term && term->is_size();
      shape.mutable_dim(static_cast<int>(axis))
          ->set_dim_param(is_size ? dims_[term->dim].name
                                  : content_.infos[i]->name() + "_" + std::to_string(axis));
    }
  }
}

}  // namespace litevk::to_onnx
