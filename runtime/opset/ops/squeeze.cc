#include <string>
#include <vector>

#include "runtime/opset/op_record.h"
#include "runtime/opset/shapes/shape_check.h"

namespace litevk {
namespace {

constexpr int kMostDims = 8;

// Returns for each dim whether the options name it. Without options, every dim of 1 is squeezed.
Result<std::vector<bool>> SqueezedAxes(const abi::TfLiteSqueezeParams& params, const ir::Shape& input) {
  std::vector<bool> squeezed(input.dims().size(), false);
  if (params.num_squeeze_dims == 0) {
    if (input.has_unknown()) return NeedsValues("which dims of " + input.ToString() + " are 1 is open");
    for (size_t axis = 0; axis < squeezed.size(); ++axis) squeezed[axis] = input.dims()[axis] == 1;
    return squeezed;
  }
  const auto limit = static_cast<int>(std::size(params.squeeze_dims));
  if (params.num_squeeze_dims < 0 || params.num_squeeze_dims > limit) {
    return InvalidArgument("squeeze_dims has " + std::to_string(params.num_squeeze_dims) +
                           " values, expected at most " + std::to_string(limit));
  }
  for (int index = 0; index < params.num_squeeze_dims; ++index) {
    LITEVK_ASSIGN_OR_RETURN(const int axis, ir::ResolveAxis(params.squeeze_dims[index], input.rank()));
    if (!ir::MayEqual(input[axis], 1)) {
      return InvalidArgument("dim " + std::to_string(axis) + " is " + std::to_string(input[axis]) +
                             ", expected 1 to squeeze it");
    }
    squeezed[static_cast<size_t>(axis)] = true;
  }
  return squeezed;
}

Status InferSqueeze(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 1));
  const ir::Shape& input = query.input(0);
  if (input.rank() > kMostDims) {
    return InvalidArgument("input has " + std::to_string(input.rank()) + " dims, expected at most " +
                           std::to_string(kMostDims));
  }
  LITEVK_ASSIGN_OR_RETURN(const std::vector<bool> squeezed,
                          SqueezedAxes(query.params.As<abi::TfLiteSqueezeParams>(), input));
  std::vector<int64_t> dims;
  for (size_t axis = 0; axis < squeezed.size(); ++axis) {
    if (!squeezed[axis]) dims.push_back(input.dims()[axis]);
  }
  return ir::SetOutput(query, dims);
}

void FillParams(const schema::SqueezeOptions& options, abi::TfLiteSqueezeParams& params,
                OptionsReader& reader) {
  params.num_squeeze_dims = reader.ReadInts(options.squeeze_dims(), params.squeeze_dims, "dims");
}

}  // namespace

extern const OpInfo kOpInfo_squeeze = {
    .op_code = abi::kTfLiteBuiltinSqueeze,
    .name = "SQUEEZE",
    .stem = "squeeze",
    .versions =
        {
            {1, "1.6.0", "every type but string"},
            {2, "2.5.0", "string"},
        },
    .needed_version = ByInput<0, When{STRING, 2}>,
    .params = ParamsOf<FillParams>(),
    .types = {{.element = kMovable | ir::DataType::kComplex64 | kPacked,
               .inputs = {kT},
               .outputs = {kT},
               .quantized = Quantized::kMoved}},
    .infer_shapes = InferSqueeze,
    .operands = {{"input"}, {"output"}},
    .numeric_class = {NumericKind::kExact},
    .layout = {.role = LayoutRole::kTerminate, .keeps_elements = true},
    .cost = AliasCost,
    .describe = DescribeShape,
};

}  // namespace litevk
