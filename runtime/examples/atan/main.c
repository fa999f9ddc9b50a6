/* Runs a model with the operator Atan, in C: atan_c MODEL [LIBRARY]. With a LIBRARY of custom operators it
 * comes from there, else from this program itself. */
#include <stdio.h>

#include "atan.h"
#include "litevk/litevk_runtime.h"

enum { kErrorSize = 1024 };

static int Complain(const char* message) {
  fprintf(stderr, "%s\n", message);
  return 1;
}

static int Run(LitevkInterpreter* interpreter) {
  LitevkTensor* x = LitevkInterpreterGetInputTensor(interpreter, 0);
  float* values = NULL;
  size_t count = 0;
  size_t i = 0;
  const LitevkTensor* y = LitevkInterpreterGetOutputTensor(interpreter, 0);
  if (LitevkInterpreterAllocateTensors(interpreter) != kLitevkOk) {
    return Complain(LitevkInterpreterGetError(interpreter));
  }
  values = (float*)LitevkTensorGetData(x);
  count = LitevkTensorGetByteSize(x) / sizeof(float);
  for (i = 0; i < count; ++i) values[i] = (float)i;
  if (LitevkInterpreterInvoke(interpreter) != kLitevkOk) {
    return Complain(LitevkInterpreterGetError(interpreter));
  }
  for (i = 0; i < count; ++i) printf("%g\n", (double)((const float*)LitevkTensorGetData(y))[i]);
  return 0;
}

static LitevkStatus AddOps(LitevkInterpreterOptions* options, const char* library, char* error) {
  if (library != NULL) return LitevkInterpreterOptionsLoadCustomOps(options, library, error, kErrorSize);
  return LitevkInterpreterOptionsAddCustom(options, "Atan", &kAtanRegistration, 1, 1);
}

int main(int argc, char** argv) {
  char error[kErrorSize] = "";
  int result = 1;
  LitevkModel* model = argc < 2 ? NULL : LitevkModelCreateFromFile(argv[1], error, kErrorSize);
  LitevkInterpreterOptions* options = LitevkInterpreterOptionsCreate();
  LitevkInterpreter* interpreter = NULL;
  if (argc < 2) {
    result = Complain("usage: atan_c MODEL [LIBRARY]");
  } else if (model == NULL || AddOps(options, argc > 2 ? argv[2] : NULL, error) != kLitevkOk) {
    result = Complain(error);
  } else {
    interpreter = LitevkInterpreterCreate(model, options, error, kErrorSize);
    result = interpreter == NULL ? Complain(error) : Run(interpreter);
  }
  LitevkInterpreterDelete(interpreter);
  LitevkInterpreterOptionsDelete(options);
  LitevkModelDelete(model);
  return result;
}
