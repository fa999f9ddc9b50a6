// LiteRT's runtime as an accelerator sees it: a table of functions, an environment, the options of a model.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "runtime/litert/accelerator.h"
#include "runtime/litert/runtime_functions.h"

namespace litevk::test {

// The options of a model. Their address is also that of their opaque options, as is an environment's.
struct FakeOptions {
  int hardware = litert::kGpu;
  std::map<std::string, std::string> opaque;
};

struct FakeEnvironment {
  std::string folder;
};

// The arguments of the last call of wrap_delegate.
struct WrappedDelegate {
  void* delegate = nullptr;
  void (*destroy)(void*) = nullptr;
};
inline WrappedDelegate& LastWrapped() {
  static WrappedDelegate wrapped;
  return wrapped;
}

class FakeRuntime {
 public:
  static constexpr uint16_t kSizeOf22 = 400;
  static constexpr uint16_t kSizeOf23 = 416;

  explicit FakeRuntime(uint16_t size = kSizeOf23, uint16_t major = 1) {
    const litert::Header header = {size, major, 2, 0};
    std::memcpy(table_.data(), &header, sizeof header);
    LastWrapped() = {};
    Set(
        litert::kGetOpaqueOptions, +[](void* options, void** opaque) {
          *opaque = options;
          return litert::kOk;
        });
    Set(litert::kFindOpaqueOptionsData, Find);
    Set(
        litert::kGetEnvironmentOptions, +[](void* environment, void** options) {
          *options = environment;
          return litert::kOk;
        });
    Set(litert::kGetEnvironmentOptionsValue, EnvironmentValue);
    Set(litert::kWrapDelegate, Wrap);
    Set(
        litert::kGetOptionsHardwareAccelerators, +[](void* options, int* hardware) {
          *hardware = static_cast<FakeOptions*>(options)->hardware;
          return litert::kOk;
        });
  }

  const void* table() const { return table_.data(); }

  template <typename Function>
  void Set(litert::FunctionOffset offset, Function function) {
    std::memcpy(table_.data() + offset, static_cast<const void*>(&function), sizeof function);
  }

 private:
  static litert::Status Find(void* opaque, const char* identifier, void** text) {
    auto& all = static_cast<FakeOptions*>(opaque)->opaque;
    const auto found = all.find(identifier);
    if (found == all.end()) return litert::kNotFound;
    *text = found->second.data();
    return litert::kOk;
  }

  static litert::Status EnvironmentValue(void* environment, int tag, litert::Any* value) {
    if (tag != litert::kRuntimeLibraryDir) return litert::kNotFound;
    value->type = litert::AnyType::kString;
    value->string_value = static_cast<FakeEnvironment*>(environment)->folder.c_str();
    return litert::kOk;
  }

  static litert::Status Wrap(void* delegate, void (*destroy)(void*), void** wrapper) {
    LastWrapped() = {delegate, destroy};
    *wrapper = delegate;
    return litert::kOk;
  }

  alignas(8) std::array<char, kSizeOf23> table_ = {};
};

}  // namespace litevk::test
