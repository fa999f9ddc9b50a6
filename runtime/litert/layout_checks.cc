// Every size and offset of the restated ABI as a literal, measured in the libraries of LiteRT 2.2.0 and
// 2.3.0. An error then fails to compile, rather than crash a program.
#include <cstddef>
#include <cstdint>

#include "runtime/litert/accelerator.h"
#include "runtime/litert/runtime_functions.h"

namespace litevk::litert {
namespace {

#if UINTPTR_MAX > 0xffffffffU
static_assert(sizeof(Header) == 8);
static_assert(sizeof(RankedTensorType) == 72);
static_assert(offsetof(RankedTensorType, dims) == 8);
static_assert(offsetof(RankedTensorType, strides) == 40);
static_assert(sizeof(HardwareMemory) == 16);
static_assert(sizeof(Any) == 16);
static_assert(offsetof(Any, int_value) == 8);

static_assert(sizeof(BufferHandlers) == 136);
static_assert(offsetof(BufferHandlers, create) == 8);
static_assert(offsetof(BufferHandlers, destroy) == 16);
static_assert(offsetof(BufferHandlers, lock) == 24);
static_assert(offsetof(BufferHandlers, unlock) == 32);
static_assert(offsetof(BufferHandlers, clear) == 40);
static_assert(offsetof(BufferHandlers, import) == 48);
static_assert(offsetof(BufferHandlers, device_tag) == 56);
static_assert(offsetof(BufferHandlers, queue_tag) == 60);
static_assert(offsetof(BufferHandlers, num_types) == 64);
static_assert(offsetof(BufferHandlers, types) == 72);

static_assert(sizeof(AcceleratorDefinition) == 200);
static_assert(offsetof(AcceleratorDefinition, get_name) == 8);
static_assert(offsetof(AcceleratorDefinition, get_version) == 16);
static_assert(offsetof(AcceleratorDefinition, get_hardware_support) == 24);
static_assert(offsetof(AcceleratorDefinition, is_tflite_delegate_responsible_for_jit_compilation) == 32);
static_assert(offsetof(AcceleratorDefinition, create_delegate) == 40);
static_assert(offsetof(AcceleratorDefinition, start_metrics_collection) == 48);
static_assert(offsetof(AcceleratorDefinition, stop_metrics_collection) == 56);
static_assert(offsetof(AcceleratorDefinition, buffers) == 64);
#endif

}  // namespace
}  // namespace litevk::litert
