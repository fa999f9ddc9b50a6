/* litevk: a TFLite / LiteRT external delegate on Vulkan.
 *
 * liblitevk.so exports these two functions, TFLite's convention for external delegates, beside that of
 * litevk_gpu_op.h and those of LiteRT's accelerator. So load_delegate() of the Python packages,
 * TfLiteExternalDelegateCreate() and the --external_delegate_path flag of TFLite's tools load it. Programs
 * that link the library may call them directly.
 */
#ifndef LITEVK_LITEVK_DELEGATE_H_
#define LITEVK_LITEVK_DELEGATE_H_

#include <stddef.h>

#if defined(__GNUC__)
#define LITEVK_EXPORT __attribute__((visibility("default")))
#else
#define LITEVK_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* TFLite's own struct (tflite/core/c/common.h). */
struct TfLiteDelegate;

/* Creates a delegate from `num_options` pairs of strings, which are copied. Both arrays may be null when
 * there are none; at most INT_MAX pairs.
 *
 * Returns null on failure: an unknown key, a bad value, or no Vulkan device where the options make that an
 * error. `report_error`, which may be null, is then called once with a sentence, before the function
 * returns; it is never kept.
 *
 * The caller owns the delegate and passes it to tflite_plugin_destroy_delegate after the last interpreter
 * that it was applied to is gone. One delegate may serve several interpreters, each from a thread of its
 * own; all delegates of a process share one Vulkan device. A child of fork() cannot use the device of its
 * parent: there, delegates take no node, and partitions of older interpreters run on the CPU.
 *
 * Keys, with their default values; booleans are 0, 1, true or false. In values, %3A stands for ':' and %3B
 * for ';', which the command lines of TFLite's tools cannot pass.
 *
 *   device_id                   which Vulkan device, by the number that litevk-devices prints
 *   device_name                 a device whose name contains this text
 *   allow_cpu_device (0)        also use a Vulkan driver that runs on the CPU, like the environment
 *                               variable LITEVK_ALLOW_CPU_DEVICE=1
 *   on_missing_device (fallback)
 *                               fallback: leave every node to the interpreter; error: fail here
 *   self_test (auto)            ask the device questions with known answers: auto: GPUs; always; never
 *   backend (vulkan)            reference: run partitions on the CPU reference kernels
 *   partition_policy (auto)     auto: leave partitions to the interpreter that clearly cost more than they
 *                               save, and whole graphs that are far too small; on a CPU driver all
 *                               that it does not make faster; all: take every one
 *   cpu_kernels (xnnpack)       builtin: TFLite's interpreter has its own CPU kernels alone, for estimates
 *   on_left_nodes (allow)       warn, error: a line or an error where a node is left to the interpreter
 *   max_delegated_partitions (0)
 *                               keep only the largest ones; 0: all
 *   min_nodes_per_partition (0) leave smaller partitions to the interpreter
 *   first_delegate_node_index (0), last_delegate_node_index (2147483647)
 *                               delegate only nodes from and up to these indices
 *   allowed_builtin_code        delegate only nodes of this builtin operator code
 *   error_during_init (0), error_during_prepare (0), error_during_invoke (0)
 *                               fail there, for tests
 *   log_level (warning)         silent, error, warning, info or verbose, or 0 to 4
 *   report_path                 write the compatibility report there as JSON
 *   enable_op_profiling (0)     log the time of every dispatch when the interpreter is destroyed
 *   timeline_runs (0)           with the option above: keep the steps of that many runs for the report
 *   enable_pipeline_statistics (0)
 *                               add what the driver says of each pipeline to the report
 *   serialization_dir           keep compiled pipelines and tuning results in this folder between processes;
 *                               auto: the folder litevk in the user's own XDG_CACHE_HOME or ~/.cache
 *   tuning (none)               fast or exhaustive: time ways to compute nodes when the model is prepared
 *   max_tile (0)                pixels that an invocation computes at most: docs/design/tiles.md
 *   parallel_workgroups (0)     workgroups that run at once, as estimates count on: for experiments
 *   debug_dump_dir              write each partition's dispatches and memory plan into this folder
 *   strict (0)                  an error instead of every fallback to the CPU
 *   gpu_op_library              take operators of the user's own from this library: litevk/litevk_gpu_op.h
 *   verify (0)                  results compared with the CPU kernels: 0, 1, first or sample:N
 *   invoke_timeout_ms           a wait for the device that takes longer counts as a lost device; 0: none
 *                               does; 60000 if not given, or 0 with a driver that runs on the CPU
 *   max_submit_ms               a run is submitted in parts of at most this estimated duration; 0: whole;
 *                               50 if not given, or 0 with a driver that runs on the CPU
 *   is_precision_loss_allowed (0)
 *                               1 is refused: results of lower precision are not offered yet
 *   disable_winograd (0)        compute every 3x3 convolution directly: docs/design/winograd.md
 *   hybrid (reference)          dequantize: layers of floats with integer weights compute in floats, not as
 *                               TFLite's kernels do
 *   device_buffers (0)          in LiteRT's CompiledModel, keep inputs and outputs in the device's memory
 *   disable_buffer_handles (0), disable_fusion (0), disable_zero_copy (0), disable_features
 *                               switch optimizations and optional device features off, for bug reports
 */
LITEVK_EXPORT struct TfLiteDelegate* tflite_plugin_create_delegate(const char* const* options_keys,
                                                                   const char* const* options_values,
                                                                   size_t num_options,
                                                                   void (*report_error)(const char*));

/* Destroys a delegate; does nothing with null. */
LITEVK_EXPORT void tflite_plugin_destroy_delegate(struct TfLiteDelegate* delegate);

#ifdef __cplusplus
}
#endif

#endif /* LITEVK_LITEVK_DELEGATE_H_ */
