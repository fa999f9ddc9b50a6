#include <string>

#include "kernels_ref/support/elements.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "kernels_ref/support/strides.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

struct Slice {
  std::vector<int64_t> begin;
  std::vector<int64_t> size;
};

Status CheckCount(const ir::Shape& operand, const ir::Shape& input, std::string_view name) {
  if (operand == ir::Shape{input.rank()}) return {};
  return InvalidArgument(std::string(name) + " has dims " + operand.ToString() + ", expected a vector of " +
                         std::to_string(input.rank()) + ", one for each dim of the input");
}

// A size of -1 reaches to the end of its dim.
Result<Slice> ResolveSlice(const ir::ShapeQuery& query) {
  const ir::Shape& input = query.input(0);
  LITEVK_RETURN_IF_ERROR(CheckCount(query.input(1), input, "begin"));
  LITEVK_RETURN_IF_ERROR(CheckCount(query.input(2), input, "size"));
  Slice slice;
  LITEVK_ASSIGN_OR_RETURN(slice.begin, ir::ReadStoredIndices(query, 1, "begin"));
  LITEVK_ASSIGN_OR_RETURN(slice.size, ir::ReadStoredIndices(query, 2, "size"));
  for (size_t axis = 0; axis < slice.begin.size(); ++axis) {
    const int64_t dim = input.dims()[axis];
    const int64_t begin = slice.begin[axis];
    const int64_t size = slice.size[axis];
    if (begin < 0 || begin > dim || size < -1 || size > dim - begin) {
      return InvalidArgument("begin " + std::to_string(begin) + " and size " + std::to_string(size) +
                             " leave dim " + std::to_string(axis) + " of " + std::to_string(dim) +
                             ", expected a part of it");
    }
    if (size == -1) slice.size[axis] = dim - begin;
  }
  return slice;
}

}  // namespace

static Status InferSlice(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 3));
  LITEVK_ASSIGN_OR_RETURN(const Slice slice, ResolveSlice(query));
  return ir::SetOutput(query, slice.size);
}

static Status TakeSlice(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const Slice slice, ResolveSlice(stored.query()));
  const ir::Shape& taken = args.outputs[0].dims();
  if (taken.NumElements() == 0) return {};
  Placement source = {.strides = DenseStrides(args.inputs[0].dims())};
  for (size_t axis = 0; axis < slice.begin.size(); ++axis) {
    source.first += slice.begin[axis] * source.strides[axis];
  }
  LITEVK_ASSIGN_OR_RETURN(const ElementCopier copier, ElementCopier::Create(args.inputs[0], args.outputs[0]));
  CopyStrided(taken, copier, source, {.strides = DenseStrides(taken)});
  return {};
}

const KernelRow kKernelRow_slice = {
    .op_code = abi::kTfLiteBuiltinSlice,
    .types = {{.element = kMovable, .inputs = {kT, kIndex, kIndex}, .outputs = {kT}}},
    .quantized = Quantized::kMoved,
    .infer_shapes = &InferSlice,
    .run = &TakeSlice,
};

}  // namespace litevk::ref
