// The functions that LiteRT's runtime offers to an accelerator, looked up in its table by offset.
//
// A table only grows: 2.2.0 has 400 bytes, and 2.3.0 has 416. A function is there if the table's size says
// so, whatever the minor version.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "runtime/litert/accelerator.h"

namespace litevk::litert {

enum class AnyType : int { kNone = 0, kBool = 1, kInt = 2, kReal = 3, kString = 8, kPointer = 9 };

// The value of an environment's option.
struct Any {
  AnyType type = AnyType::kNone;
  union {
    bool bool_value;
    int64_t int_value;
    double real_value;
    const char* string_value;
    const void* pointer_value;
  };
};

// Tags of environment options.
enum EnvironmentTag : int { kRuntimeLibraryDir = 22 };

// Offsets of the functions in the table of major version 1, in bytes.
enum FunctionOffset : size_t {
  kCreateTensorBufferRequirements = 8,
  kGetTensorBuffer = 16,
  kRegisterBufferRequirements = 48,
  kGetOpaqueOptions = 80,
  kFindOpaqueOptionsData = 88,
  kGetEnvironmentOptions = 104,
  kGetEnvironmentOptionsValue = 112,
  kWrapDelegate = 144,
  kDestroyTensorBuffer = 176,
  kGetTensorBufferType = 184,
  kLockTensorBuffer = 224,
  kUnlockTensorBuffer = 232,
  kGetCustomTensorBufferHandle = 264,
  kGetOptionsHardwareAccelerators = 400,  // from minor version 1 on
};

// The external context of TFLite's interpreter that holds the tensors' buffers.
inline constexpr int kBufferContext = 4;

// A view of the table that create_delegate receives, which outlives every model.
class RuntimeFunctions {
 public:
  // `table` begins with a Header.
  explicit RuntimeFunctions(const void* table) : table_(static_cast<const char*>(table)) {}

  // True if the table has the layout that the offsets are of. Nothing may be called otherwise.
  bool IsKnown() const;
  // Returns the version as text, for diagnostics: "1.2".
  std::string VersionText() const;

  // Returns the text of an opaque option that the application added under this identifier, or "".
  std::string OpaqueText(void* options, const char* identifier) const;
  // Returns the set of Hardware that a model asks for; nothing where the runtime cannot tell, as in 2.2.
  std::optional<int> RequestedHardware(void* options) const;
  // Returns the folder in which the environment looks for accelerators, as the application wrote it, or "".
  std::string RuntimeLibraryDir(void* environment) const;
  // Hands a TfLiteDelegate over, with the function that destroys it.
  Status WrapDelegate(void* delegate, void (*destroy)(void*), void** wrapper) const;

  // States that a tensor wants a buffer of one of these types, the first if possible, and of that many bytes.
  // `buffer_context` is the interpreter's external context kBufferContext. Works only while kernels are
  // created.
  Status RequireBuffer(void* buffer_context, void* tensor, std::span<const int> types, size_t bytes) const;
  // Returns the buffer of a tensor, to be given to DestroyBuffer; null if it has none.
  void* TensorBuffer(void* buffer_context, void* tensor) const;
  void DestroyBuffer(void* buffer) const;
  // Returns the type of a buffer; 0, which is none, if the runtime cannot tell.
  int BufferType(void* buffer) const;
  // Returns the `handle` that the handlers gave a buffer of their types; null of other buffers.
  void* CustomHandle(void* buffer) const;
  // Returns the host's memory of a buffer until Unlock; null if the runtime refuses.
  void* Lock(void* buffer, LockMode mode) const;
  void Unlock(void* buffer) const;

 private:
  Header header() const;
  // Returns the function at that offset; null where this runtime has none.
  template <typename Function>
  Function* Find(FunctionOffset offset) const;

  const char* table_;
};

}  // namespace litevk::litert
