#include "runtime/opset/shapes/shape_check.h"

#include <algorithm>
#include <limits>
#include <string>

namespace litevk::ir {
namespace {

constexpr int64_t kMaxElements = std::numeric_limits<int>::max();

bool IsIndexType(DataType type) {
  return type == DataType::kInt32 || type == DataType::kInt64 || type == DataType::kInt16 ||
         type == DataType::kInt8 || type == DataType::kBool;
}

// True if an output may have unknown dims. Otherwise a kUnknownDim among an operand's values comes from a
// damaged model.
bool MayBeOpen(const ShapeQuery& query) {
  return std::ranges::any_of(query.inputs, [](const Tensor* tensor) {
    return tensor != nullptr && (tensor->is_planned() || tensor->dims.has_unknown());
  });
}

}  // namespace

Status CheckInputs(const ShapeQuery& query, int required) {
  if (query.outputs.empty()) return InvalidArgument("0 outputs, expected 1");
  for (int index = 0; index < required; ++index) {
    if (OptionalInput(query, index) != nullptr) continue;
    return InvalidArgument("input " + std::to_string(index) + " is missing, expected " +
                           std::to_string(required) + " inputs");
  }
  for (const Tensor* tensor : query.inputs) {
    if (tensor == nullptr) continue;
    for (const int dim : tensor->dims.dims()) {
      if (dim >= 0 || IsUnknown(dim)) continue;
      return InvalidArgument("an input has the negative dim " + std::to_string(dim));
    }
  }
  return {};
}

const Tensor* OptionalInput(const ShapeQuery& query, int index) {
  const auto position = static_cast<size_t>(index);
  return position < query.inputs.size() ? query.inputs[position] : nullptr;
}

bool Agree(Shape& dims, const Shape& others) {
  if (dims.rank() != others.rank()) return false;
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (!MayEqual(dims[axis], others[axis])) return false;
    if (IsUnknown(dims[axis])) dims[axis] = others[axis];
  }
  return true;
}

Status CheckRank(const Shape& shape, int rank, std::string_view name) {
  if (shape.rank() == rank) return {};
  return InvalidArgument(std::string(name) + " has " + std::to_string(shape.rank()) + " dims, expected " +
                         std::to_string(rank));
}

Status CheckBias(const ShapeQuery& query, int index, int channels) {
  const Tensor* bias = OptionalInput(query, index);
  if (bias == nullptr) return {};
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountElements(bias->dims, "bias"));
  if (elements == channels || bias->dims.has_unknown() || IsUnknown(channels)) return {};
  return InvalidArgument("bias has " + std::to_string(elements) + " elements, expected " +
                         std::to_string(channels));
}

Result<int64_t> CountElements(const Shape& shape, std::string_view name) {
  bool is_empty = false;
  for (const int dim : shape.dims()) is_empty = is_empty || dim == 0;
  if (is_empty) return int64_t{0};
  int64_t count = 1;
  for (const int dim : shape.dims()) {
    count *= IsUnknown(dim) ? 1 : dim;
    if (count <= kMaxElements) continue;
    return InvalidArgument(std::string(name) + " has dims " + shape.ToString() + ", expected at most " +
                           std::to_string(kMaxElements) + " elements");
  }
  return count;
}

bool IsPlannedVector(const ShapeQuery& query, int index) {
  const Tensor* tensor = OptionalInput(query, index);
  return tensor != nullptr && tensor->is_planned() && tensor->type == DataType::kInt32 &&
         tensor->dims.rank() == 1 && !tensor->dims.has_unknown();
}

Result<std::vector<int>> ReadStoredInts(const ShapeQuery& query, int index, std::string_view name) {
  const Tensor& tensor = *query.inputs[static_cast<size_t>(index)];
  if (tensor.type != DataType::kInt32) {
    return Unsupported(std::string(name) + " is " + std::string(Name(tensor.type)) + ", expected int32");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> values, ReadStoredIndices(query, index, name));
  return std::vector<int>(values.begin(), values.end());
}

Result<std::vector<int64_t>> ReadStoredIndices(const ShapeQuery& query, int index, std::string_view name) {
  const Tensor& tensor = *query.inputs[static_cast<size_t>(index)];
  if (!IsIndexType(tensor.type)) {
    return Unsupported(std::string(name) + " is " + std::string(Name(tensor.type)) +
                       ", expected a signed integer type or bool");
  }
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountElements(tensor.dims, name));
  if (elements == 0) return std::vector<int64_t>();
  if (tensor.constness != Constness::kStored || tensor.sparsity != nullptr) {
    return NeedsValues(std::string(name) + " is not a dense constant of the model");
  }
  std::vector<int64_t> values = StoredIndices(tensor);
  if (static_cast<int64_t>(values.size()) == elements) return values;
  return InvalidArgument(std::string(name) + " stores " + std::to_string(values.size()) +
                         " values, expected " + std::to_string(elements));
}

Result<int64_t> ReadStoredIndex(const ShapeQuery& query, int index, std::string_view name) {
  const Shape& dims = query.input(index);
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountElements(dims, name));
  if (elements != 1) {
    return InvalidArgument(std::string(name) + " has dims " + dims.ToString() + ", expected one element");
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> values, ReadStoredIndices(query, index, name));
  return values[0];
}

Result<int> ResolveAxis(int64_t axis, int rank) {
  if (axis >= -rank && axis < rank) return static_cast<int>(axis < 0 ? axis + rank : axis);
  return InvalidArgument("axis is " + std::to_string(axis) + ", expected less than the " +
                         std::to_string(rank) + " dims of the input");
}

Status SetOutput(const ShapeQuery& query, const std::vector<int64_t>& dims) {
  return SetOutput(query, 0, dims);
}

Status SetOutput(const ShapeQuery& query, size_t index, const std::vector<int64_t>& dims) {
  if (index >= query.outputs.size()) {
    return InvalidArgument("the node has " + std::to_string(query.outputs.size()) + " outputs, expected " +
                           std::to_string(index + 1) + " at least");
  }
  Shape shape(std::vector<int>(dims.size(), 0));
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] == kUnknownDim && MayBeOpen(query)) {
      shape[static_cast<int>(axis)] = kUnknownDim;
      continue;
    }
    if (dims[axis] < 0 || dims[axis] > kMaxElements) {
      return InvalidArgument("output dim " + std::to_string(axis) + " is " + std::to_string(dims[axis]) +
                             ", expected 0 to " + std::to_string(kMaxElements));
    }
    shape[static_cast<int>(axis)] = static_cast<int>(dims[axis]);
  }
  LITEVK_RETURN_IF_ERROR(CountElements(shape, "output").status());
  query.outputs[index] = std::move(shape);
  return {};
}

}  // namespace litevk::ir
