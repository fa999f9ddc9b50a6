#include "runtime/litert/runtime_functions.h"

#include <cstring>

namespace litevk::litert {

Header RuntimeFunctions::header() const {
  Header header;
  if (table_ != nullptr) std::memcpy(&header, table_, sizeof header);
  return header;
}

bool RuntimeFunctions::IsKnown() const { return header().major_version == kMajorVersion; }

std::string RuntimeFunctions::VersionText() const {
  return std::to_string(header().major_version) + "." + std::to_string(header().minor_version);
}

template <typename Function>
Function* RuntimeFunctions::Find(FunctionOffset offset) const {
  Function* function = nullptr;
  if (!IsKnown() || header().struct_size < offset + sizeof function) return nullptr;
  std::memcpy(static_cast<void*>(&function), table_ + offset, sizeof function);
  return function;
}

std::string RuntimeFunctions::OpaqueText(void* options, const char* identifier) const {
  auto* const get = Find<Status(void*, void**)>(kGetOpaqueOptions);
  auto* const find = Find<Status(void*, const char*, void**)>(kFindOpaqueOptionsData);
  if (options == nullptr || get == nullptr || find == nullptr) return "";
  void* opaque = nullptr;
  void* text = nullptr;
  if (get(options, &opaque) != kOk || opaque == nullptr) return "";
  if (find(opaque, identifier, &text) != kOk || text == nullptr) return "";
  return static_cast<const char*>(text);
}

std::optional<int> RuntimeFunctions::RequestedHardware(void* options) const {
  auto* const get = Find<Status(void*, int*)>(kGetOptionsHardwareAccelerators);
  int hardware = 0;
  if (options == nullptr || get == nullptr || get(options, &hardware) != kOk) return std::nullopt;
  return hardware;
}

std::string RuntimeFunctions::RuntimeLibraryDir(void* environment) const {
  auto* const get = Find<Status(void*, void**)>(kGetEnvironmentOptions);
  auto* const value_of = Find<Status(void*, int, Any*)>(kGetEnvironmentOptionsValue);
  if (environment == nullptr || get == nullptr || value_of == nullptr) return "";
  void* options = nullptr;
  Any value = {};
  if (get(environment, &options) != kOk || options == nullptr) return "";
  if (value_of(options, kRuntimeLibraryDir, &value) != kOk || value.type != AnyType::kString) return "";
  return value.string_value == nullptr ? "" : value.string_value;
}

Status RuntimeFunctions::WrapDelegate(void* delegate, void (*destroy)(void*), void** wrapper) const {
  auto* const wrap = Find<Status(void*, void (*)(void*), void**)>(kWrapDelegate);
  return wrap == nullptr ? kWrongVersion : wrap(delegate, destroy, wrapper);
}

Status RuntimeFunctions::RequireBuffer(void* buffer_context, void* tensor, std::span<const int> types,
                                       size_t bytes) const {
  auto* const create =
      Find<Status(int, const int*, size_t, int, const uint32_t*, void**)>(kCreateTensorBufferRequirements);
  auto* const add = Find<Status(void*, void*, void*)>(kRegisterBufferRequirements);
  if (create == nullptr || add == nullptr) return kUnsupported;
  void* requirements = nullptr;
  const Status status =
      create(static_cast<int>(types.size()), types.data(), bytes, 0, nullptr, &requirements);
  return status == kOk ? add(buffer_context, tensor, requirements) : status;
}

void* RuntimeFunctions::TensorBuffer(void* buffer_context, void* tensor) const {
  auto* const get = Find<Status(void*, void*, void**)>(kGetTensorBuffer);
  void* buffer = nullptr;
  return get != nullptr && get(buffer_context, tensor, &buffer) == kOk ? buffer : nullptr;
}

void RuntimeFunctions::DestroyBuffer(void* buffer) const {
  auto* const destroy = Find<void(void*)>(kDestroyTensorBuffer);
  if (destroy != nullptr) destroy(buffer);
}

int RuntimeFunctions::BufferType(void* buffer) const {
  auto* const get = Find<Status(void*, int*)>(kGetTensorBufferType);
  int type = 0;
  return get != nullptr && get(buffer, &type) == kOk ? type : 0;
}

void* RuntimeFunctions::CustomHandle(void* buffer) const {
  auto* const get = Find<Status(void*, void**)>(kGetCustomTensorBufferHandle);
  void* handle = nullptr;
  return get != nullptr && get(buffer, &handle) == kOk ? handle : nullptr;
}

void* RuntimeFunctions::Lock(void* buffer, LockMode mode) const {
  auto* const lock = Find<Status(void*, void**, int)>(kLockTensorBuffer);
  void* host = nullptr;
  return lock != nullptr && lock(buffer, &host, mode) == kOk ? host : nullptr;
}

void RuntimeFunctions::Unlock(void* buffer) const {
  auto* const unlock = Find<Status(void*)>(kUnlockTensorBuffer);
  if (unlock != nullptr) unlock(buffer);
}

}  // namespace litevk::litert
