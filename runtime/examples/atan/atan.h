/* The custom operator Atan: y = atan(x + offset), float32, with `offset` in the operator's options. */
#ifndef ATAN_H_
#define ATAN_H_

#include "litevk/tflite_c_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const TfLiteRegistration kAtanRegistration;

#ifdef __cplusplus
}
#endif

#endif /* ATAN_H_ */
