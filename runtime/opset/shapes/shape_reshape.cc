// Shapes of the operators that regroup or select elements: RESHAPE, FULLY_CONNECTED, CONCATENATION, PAD and
// the block rearrangements.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "runtime/opset/shapes/shape_check.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk::ir {
namespace {

constexpr int kMaxReshapeParams = 8;

Result<std::vector<int>> ReshapeTargetFromParams(const ShapeQuery& query) {
  const auto& params = query.params.As<abi::TfLiteReshapeParams>();
  if (!query.params.present()) return InvalidArgument("no shape input and no shape option");
  if (params.num_dimensions < 0 || params.num_dimensions > kMaxReshapeParams) {
    return InvalidArgument("the shape option has " + std::to_string(params.num_dimensions) +
                           " dims, expected 0 to 8");
  }
  // Old models write a scalar as {0}.
  const bool is_scalar = params.num_dimensions == 1 && params.shape[0] == 0;
  return std::vector<int>(params.shape, params.shape + (is_scalar ? 0 : params.num_dimensions));
}

// Returns input 1 if it is an int32 vector, else the option of the node.
Result<std::vector<int>> ReshapeTarget(const ShapeQuery& query) {
  const Tensor* shape = OptionalInput(query, 1);
  if (shape == nullptr || shape->type != DataType::kInt32 || shape->dims.rank() != 1) {
    return ReshapeTargetFromParams(query);
  }
  return ReadStoredInts(query, 1, "shape");
}

// Product of the dims that are not 0.
Result<int64_t> CountBesidesZeros(const Shape& shape) {
  std::vector<int> dims;
  for (const int dim : shape.dims()) {
    if (dim != 0) dims.push_back(dim);
  }
  return CountElements(Shape(std::move(dims)), "a shape without its zeros");
}

// Returns the dim that -1 in the target stands for. `others` is the target with a 1 in its place. If both
// sides are empty, TFLite excludes the zeros of both from the division.
Result<int64_t> ComputedDim(const Shape& input, const Shape& others) {
  if (input.has_unknown()) return int64_t{kUnknownDim};
  if (input.NumElements() == 0 && others.NumElements() != 0) return int64_t{0};
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountBesidesZeros(input));
  LITEVK_ASSIGN_OR_RETURN(const int64_t known_elements, CountBesidesZeros(others));
  return elements / known_elements;
}

// True if both shapes have as many elements for some value of their unknown dims.
bool MayHold(const Shape& output, const Shape& input) {
  const int64_t found = output.NumElements();
  const int64_t expected = input.NumElements();
  if (!input.has_unknown()) return found == expected;
  return output.has_unknown() || expected == 0 || found % expected == 0;
}

Status CheckBlock(const ShapeQuery& query, int block) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 1));
  LITEVK_RETURN_IF_ERROR(CheckRank(query.input(0), 4, "input"));
  if (block > 0) return {};
  return InvalidArgument("block size is " + std::to_string(block) + ", expected 1 or more");
}

Status CheckConcatenated(const Shape& first, const Shape& other, int axis) {
  LITEVK_RETURN_IF_ERROR(CheckRank(other, first.rank(), "a concatenated input"));
  for (int dim = 0; dim < first.rank(); ++dim) {
    if (dim == axis || MayEqual(other[dim], first[dim])) continue;
    return InvalidArgument("a concatenated input has dims " + other.ToString() + ", expected " +
                           first.ToString() + " but for axis " + std::to_string(axis));
  }
  return {};
}

Status CheckPadding(int64_t padding) {
  if (padding < 0) return InvalidArgument("a padding is " + std::to_string(padding) + ", expected 0 or more");
  if (padding <= std::numeric_limits<int>::max()) return {};
  return InvalidArgument("a padding is " + std::to_string(padding) + ", expected at most 2147483647");
}

}  // namespace

Status InferReshape(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 1));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountElements(query.input(0), "input"));
  if (IsPlannedVector(query, 1)) {
    return SetOutput(query, std::vector<int64_t>(static_cast<size_t>(query.input(1)[0]), kUnknownDim));
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int> target, ReshapeTarget(query));
  std::vector<int64_t> dims(target.begin(), target.end());
  int64_t* computed = nullptr;
  for (int64_t& dim : dims) {
    if (dim < -1 || (dim == -1 && computed != nullptr)) {
      return InvalidArgument("shape has a dim of " + std::to_string(dim) + ", expected 0 or more and one -1");
    }
    if (dim == -1) {
      computed = &dim;
      dim = 1;
    }
  }
  LITEVK_RETURN_IF_ERROR(SetOutput(query, dims));
  if (computed != nullptr) {
    LITEVK_ASSIGN_OR_RETURN(*computed, ComputedDim(query.input(0), query.outputs[0]));
  }
  LITEVK_RETURN_IF_ERROR(SetOutput(query, dims));
  if (MayHold(query.outputs[0], query.input(0))) return {};
  return InvalidArgument("shape " + query.outputs[0].ToString() + " does not hold the " +
                         std::to_string(elements) + " elements of the input");
}

Status InferFullyConnected(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  const Shape& input = query.input(0);
  const Shape& filter = query.input(1);
  LITEVK_RETURN_IF_ERROR(CheckRank(filter, 2, "filter"));
  LITEVK_RETURN_IF_ERROR(CheckBias(query, 2, filter[0]));
  LITEVK_ASSIGN_OR_RETURN(const int64_t elements, CountElements(input, "input"));
  const int depth = filter[1];
  if (query.params.As<abi::TfLiteFullyConnectedParams>().keep_num_dims) {
    if (input.rank() == 0 || !MayEqual(input.channels(), depth)) {
      return InvalidArgument("input has dims " + input.ToString() + ", expected " + std::to_string(depth) +
                             " as the last");
    }
    std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
    dims.back() = filter[0];
    return SetOutput(query, dims);
  }
  if (input.has_unknown() || IsUnknown(depth)) {
    return SetOutput(query, {kUnknownDim, filter[0]});
  }
  // Rows of depth 0 cannot be counted by dividing elements.
  if (depth == 0) return SetOutput(query, {input.Rows(), filter[0]});
  // With an unknown rank, a caller would take the model for one without rows.
  if (input.rank() == 0 && depth > 1) {
    return InvalidArgument("input is a scalar, expected rows of " + std::to_string(depth) +
                           " as in the filter");
  }
  // Elements behind the last whole row are ignored, as in TFLite.
  return SetOutput(query, {elements / depth, filter[0]});
}

Status InferConcatenation(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, std::max(1, static_cast<int>(query.inputs.size()))));
  const Shape& first = query.input(0);
  const auto& params = query.params.As<abi::TfLiteConcatenationParams>();
  LITEVK_ASSIGN_OR_RETURN(const int axis, ResolveAxis(params.axis, first.rank()));
  // An unknown dim of one input, other than the axis, is taken from the next input.
  Shape others = first;
  int64_t joined = 0;
  for (const Tensor* input : query.inputs) {
    LITEVK_RETURN_IF_ERROR(CheckConcatenated(others, input->dims, axis));
    for (int dim = 0; dim < others.rank(); ++dim) {
      if (IsUnknown(others[dim])) others[dim] = input->dims[dim];
    }
    const bool is_known = joined != kUnknownDim && !IsUnknown(input->dims[axis]);
    joined = is_known ? joined + input->dims[axis] : kUnknownDim;
  }
  std::vector<int64_t> dims(others.dims().begin(), others.dims().end());
  dims[static_cast<size_t>(axis)] = joined;
  return SetOutput(query, dims);
}

Status InferPad(const ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(CheckInputs(query, 2));
  const Shape& input = query.input(0);
  const Shape& paddings_dims = query.input(1);
  LITEVK_RETURN_IF_ERROR(CheckRank(paddings_dims, 2, "paddings"));
  if (paddings_dims != Shape{input.rank(), 2}) {
    return InvalidArgument("paddings has dims " + paddings_dims.ToString() + ", expected " +
                           Shape{input.rank(), 2}.ToString());
  }
  if (query.inputs[1]->is_planned()) {
    return SetOutput(query, std::vector<int64_t>(static_cast<size_t>(input.rank()), kUnknownDim));
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<int64_t> paddings, ReadStoredIndices(query, 1, "paddings"));
  std::vector<int64_t> dims(input.dims().begin(), input.dims().end());
  for (size_t index = 0; index < paddings.size(); ++index) {
    LITEVK_RETURN_IF_ERROR(CheckPadding(paddings[index]));
    if (dims[index / 2] != kUnknownDim) dims[index / 2] += paddings[index];
  }
  return SetOutput(query, dims);
}

Status InferDepthToSpace(const ShapeQuery& query) {
  const int64_t block = query.params.As<abi::TfLiteBlockSizeParams>().block_size;
  LITEVK_RETURN_IF_ERROR(CheckBlock(query, static_cast<int>(block)));
  const Shape& input = query.input(0);
  if (!IsUnknown(input[3]) && input[3] % (block * block) != 0) {
    return InvalidArgument("input has " + std::to_string(input[3]) + " channels, expected a multiple of " +
                           std::to_string(block * block));
  }
  const auto scaled = [](int dim, int64_t by) { return IsUnknown(dim) ? kUnknownDim : dim * by; };
  const int64_t channels = IsUnknown(input[3]) ? kUnknownDim : input[3] / (block * block);
  return SetOutput(query, {input[0], scaled(input[1], block), scaled(input[2], block), channels});
}

Status InferSpaceToDepth(const ShapeQuery& query) {
  const int64_t block = query.params.As<abi::TfLiteBlockSizeParams>().block_size;
  LITEVK_RETURN_IF_ERROR(CheckBlock(query, static_cast<int>(block)));
  const Shape& input = query.input(0);
  const auto divides = [&](int dim) { return IsUnknown(dim) || dim % block == 0; };
  if (!divides(input[1]) || !divides(input[2])) {
    return InvalidArgument("input has dims " + input.ToString() +
                           ", expected a height and width that are multiples of " + std::to_string(block));
  }
  // Without elements, the product of block and channels could still overflow.
  if (block > 46340) {
    return InvalidArgument("block size is " + std::to_string(block) + ", expected at most 46340");
  }
  const auto shared = [&](int dim) { return IsUnknown(dim) ? kUnknownDim : dim / block; };
  const int64_t channels = IsUnknown(input[3]) ? kUnknownDim : input[3] * block * block;
  return SetOutput(query, {input[0], shared(input[1]), shared(input[2]), channels});
}

}  // namespace litevk::ir
