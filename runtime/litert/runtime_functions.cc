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
  std::memcpy(&function, table_ + offset, sizeof function);
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

}  // namespace litevk::litert
