// The GPU program as plain data: tensors, constants and dispatches in order. It is built and tested without a
// Vulkan device; runtime/exec turns it into Vulkan objects.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/graph/device_limits.h"
#include "runtime/graph/shader_variant.h"
#include "runtime/graph/spirv.h"

namespace litevk::gpu {

using TensorId = int;  // index into Graph::tensors
inline constexpr TensorId kNoTensor = -1;

// Element type of a tensor in memory. Elements are dense, the first one in the lowest bits of the first word.
// Shaders decide on signedness: they declare words or floats.
enum class Storage : uint8_t { kFloat32, kFloat16, kBits8, kBits16, kBits32, kBits64 };

// Returns the size of an element in bytes.
constexpr uint32_t ElementBytes(Storage storage) {
  switch (storage) {
    case Storage::kBits8:
      return 1;
    case Storage::kFloat16:
    case Storage::kBits16:
      return 2;
    case Storage::kBits64:
      return 8;
    default:
      return 4;
  }
}

// Returns the size in bytes of `elements` elements.
constexpr uint64_t BytesOf(uint64_t elements, Storage storage) { return elements * ElementBytes(storage); }

enum class Access : uint8_t { kRead, kWrite, kReadWrite };

// How a shader declares a tensor: as a storage buffer, a storage texel buffer or a uniform texel buffer of
// four floats. A storage texel has four floats (rgba32f), one (r32f), four words (rgba32ui) or one (r32ui).
enum class BindingKind : uint8_t { kStorage, kTexels4, kTexels1, kFetched4, kWordTexels4, kWordTexels1 };

// Returns the size of a texel in bytes; 1 for a storage buffer.
constexpr uint64_t TexelBytes(BindingKind kind) {
  if (kind == BindingKind::kStorage) return 1;
  return kind == BindingKind::kTexels1 || kind == BindingKind::kWordTexels1 ? 4 : 16;
}
// True if a tensor of `bytes` can be bound as that kind.
constexpr bool FitsBinding(BindingKind kind, uint64_t bytes, const DeviceLimits& limits) {
  return kind == BindingKind::kStorage || bytes / TexelBytes(kind) < limits.max_texel_buffer_elements;
}

// Element type of a binding in a shader: floats, words, or floats that are also read or written as float16.
// Words hold elements of any storage.
enum class Element : uint8_t { kFloat, kWord, kFloatOrHalf };

constexpr bool Holds(Element element, Storage storage) {
  return element == Element::kWord || storage == Storage::kFloat32 ||
         (element == Element::kFloatOrHalf && storage == Storage::kFloat16);
}

struct BindingInfo {
  std::string_view name;
  Access access;
  BindingKind kind = BindingKind::kStorage;
  Element element = Element::kFloat;
};

// Functions for the loop bounds that shaders state (`// Iterations:`): a quotient rounded up, and the binary
// logarithm rounded up.
constexpr uint64_t Ceil(uint64_t value, uint64_t by) { return (value + by - 1) / by; }
constexpr uint64_t Log2(uint64_t value) {
  return value < 2 ? 0 : static_cast<uint64_t>(std::bit_width(value - 1));
}

// Type of a specialization constant or push constant. A gpu::Divisor has two words.
enum class FieldType : uint8_t { kUint, kInt, kFloat, kDivisor };

// A member of a shader's Spec or Push struct.
struct FieldInfo {
  std::string_view name;  // "kFilterH"
  FieldType type;
  uint32_t word;       // index of the member's first word in the struct
  uint32_t count = 1;  // number of elements of an array
};

// Generated from a shader's SPIR-V at build time (see shaders.cmake).
struct ShaderInfo {
  std::string_view name;                  // file stem: "conv_2d"
  Spirv spirv;                            // optimised
  std::span<const uint32_t> spec_ids;     // constant_id of each 32-bit word of the Spec struct
  std::span<const BindingInfo> bindings;  // descriptor set 0, binding = index
  uint32_t push_bytes;                    // size of the Push struct, 0 when there is none
  // The capabilities that the module requires of a device (SPIR-V specification, 3.31).
  std::span<const uint32_t> capabilities = {};
  // Types of the words of a dispatch's `spec` and `push`, for display. Empty if unknown.
  std::span<const FieldInfo> spec_fields = {};
  std::span<const FieldInfo> push_fields = {};
  std::string_view entry_point = "main";
};

// Bytes of a smaller tensor within a larger one: `bytes` of every `pitch` from `first` on.
struct RowBytes {
  uint64_t first = 0;
  uint64_t bytes = 0;  // 0: none
  uint64_t pitch = 0;

  bool operator==(const RowBytes&) const = default;
};

struct Tensor {
  std::string name;
  uint64_t bytes = 0;  // multiple of 4, so the last word may be partly used; dense, in TFLite's own layout
  Storage storage = Storage::kFloat32;
  TensorId alias_of = kNoTensor;  // the tensor whose memory this one shares (RESHAPE); resolve with Root()
  uint64_t offset_bytes = 0;      // offset in that memory, aligned like tensors of the memory plan
  // If set, the binding covers all of `alias_of`, and these rows of it belong to the tensor.
  RowBytes rows = {};
  bool is_input = false;     // the host writes it before each run
  bool is_output = false;    // the host reads it after each run
  bool is_constant = false;  // written once, by Constant::write
};

struct Constant {
  TensorId tensor;
  // Writes the tensor's bytes when the executable is built. Lowering::AddConstant takes it from the operator;
  // that of weights is in delegate/ops/common/packed_constant.cc.
  std::function<Status(std::span<std::byte> out)> write;
  // Key of the bytes: constants with one key in a partition's plans have equal bytes. Empty: unknown, so that
  // no other plan shares them.
  std::string key;
};

struct Dispatch {
  const ShaderInfo* shader = nullptr;
  std::vector<uint32_t> spec;      // words of the Spec struct, in spec_ids order
  std::vector<std::byte> push;     // bytes of the Push struct
  std::vector<TensorId> bindings;  // one per ShaderInfo::bindings
  std::array<uint32_t, 3> workgroups = {1, 1, 1};
  // Most iterations of all loops of one invocation together, as the shader states it. Unknown for a user's
  // module.
  uint64_t iterations = 0;
  // The variant that the operator needs and `shader` lacks; "": none. Such a dispatch is never run.
  std::string missing_variant;
  bool stores_quantized = false;  // 8-bit values are stored in words, although the shader declares floats
  int source_node = -1;           // index of the root operator's TFLite node
  std::vector<int> fused_nodes;   // nodes of the operators that were fused into the root
  std::string label;              // "conv_2d node 4"
  std::string move_reason;        // reason for a dispatch that only moves data; "": it computes
};

// Check of values that break an operator's rules and that no plan knows, such as an index out of range. A
// dispatch writes `flag` in every run. If its first word is not 0 at the end, the run fails with `message`.
struct ValueCheck {
  TensorId flag = kNoTensor;  // an output of the graph
  std::string message;
};

struct Graph {
  std::vector<Tensor> tensors;
  std::vector<Constant> constants;
  // Constants for which a node reuses another one's tensor with the same key. Only the check of their bytes
  // reads them (runtime/exec/constant_check.h).
  std::vector<Constant> repeated_constants;
  std::vector<Dispatch> dispatches;
  std::vector<ValueCheck> checks;

  // Returns the tensor that owns the memory of `id`.
  TensorId Root(TensorId id) const {
    while (tensors[static_cast<size_t>(id)].alias_of != kNoTensor) {
      id = tensors[static_cast<size_t>(id)].alias_of;
    }
    return id;
  }
};

}  // namespace litevk::gpu
