#include "runtime/opset/ops/reduce_window.h"

#include <string>

#include "kernels_ref/common/window_reduction.h"
#include "kernels_ref/support/kernel_row.h"
#include "kernels_ref/support/stored_inputs.h"
#include "runtime/opset/dispatch.h"
#include "runtime/opset/quantized/wrapping.h"

namespace litevk::ref {
namespace {

// Calls run(fn) with the function for the code, a TfLiteReduceWindowFunction. If one operand is a NaN,
// maximum and minimum return the second, as in TFLite.
template <typename T, typename Run>
Status WithFunction(int code, Run run) {
  switch (code) {
    case abi::kTfLiteReduceWindowFunctionAdd:
      return run([](T a, T b) { return WrappingAdd(a, b); });
    case abi::kTfLiteReduceWindowFunctionMul:
      return run([](T a, T b) { return WrappingMultiply(a, b); });
    case abi::kTfLiteReduceWindowFunctionMin:
      return run([](T a, T b) { return a <= b ? a : b; });
    case abi::kTfLiteReduceWindowFunctionMax:
      return run([](T a, T b) { return a >= b ? a : b; });
    case abi::kTfLiteReduceWindowFunctionAll:
      return run([](T a, T b) { return static_cast<T>(a != T{0} && b != T{0}); });
    case abi::kTfLiteReduceWindowFunctionAny:
      return run([](T a, T b) { return static_cast<T>(a != T{0} || b != T{0}); });
    default:
      return Internal("no code for the reduce function " + std::to_string(code));
  }
}

template <typename T>
Status Run(const KernelArgs& args) {
  StoredInputs stored(args);
  LITEVK_ASSIGN_OR_RETURN(const ReductionWindow window, ReadReductionWindow(stored.query()));
  const WindowSteps steps = {ir::Shape(std::vector<int>(window.dims.begin(), window.dims.end())),
                             window.strides, window.dilations};
  const int code = args.params.As<abi::TfLiteReduceWindowParams>().reduce_function;
  return WithFunction<T>(code, [&](auto fn) {
    ReduceWindows(args.inputs[0].data<T>(), args.inputs[0].dims(), steps, *args.inputs[1].data<T>(),
                  args.outputs[0].data<T>(), args.outputs[0].dims(), fn);
    return Status();
  });
}

}  // namespace

// Computes bools as bytes, as TFLite does.
static Status ReduceWindow(const KernelArgs& args) {
  const ir::DataType type = args.inputs[0].type();
  return ForType<float, double, int8_t, uint8_t, int16_t, int32_t, int64_t>(
      type == ir::DataType::kBool ? ir::DataType::kInt8 : type, [&]<typename T>(T) { return Run<T>(args); });
}

}  // namespace litevk::ref

LITEVK_KERNEL_ROW(reduce_window, &ReduceWindow)
