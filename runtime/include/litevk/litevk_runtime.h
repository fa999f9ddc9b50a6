/* litevk runtime: loads and runs TFLite models with no TFLite installed.
 *
 *   LitevkModel* model = LitevkModelCreateFromFile("model.tflite", error, sizeof error);
 *   LitevkInterpreter* interpreter = LitevkInterpreterCreate(model, NULL, error, sizeof error);
 *   LitevkInterpreterAllocateTensors(interpreter);
 *   LitevkTensorCopyFromBuffer(LitevkInterpreterGetInputTensor(interpreter, 0), pixels, bytes);
 *   LitevkInterpreterInvoke(interpreter);
 *   LitevkTensorCopyToBuffer(LitevkInterpreterGetOutputTensor(interpreter, 0), scores, bytes);
 *
 * Ownership: the creator of an object deletes it. Delete functions accept null. Strings and tensors that a
 * function returns belong to the object from which they come.
 *
 * Threads: make an interpreter for each thread. Threads may share models and options that are not changed any
 * more. Several threads may use one interpreter in turn, if each holds a lock of the program's own from
 * setting the inputs to reading the outputs.
 * Without such a lock, no thread gets another thread's results. Calls fail with a diagnostic while another
 * thread's call is running. They also fail in a thread that has set a tensor if another thread has set that
 * tensor since. The thread recovers when it sets the tensor again. A thread that sets nothing may invoke and
 * read for others.
 * Accesses through a pointer of LitevkTensorGetData are only noticed at that call. LitevkInterpreterCancel
 * may be called at any time.
 *
 * Errors: functions that can fail return a LitevkStatus, or null with a diagnostic in `error`. That buffer
 * has `error_size` bytes, to which the diagnostic is truncated; both may be null and 0.
 * LitevkInterpreterGetError returns the diagnostic of the calling thread's last failure.
 */
#ifndef LITEVK_LITEVK_RUNTIME_H_
#define LITEVK_LITEVK_RUNTIME_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LITEVK_RUNTIME_EXPORT __attribute__((visibility("default")))
#else
#define LITEVK_RUNTIME_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LitevkModel LitevkModel;
typedef struct LitevkInterpreterOptions LitevkInterpreterOptions;
typedef struct LitevkInterpreter LitevkInterpreter;
typedef struct LitevkTensor LitevkTensor; /* one tensor of one interpreter */
/* TFLite's own structs. Programs without TFLite headers use the declarations in litevk/tflite_c_abi.h. */
struct TfLiteTensor;
struct TfLiteDelegate;
struct TfLiteRegistration;

/* Returns the library's version, "0.1.0". */
LITEVK_RUNTIME_EXPORT const char* LitevkRuntimeVersion(void);

/* Values of TfLiteStatus. */
typedef enum LitevkStatus {
  kLitevkOk = 0,
  kLitevkError = 1,            /* the model or a kernel failed */
  kLitevkDelegateError = 2,    /* the delegate failed; the interpreter's plan is unchanged */
  kLitevkApplicationError = 3, /* a call with wrong arguments or at the wrong time; nothing changed */
  kLitevkCancelled = 8
} LitevkStatus;

/* Convert between codes and names of the builtin operators, as the model format spells them: "CONV_2D" is 3.
 * Return null and -1 for unknown ones. */
LITEVK_RUNTIME_EXPORT const char* LitevkBuiltinName(int builtin_code);
LITEVK_RUNTIME_EXPORT int LitevkBuiltinCode(const char* name);

/* ---- Models. One may be deleted while interpreters use it: they keep what they need. ---- */

/* Maps the file and verifies it. Returns null with a diagnostic if it cannot be read or breaks the format. */
LITEVK_RUNTIME_EXPORT LitevkModel* LitevkModelCreateFromFile(const char* path, char* error,
                                                             size_t error_size);
/* `bytes` are not copied and must outlive the model and its interpreters. */
LITEVK_RUNTIME_EXPORT LitevkModel* LitevkModelCreate(const void* bytes, size_t size, char* error,
                                                     size_t error_size);
LITEVK_RUNTIME_EXPORT void LitevkModelDelete(LitevkModel* model);
/* Returns a version such as "2.14.0"; empty if the model does not state one. */
LITEVK_RUNTIME_EXPORT const char* LitevkModelGetMinRuntimeVersion(const LitevkModel* model);
/* Returns the metadata entry of that name, which lives as long as the model. False if the model has none. */
LITEVK_RUNTIME_EXPORT bool LitevkModelGetMetadata(const LitevkModel* model, const char* name,
                                                  const void** bytes, size_t* size);

/* ---- Options. Without any (null), an interpreter has one thread and the builtin operators. ---- */

LITEVK_RUNTIME_EXPORT LitevkInterpreterOptions* LitevkInterpreterOptionsCreate(void);
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsDelete(LitevkInterpreterOptions* options);
/* Threads that the CPU kernels of the interpreter may use, the caller's included. As in TFLite, -1 and 0
   are one thread, and LitevkInterpreterCreate fails below -1. Threads sleep between runs, and are fewer while
   other interpreters use the cores. Results do not depend on their number. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsSetNumThreads(LitevkInterpreterOptions* options,
                                                                 int num_threads);
/* Models with unregistered operators load. Invoke fails unless a delegate claims these operators. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsSetAllowUnresolved(LitevkInterpreterOptions* options,
                                                                      bool allow);
/* Intermediate tensors keep their values after Invoke. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsSetPreserveAllTensors(LitevkInterpreterOptions* options,
                                                                         bool preserve);
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsSetEnableProfiling(LitevkInterpreterOptions* options,
                                                                      bool enable);
/* `report` receives every message (errors, delegates' warnings), one at a time, on the calling thread. Null,
 * the default: messages are only kept for LitevkInterpreterGetError. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsSetErrorReporter(
    LitevkInterpreterOptions* options, void (*report)(void* user_data, const char* message), void* user_data);
/* Delegates are applied in the order of these calls, in LitevkInterpreterCreate. They are not owned and must
 * outlive the interpreter. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterOptionsAddDelegate(LitevkInterpreterOptions* options,
                                                               struct TfLiteDelegate* delegate);
/* Add operators. litevk/tflite_c_abi.h has the structs, litevk/custom_op.h helpers for an operator's author,
 * and docs/CUSTOM_OPS.md the instructions. Registrations are copied for each version from min_version to
 * max_version. Later ones override earlier ones and the builtin kernels. Fail for a null pointer or an empty
 * range. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterOptionsAddBuiltin(
    LitevkInterpreterOptions* options, int builtin_code, const struct TfLiteRegistration* registration,
    int min_version, int max_version);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterOptionsAddCustom(
    LitevkInterpreterOptions* options, const char* name, const struct TfLiteRegistration* registration,
    int min_version, int max_version);
/* Opens a shared library of custom operators (litevk/custom_op.h) and adds its operators. It stays loaded
 * until the process ends. A path without a slash is searched like any other library's. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterOptionsLoadCustomOps(LitevkInterpreterOptions* options,
                                                                         const char* path, char* error,
                                                                         size_t error_size);

/* ---- Interpreters ---- */

/* Creates an interpreter. Null options mean the defaults. Fails for an unregistered operator, or if a
 * delegate of the options fails. */
LITEVK_RUNTIME_EXPORT LitevkInterpreter* LitevkInterpreterCreate(const LitevkModel* model,
                                                                 const LitevkInterpreterOptions* options,
                                                                 char* error, size_t error_size);
LITEVK_RUNTIME_EXPORT void LitevkInterpreterDelete(LitevkInterpreter* interpreter);
/* Returns the diagnostic of the calling thread's last call that returned a status for this interpreter or one
 * of its tensors. Empty if it succeeded. Valid until the next such call. */
LITEVK_RUNTIME_EXPORT const char* LitevkInterpreterGetError(const LitevkInterpreter* interpreter);

LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetInputCount(const LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetOutputCount(const LitevkInterpreter* interpreter);
/* Return null if the index is out of range. Every call returns the same pointer, which is valid until the
 * interpreter is deleted. The tensor's data and dims change with AllocateTensors and Invoke. */
LITEVK_RUNTIME_EXPORT LitevkTensor* LitevkInterpreterGetInputTensor(const LitevkInterpreter* interpreter,
                                                                    int input);
LITEVK_RUNTIME_EXPORT const LitevkTensor* LitevkInterpreterGetOutputTensor(
    const LitevkInterpreter* interpreter, int output);
/* Sets new dims, which take effect at the next AllocateTensors. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterResizeInputTensor(LitevkInterpreter* interpreter,
                                                                      int input, const int* dims,
                                                                      int dims_count);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterAllocateTensors(LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterInvoke(LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterResetVariableTensors(LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterModifyGraphWithDelegate(LitevkInterpreter* interpreter,
                                                                            struct TfLiteDelegate* delegate);
/* Makes the running Invoke, or the next one if none is running, stop before its next node with
 * kLitevkCancelled. Later ones run again. Safe from any thread. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterCancel(LitevkInterpreter* interpreter);
/* Reserves the interpreter for the calling thread until the matching Unlock. Meanwhile, other threads' calls
 * that return a status fail, and their other calls wait. Fails while another thread uses the interpreter. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterTryLock(LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT void LitevkInterpreterUnlock(LitevkInterpreter* interpreter);

/* Access every tensor of the primary subgraph by its index in the model. Intermediate tensors only have a
 * value if all tensors are preserved. */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetTensorCount(const LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT LitevkTensor* LitevkInterpreterGetTensor(const LitevkInterpreter* interpreter,
                                                               int index);

/* Access the tensors of any subgraph. Subgraph 0 is the primary one; others belong to control flow and
 * signatures. Return 0 and null for an index out of range. */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSubgraphCount(const LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSubgraphTensorCount(const LitevkInterpreter* interpreter,
                                                                  int subgraph);
LITEVK_RUNTIME_EXPORT LitevkTensor* LitevkInterpreterGetSubgraphTensor(const LitevkInterpreter* interpreter,
                                                                       int subgraph, int index);

/* Return the tensor index in the model of an input or output; -1 if it is out of range. */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetInputTensorIndex(const LitevkInterpreter* interpreter,
                                                               int input);
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetOutputTensorIndex(const LitevkInterpreter* interpreter,
                                                                int output);

/* The nodes of the primary subgraph's current execution plan, in order; a delegate's partition is one node.
 */
typedef struct LitevkNodeInfo {
  int node_index;      /* in the subgraph */
  const char* op_name; /* "CONV_2D", a custom operator's or a delegate's name */
  int version;
  const int* inputs; /* tensor indices; -1: absent */
  int input_count;
  const int* outputs;
  int output_count;
  bool is_delegated;       /* a delegate's kernel */
  int64_t profiled_runs;   /* 0 unless profiling is on */
  double profiled_seconds; /* total of these runs */
} LitevkNodeInfo;
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetNodeCount(const LitevkInterpreter* interpreter);
/* The pointers in `info` are valid until the next call that changes the plan: AllocateTensors, Invoke,
 * ModifyGraphWithDelegate. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterGetNodeInfo(const LitevkInterpreter* interpreter,
                                                                int position, LitevkNodeInfo* info);
/* Sets profiled_runs and profiled_seconds of every node to 0. */
LITEVK_RUNTIME_EXPORT void LitevkInterpreterResetProfile(LitevkInterpreter* interpreter);

/* Signatures: named entry points with named inputs and outputs. Functions return null, 0 or
 * kLitevkApplicationError for an unknown key or name. Most models have one signature, which runs the primary
 * subgraph. Other signatures' subgraphs can only be allocated and run by the functions below. */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSignatureCount(const LitevkInterpreter* interpreter);
LITEVK_RUNTIME_EXPORT const char* LitevkInterpreterGetSignatureKey(const LitevkInterpreter* interpreter,
                                                                   int signature);
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSignatureInputCount(const LitevkInterpreter* interpreter,
                                                                  const char* key);
LITEVK_RUNTIME_EXPORT const char* LitevkInterpreterGetSignatureInputName(const LitevkInterpreter* interpreter,
                                                                         const char* key, int input);
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSignatureOutputCount(const LitevkInterpreter* interpreter,
                                                                   const char* key);
LITEVK_RUNTIME_EXPORT const char* LitevkInterpreterGetSignatureOutputName(
    const LitevkInterpreter* interpreter, const char* key, int output);
LITEVK_RUNTIME_EXPORT LitevkTensor* LitevkInterpreterGetSignatureInput(const LitevkInterpreter* interpreter,
                                                                       const char* key, const char* name);
LITEVK_RUNTIME_EXPORT const LitevkTensor* LitevkInterpreterGetSignatureOutput(
    const LitevkInterpreter* interpreter, const char* key, const char* name);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterResizeSignatureInput(LitevkInterpreter* interpreter,
                                                                         const char* key, const char* name,
                                                                         const int* dims, int dims_count);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterAllocateSignature(LitevkInterpreter* interpreter,
                                                                      const char* key);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterInvokeSignature(LitevkInterpreter* interpreter,
                                                                    const char* key);
/* Access the subgraph that a signature runs, like the functions above for the primary one: its nodes, and its
 * tensors by their index in the model. */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSignatureSubgraph(const LitevkInterpreter* interpreter,
                                                                const char* key); /* -1: no such signature */
LITEVK_RUNTIME_EXPORT int LitevkInterpreterGetSignatureNodeCount(const LitevkInterpreter* interpreter,
                                                                 const char* key);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkInterpreterGetSignatureNodeInfo(const LitevkInterpreter* interpreter,
                                                                         const char* key, int position,
                                                                         LitevkNodeInfo* info);
LITEVK_RUNTIME_EXPORT LitevkTensor* LitevkInterpreterGetSignatureTensor(const LitevkInterpreter* interpreter,
                                                                        const char* key, int index);

/* ---- Tensors ---- */

/* Returns TFLite's own struct, for properties that the functions below do not return. Null if CheckThread
 * fails. Valid until the interpreter's next call. */
LITEVK_RUNTIME_EXPORT const struct TfLiteTensor* LitevkTensorGetTfLiteTensor(const LitevkTensor* tensor);

/* Returns a TfLiteType: 1 float32, 2 int32, 3 uint8, 4 int64, 5 string, 6 bool, 7 int16, 9 int8, 10 float16,
 * ... */
LITEVK_RUNTIME_EXPORT int LitevkTensorGetType(const LitevkTensor* tensor);
LITEVK_RUNTIME_EXPORT const char* LitevkTensorGetName(const LitevkTensor* tensor);
/* Returns the tensor's index in its subgraph of the model. */
LITEVK_RUNTIME_EXPORT int LitevkTensorGetIndex(const LitevkTensor* tensor);
/* Return the dims, outermost first; 0 dims for a scalar. */
LITEVK_RUNTIME_EXPORT int LitevkTensorGetDimCount(const LitevkTensor* tensor);
LITEVK_RUNTIME_EXPORT int LitevkTensorGetDim(const LitevkTensor* tensor, int index);
/* Like GetDim, but -1 for a dim that the model leaves open, whatever its current size. */
LITEVK_RUNTIME_EXPORT int LitevkTensorGetSignatureDim(const LitevkTensor* tensor, int index);
LITEVK_RUNTIME_EXPORT size_t LitevkTensorGetByteSize(const LitevkTensor* tensor);
/* Returns null before AllocateTensors, for tensors that are only on a delegate's device, and if CheckThread
 * fails. An input then counts as set by the calling thread. Valid until the next call. */
LITEVK_RUNTIME_EXPORT void* LitevkTensorGetData(const LitevkTensor* tensor);
/* Fails if the calling thread may not read the tensor: "Threads" above. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkTensorCheckThread(const LitevkTensor* tensor);
/* True if the tensor is a part of the model, whose memory must not be written. */
LITEVK_RUNTIME_EXPORT bool LitevkTensorIsConstant(const LitevkTensor* tensor);
/* Return scale and zero point of a tensor that is quantized per tensor; 0 and 0 for any other. */
LITEVK_RUNTIME_EXPORT float LitevkTensorGetScale(const LitevkTensor* tensor);
LITEVK_RUNTIME_EXPORT int LitevkTensorGetZeroPoint(const LitevkTensor* tensor);
/* All quantization parameters. A tensor quantized per tensor has one scale and zero point, others one for
 * each index of dim `channel_axis`. Blocks of rows have float16 scales. The arrays belong to the tensor. */
typedef struct LitevkQuantization {
  const float* scales;
  const int* zero_points; /* `count` of them, or 1 for all */
  int count;              /* 0: not quantized */
  int zero_point_count;
  int channel_axis;
  int block_size; /* 0: no blocks */
  int block_count;
  const uint16_t* block_scales;
} LitevkQuantization;
LITEVK_RUNTIME_EXPORT LitevkQuantization LitevkTensorGetQuantization(const LitevkTensor* tensor);
/* The storage of a sparse tensor, in the model format's terms. The arrays belong to the tensor. */
typedef struct LitevkSparsity {
  const int* traversal_order;
  int traversal_order_count;
  const int* block_map;
  int block_map_count;
  int dim_count; /* 0: a dense tensor */
} LitevkSparsity;
typedef struct LitevkSparseDim {
  bool is_sparse; /* compressed: segments and indices; otherwise only dense_size */
  int dense_size;
  const int* segments;
  int segment_count;
  const int* indices;
  int index_count;
} LitevkSparseDim;
LITEVK_RUNTIME_EXPORT LitevkSparsity LitevkTensorGetSparsity(const LitevkTensor* tensor);
/* Returns one of dim_count dims; kLitevkApplicationError for an index out of range. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkTensorGetSparseDim(const LitevkTensor* tensor, int index,
                                                            LitevkSparseDim* dim);
/* `size` must be the tensor's byte size, except for string tensors. These take any packed form (int32 count,
 * count + 1 int32 offsets, characters) with as many strings as the tensor has elements. */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkTensorCopyFromBuffer(LitevkTensor* tensor, const void* data,
                                                              size_t size);
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkTensorCopyToBuffer(const LitevkTensor* tensor, void* data,
                                                            size_t size);
/* Return strings, one per element in row-major order; 0 and null for other tensors. They have a length and no
 * terminating zero. */
LITEVK_RUNTIME_EXPORT int LitevkTensorGetStringCount(const LitevkTensor* tensor);
LITEVK_RUNTIME_EXPORT const char* LitevkTensorGetString(const LitevkTensor* tensor, int index,
                                                        size_t* length);
/* Null `lengths` mean that the strings are zero-terminated. `count` must be the tensor's number of elements.
 */
LITEVK_RUNTIME_EXPORT LitevkStatus LitevkTensorSetStrings(LitevkTensor* tensor, const char* const* strings,
                                                          const size_t* lengths, int count);

#ifdef __cplusplus
}
#endif

#endif /* LITEVK_LITEVK_RUNTIME_H_ */
