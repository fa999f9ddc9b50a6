#include <algorithm>
#include <string>

#include "kernels_ref/support/dispatch.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/wrapping.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {

static Status InferAddN(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& first = query.input(0);
  for (size_t index = 1; index < query.inputs.size(); ++index) {
    const ir::Shape& dims = query.inputs[index]->dims;
    if (dims == first) continue;
    return InvalidArgument("input " + std::to_string(index) + " has dims " + dims.ToString() +
                           ", expected those of input 0, " + first.ToString());
  }
  return ir::SameAsInput(query);
}

static Status AddN(const KernelArgs& args) {
  return ForType<float, int32_t>(args.outputs[0].type(), [&]<typename T>(T) {
    const int64_t count = args.outputs[0].dims().NumElements();
    T* output = args.outputs[0].data<T>();
    std::copy_n(args.inputs[0].data<T>(), count, output);
    for (const ConstView& input : args.inputs.subspan(1)) {
      const T* values = input.data<T>();
      for (int64_t index = 0; index < count; ++index)
        output[index] = WrappingAdd(output[index], values[index]);
    }
    return Status();
  });
}

const KernelRow kKernelRow_add_n = {
    .op_code = abi::kTfLiteBuiltinAddN,
    .types = {{.element = {ir::DataType::kFloat32, ir::DataType::kInt32},
               .inputs = {kT, kT},
               .outputs = {kT},
               .variadic = true}},
    .infer_shapes = &InferAddN,
    .run = &AddN,
};

}  // namespace litevk::ref
