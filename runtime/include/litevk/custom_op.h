/* Helpers for the author of a custom operator, in addition to TFLite's C ABI: the registration of a library's
 * operators with an interpreter, and functions for a node's tensors. Everything is inline, so no library is
 * needed. docs/CUSTOM_OPS.md explains how to write an operator; runtime/examples/atan is an example.
 *
 * The convention: a shared library of custom operators exports one function,
 *
 *   LITEVK_CUSTOM_OPS_EXPORT TfLiteStatus LitevkRegisterCustomOps(const LitevkOpRegistrar* registrar) {
 *     return registrar->add_custom(registrar, "Atan", &kAtanRegistration, 1, 1);
 *   }
 *
 * LitevkInterpreterOptionsLoadCustomOps() and the runner's --custom-op-library open the library and call
 * it. The library stays loaded until the process ends.
 */
#ifndef LITEVK_CUSTOM_OP_H_
#define LITEVK_CUSTOM_OP_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "litevk/tflite_c_abi.h"

#if defined(__GNUC__)
#define LITEVK_CUSTOM_OPS_VISIBLE __attribute__((visibility("default")))
#else
#define LITEVK_CUSTOM_OPS_VISIBLE
#endif
#ifdef __cplusplus
#define LITEVK_CUSTOM_OPS_EXPORT extern "C" LITEVK_CUSTOM_OPS_VISIBLE
#else
#define LITEVK_CUSTOM_OPS_EXPORT LITEVK_CUSTOM_OPS_VISIBLE
#endif

/* NOLINTBEGIN(modernize-use-nullptr): C has no nullptr. */
#ifdef __cplusplus
extern "C" {
#endif

/* Receives a library's operators. Both functions copy the registration and add it for the versions from
 * min_version to max_version, replacing earlier ones. They fail with kTfLiteApplicationError for a null
 * pointer or an empty range. */
typedef struct LitevkOpRegistrar {
  void* user_data; /* belongs to the caller */
  TfLiteStatus (*add_custom)(const struct LitevkOpRegistrar* registrar, const char* name,
                             const TfLiteRegistration* registration, int min_version, int max_version);
  /* `builtin_code` is a code of the model format: 0 is ADD. */
  TfLiteStatus (*add_builtin)(const struct LitevkOpRegistrar* registrar, int builtin_code,
                              const TfLiteRegistration* registration, int min_version, int max_version);
} LitevkOpRegistrar;

/* The exported function and its name. Any result other than kTfLiteOk makes the loading fail. */
typedef TfLiteStatus (*LitevkRegisterCustomOpsFunction)(const LitevkOpRegistrar* registrar);
#define LITEVK_REGISTER_CUSTOM_OPS_NAME "LitevkRegisterCustomOps"

/* ---- A node's tensors. Null if the node has no such tensor or omits it. A pointer is valid until tensors
 * are added: fetch it again in each callback. ---- */

static inline TfLiteTensor* LitevkNodeTensor(TfLiteContext* context, const TfLiteIntArray* ids, int index) {
  if (ids == NULL || index < 0 || index >= ids->size || ids->data[index] < 0) return NULL;
  return &context->tensors[ids->data[index]];
}

static inline const TfLiteTensor* LitevkNodeInput(TfLiteContext* context, const TfLiteNode* node, int index) {
  return LitevkNodeTensor(context, node->inputs, index);
}

static inline TfLiteTensor* LitevkNodeOutput(TfLiteContext* context, const TfLiteNode* node, int index) {
  return LitevkNodeTensor(context, node->outputs, index);
}

static inline TfLiteTensor* LitevkNodeTemporary(TfLiteContext* context, const TfLiteNode* node, int index) {
  return LitevkNodeTensor(context, node->temporaries, index);
}

/* Returns the number of elements; 1 for a scalar. */
static inline int64_t LitevkNumElements(const TfLiteTensor* tensor) {
  int64_t count = 1;
  int i = 0;
  for (i = 0; tensor->dims != NULL && i < tensor->dims->size; ++i) count *= tensor->dims->data[i];
  return count;
}

/* ---- Arrays of ints: shapes and ids. ---- */

/* Returns null if memory runs out. The values are not initialized. */
static inline TfLiteIntArray* LitevkIntArrayCreate(int size) {
  const size_t bytes = sizeof(TfLiteIntArray) + sizeof(int) * (size_t)size;
  TfLiteIntArray* array = size < 0 ? NULL : (TfLiteIntArray*)malloc(bytes);
  if (array != NULL) array->size = size;
  return array;
}

static inline TfLiteIntArray* LitevkIntArrayCopy(const TfLiteIntArray* source) {
  TfLiteIntArray* array = source == NULL ? NULL : LitevkIntArrayCreate(source->size);
  if (array != NULL) memcpy(array->data, source->data, sizeof(int) * (size_t)source->size);
  return array;
}

/* In prepare: gives `tensor` the shape of `like`. */
static inline TfLiteStatus LitevkResizeLike(TfLiteContext* context, TfLiteTensor* tensor,
                                            const TfLiteTensor* like) {
  TfLiteIntArray* dims = LitevkIntArrayCopy(like->dims);
  if (dims == NULL) return kTfLiteError;
  return context->ResizeTensor(context, tensor, dims); /* takes ownership of dims */
}

/* In prepare: makes `count` tensors from `first` on, which AddTensors returned in init, the node's
 * temporaries. They belong to the node and are freed with it. */
static inline TfLiteStatus LitevkSetTemporaries(TfLiteNode* node, int first, int count) {
  int i = 0;
  TfLiteIntArray* ids = LitevkIntArrayCreate(count);
  if (ids == NULL) return kTfLiteError;
  for (i = 0; i < count; ++i) ids->data[i] = first + i;
  free(node->temporaries);
  node->temporaries = ids;
  return kTfLiteOk;
}

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-nullptr) */

#endif /* LITEVK_CUSTOM_OP_H_ */
