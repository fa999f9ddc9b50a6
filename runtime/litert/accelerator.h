// LiteRT's C ABI for accelerators, restated: the definition that a library exports, and the buffers that its
// handlers exchange. The layout is that of LiteRT 2.2 and 2.3 on 64-bit machines, major version 1. File
// layout_checks.cc asserts each size and offset as a literal.
//
// Sources: litert/c/internal/litert_accelerator_def.h and litert/c/litert_custom_tensor_buffer.h of LiteRT,
// August 2026, and the binaries of both versions. Fields have LiteRT's names, in this project's spelling.
#pragma once

#include <cstddef>
#include <cstdint>

namespace litevk::litert {

enum Status : int {
  kOk = 0,
  kInvalidArgument = 1,
  kRuntimeFailure = 3,
  kUnsupported = 5,
  kNotFound = 6,
  kWrongVersion = 8,
};

// A set of processors: a model asks for some, and an accelerator stands for one.
enum Hardware : int { kCpu = 1, kGpu = 2, kNpu = 4 };

// The first member of every versioned struct.
struct Header {
  uint16_t struct_size = 0;
  uint16_t major_version = 0;
  uint16_t minor_version = 0;
  uint16_t reserved = 0;
};

inline constexpr uint16_t kMajorVersion = 1;

struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;
};

inline constexpr size_t kMaxRank = 8;

struct RankedTensorType {
  int element_type = 0;           // TfLiteType
  uint32_t rank_and_strides = 0;  // bits 0 to 6: the rank; bit 7: strides are given
  int32_t dims[kMaxRank] = {};    // outermost first
  uint32_t strides[kMaxRank] = {};
};

// Memory that a handler has made. A larger struct may follow it.
struct HardwareMemory {
  void* handle = nullptr;
  void* raw = nullptr;
};

enum LockMode : int { kRead = 0, kWrite = 1, kReadWrite = 2 };

// Types of buffers: memory of the host, and the first of Vulkan's.
inline constexpr int kHostMemory = 1;
inline constexpr int kVulkanBuffer = 40;

inline constexpr size_t kMaxBufferTypes = 16;
inline constexpr int kNoTag = 255;  // neither a device nor a queue is asked for

struct BufferHandlers {
  Header header;
  Status (*create)(void* device, void* queue, const RankedTensorType* type, int buffer_type, size_t bytes,
                   size_t packed_bytes, HardwareMemory** memory) = nullptr;
  Status (*destroy)(HardwareMemory* memory) = nullptr;
  Status (*lock)(HardwareMemory* memory, int mode, void** host) = nullptr;
  Status (*unlock)(HardwareMemory* memory) = nullptr;
  Status (*clear)(HardwareMemory* memory) = nullptr;
  Status (*import)(void* device, void* queue, const RankedTensorType* type, int buffer_type, void* handle,
                   size_t bytes, size_t packed_bytes, HardwareMemory** memory) = nullptr;
  int device_tag = kNoTag;
  int queue_tag = kNoTag;
  size_t num_types = 0;  // below kMaxBufferTypes
  int types[kMaxBufferTypes] = {};
};

// The variable LiteRtAcceleratorImpl that a library exports. The runtime refuses another major version, and
// calls nothing then. `runtime` begins with a Header: runtime_functions.h.
struct AcceleratorDefinition {
  Header header;
  Status (*get_name)(const void* accelerator, const char** name) = nullptr;
  Status (*get_version)(const void* accelerator, Version* version) = nullptr;
  Status (*get_hardware_support)(const void* accelerator, int* hardware) = nullptr;
  Status (*is_tflite_delegate_responsible_for_jit_compilation)(const void* accelerator,
                                                               bool* is_responsible) = nullptr;
  // Called once for each CompiledModel whose hardware includes the accelerator's. A null wrapper leaves
  // every node to the others.
  Status (*create_delegate)(const void* runtime, void* environment, const void* accelerator, void* options,
                            void** wrapper) = nullptr;
  Status (*start_metrics_collection)(const void* runtime, void* wrapper, int detail) = nullptr;
  Status (*stop_metrics_collection)(const void* runtime, void* wrapper, void* metrics) = nullptr;
  BufferHandlers buffers;
};

}  // namespace litevk::litert
