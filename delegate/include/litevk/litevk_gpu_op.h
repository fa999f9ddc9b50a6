/* Operators of a user's own on the GPU: the compute shader (SPIR-V) and two functions that say how to start
 * it. docs/CUSTOM_OPS.md tells how to write one; delegate/examples/scale is one. C99; it needs no library.
 *
 * A custom operator of a model is found by its name. litevk then runs it as one dispatch of the user's
 * shader, on the same buffers and in the same command buffer as its own operators, and fuses it with nothing.
 *
 * There are two ways to hand operators over. A shared library exports one function,
 *
 *   LITEVK_GPU_OPS_EXPORT int LitevkRegisterGpuOps(const LitevkGpuOpRegistrar* registrar) {
 *     return registrar->add(registrar, &kScale);
 *   }
 *
 * and the delegate's option gpu_op_library names it, which also works from Python and for programs that know
 * nothing of it. A program that links liblitevk.so calls LitevkAddGpuOp instead.
 */
#ifndef LITEVK_LITEVK_GPU_OP_H_
#define LITEVK_LITEVK_GPU_OP_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LITEVK_GPU_OPS_VISIBLE __attribute__((visibility("default")))
#else
#define LITEVK_GPU_OPS_VISIBLE
#endif
#ifdef __cplusplus
#define LITEVK_GPU_OPS_EXPORT extern "C" LITEVK_GPU_OPS_VISIBLE
#else
#define LITEVK_GPU_OPS_EXPORT LITEVK_GPU_OPS_VISIBLE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when anything below changes its meaning or its place. A description made for another number is
 * refused with a sentence. */
#define LITEVK_GPU_OP_ABI_VERSION 1

#define LITEVK_GPU_MAX_RANK 8
#define LITEVK_GPU_MAX_PUSH_BYTES 128 /* what every device takes */
#define LITEVK_GPU_MESSAGE_BYTES 256  /* with the zero at its end */
#define LITEVK_GPU_UNKNOWN_DIM (-1)   /* a dim that the model leaves open, before the inputs have theirs */

/* Element types, with the codes of TfLiteType. Elements lie densely, in little-endian order, the last word of
 * a tensor padded: a shader without 8- or 16-bit storage reads and writes narrow ones as whole 32-bit words.
 */
typedef enum LitevkGpuType {
  kLitevkGpuFloat32 = 1,
  kLitevkGpuInt32 = 2,
  kLitevkGpuUInt8 = 3,
  kLitevkGpuInt64 = 4,
  kLitevkGpuBool = 6, /* a byte: 0 or 1 */
  kLitevkGpuInt16 = 7,
  kLitevkGpuInt8 = 9,
  kLitevkGpuFloat16 = 10,
  kLitevkGpuFloat64 = 11,
  kLitevkGpuUInt64 = 13,
  kLitevkGpuUInt32 = 16,
  kLitevkGpuUInt16 = 17
} LitevkGpuType;

/* What an input or output of the operator has to be. Quantized, sparse, variable and empty tensors are never
 * taken. */
typedef struct LitevkGpuOperand {
  int32_t type; /* LitevkGpuType */
  int32_t min_rank;
  int32_t max_rank; /* at most LITEVK_GPU_MAX_RANK */
} LitevkGpuOperand;

/* A tensor of a node. Dims are the model's, outermost first; the elements are dense, the innermost dim next
 * to each other. */
typedef struct LitevkGpuTensor {
  int32_t type; /* LitevkGpuType */
  int32_t rank;
  const int32_t* dims; /* `rank` of them */
} LitevkGpuTensor;

/* One node of a model. Everything is the caller's and valid during the call alone. */
typedef struct LitevkGpuNode {
  int32_t version; /* of the operator, as the model states it */
  int32_t num_inputs;
  int32_t num_outputs;
  const LitevkGpuTensor* inputs;
  const LitevkGpuTensor* outputs; /* infer_shapes: with the dims that the model file gives them */
  const void* options; /* the node's custom options, bytes of the model: a FlexBuffers map, as a rule */
  size_t options_bytes;
  uint32_t max_workgroups[3]; /* the device's limits along x, y and z */
} LitevkGpuNode;

/* `rank` dims, each from 0 on, or LITEVK_GPU_UNKNOWN_DIM where it depends on an unknown dim of an input. */
typedef struct LitevkGpuShape {
  int32_t rank;
  int32_t dims[LITEVK_GPU_MAX_RANK];
} LitevkGpuShape;

/* How to start the shader for one node. */
typedef struct LitevkGpuDispatch {
  uint32_t workgroups[3]; /* along x, y and z; 1 at least */
  /* Bytes of `push` that were filled: as many as the shader's push constant block has, at least. */
  uint32_t push_bytes;
  uint32_t push[LITEVK_GPU_MAX_PUSH_BYTES / 4]; /* laid out as that block: std430 */
} LitevkGpuDispatch;

typedef struct LitevkGpuOp LitevkGpuOp;

/* Both functions return 0, or anything else to refuse the node, with the reason in `message`, which has room
 * for LITEVK_GPU_MESSAGE_BYTES: one sentence in lower case, such as "the factor is missing in the options". A
 * node that is refused stays with the interpreter, and the report has the sentence.
 *
 * They are called when a model is prepared and again when inputs are resized, from any thread and from
 * several at once, and have to give the same answer to the same node. They must not throw. */
struct LitevkGpuOp {
  uint32_t abi_version;  /* LITEVK_GPU_OP_ABI_VERSION */
  uint32_t struct_bytes; /* sizeof(LitevkGpuOp) */

  const char* name;    /* as the model's custom_code spells it */
  int32_t min_version; /* of the operator, in the model; 1 unless whoever made the model chose another */
  int32_t max_version;

  /* One input at least, one output at least, eight together (devices may take more). An operator that takes
   * several types is described once for each, under one name. */
  int32_t num_inputs;
  int32_t num_outputs;
  const LitevkGpuOperand* inputs;
  const LitevkGpuOperand* outputs;

  /* A SPIR-V module of version 1.3 at most. Its descriptors are storage buffers in set 0: binding 0 is input
   * 0, and so on, then the outputs. Inputs may be constants of the model; the shader must not write them.
   * Capabilities beyond Shader: those whose features the device has (docs/CUSTOM_OPS.md). Specialization
   * constants keep their defaults. */
  const uint32_t* spirv;
  size_t spirv_bytes;      /* a multiple of 4 */
  const char* entry_point; /* null: "main" */

  /* Writes the shape of each output. Null: every output has the shape of input 0. Values of inputs are not
   * there to be read. */
  int (*infer_shapes)(const LitevkGpuOp* op, const LitevkGpuNode* node, LitevkGpuShape* outputs,
                      char* message);
  /* All dims are known. On entry workgroups are 1, and there are no push constants. */
  int (*plan)(const LitevkGpuOp* op, const LitevkGpuNode* node, LitevkGpuDispatch* dispatch, char* message);

  void* user_data; /* the caller's own, for both functions; not freed */
};

/* Where a library's operators go. `add` copies the description, the module and the names, so that they may be
 * freed; the functions have to stay, as those of a library do: it stays loaded until the process ends. It
 * returns 0, or else when the description or the module is not as stated above: litevk prints the reason,
 * takes no such operator and goes on with the others. */
typedef struct LitevkGpuOpRegistrar LitevkGpuOpRegistrar;
struct LitevkGpuOpRegistrar {
  uint32_t abi_version; /* of the caller: LITEVK_GPU_OP_ABI_VERSION when litevk was built */
  void* user_data;      /* the caller's own */
  int (*add)(const LitevkGpuOpRegistrar* registrar, const LitevkGpuOp* op);
};

/* The function that a library exports, and its name. Anything but 0 is a warning. */
typedef int (*LitevkRegisterGpuOpsFunction)(const LitevkGpuOpRegistrar* registrar);
#define LITEVK_REGISTER_GPU_OPS_NAME "LitevkRegisterGpuOps"

/* Exported by liblitevk.so: adds an operator for every delegate that this process creates from now on.
 * Returns 0, or else with the reason in `message`, which may be null and has room for
 * LITEVK_GPU_MESSAGE_BYTES. Of several descriptions that fit a node, one from the delegate's gpu_op_library
 * goes first, then the latest. Safe from any thread. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int LitevkAddGpuOp(const LitevkGpuOp* op, char* message);

#ifdef __cplusplus
}
#endif

#endif /* LITEVK_LITEVK_GPU_OP_H_ */
