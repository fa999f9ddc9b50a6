/* Runs a model with the operator Atan on the GPU: atan_gpu_c MODEL. The operator is this program's own, and
 * no kernel for the CPU is there. */
#include <stdio.h>

#include "atan_gpu.h"
#include "litevk/litevk_delegate.h"
#include "litevk/litevk_runtime.h"

enum { kErrorSize = 1024 };

static int Complain(const char* message) {
  fprintf(stderr, "%s\n", message);
  return 1;
}

static void Print(const char* message) { fprintf(stderr, "%s\n", message); }

static int Run(LitevkInterpreter* interpreter) {
  LitevkTensor* x = LitevkInterpreterGetInputTensor(interpreter, 0);
  const LitevkTensor* y = LitevkInterpreterGetOutputTensor(interpreter, 0);
  size_t count = 0;
  size_t i = 0;
  if (LitevkInterpreterAllocateTensors(interpreter) != kLitevkOk) {
    return Complain(LitevkInterpreterGetError(interpreter));
  }
  count = LitevkTensorGetByteSize(x) / sizeof(float);
  for (i = 0; i < count; ++i) ((float*)LitevkTensorGetData(x))[i] = (float)i;
  if (LitevkInterpreterInvoke(interpreter) != kLitevkOk) {
    return Complain(LitevkInterpreterGetError(interpreter));
  }
  for (i = 0; i < count; ++i) printf("%g\n", (double)((const float*)LitevkTensorGetData(y))[i]);
  return 0;
}

static int RunModel(const LitevkModel* model, struct TfLiteDelegate* delegate) {
  char error[kErrorSize] = "";
  int result = 1;
  LitevkInterpreterOptions* options = LitevkInterpreterOptionsCreate();
  LitevkInterpreter* interpreter = NULL;
  LitevkInterpreterOptionsSetAllowUnresolved(options, true);
  LitevkInterpreterOptionsAddDelegate(options, delegate);
  interpreter = LitevkInterpreterCreate(model, options, error, kErrorSize);
  result = interpreter == NULL ? Complain(error) : Run(interpreter);
  LitevkInterpreterDelete(interpreter);
  LitevkInterpreterOptionsDelete(options);
  return result;
}

int main(int argc, char** argv) {
  char error[kErrorSize] = "";
  char message[LITEVK_GPU_MESSAGE_BYTES] = "";
  int result = 1;
  LitevkModel* model = argc < 2 ? NULL : LitevkModelCreateFromFile(argv[1], error, kErrorSize);
  struct TfLiteDelegate* delegate = NULL;
  if (model == NULL) return Complain(argc < 2 ? "usage: atan_gpu_c MODEL" : error);
  if (LitevkAddGpuOp(&kAtanGpuOp, message) != 0) {
    result = Complain(message);
  } else if ((delegate = tflite_plugin_create_delegate(NULL, NULL, 0, Print)) != NULL) {
    result = RunModel(model, delegate);
    tflite_plugin_destroy_delegate(delegate);
  }
  LitevkModelDelete(model);
  return result;
}
