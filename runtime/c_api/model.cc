#include <exception>

#include "runtime/c_api/handles.h"
#include "runtime/tflite/builtin_names.h"

using litevk::Model;
using litevk::Result;
namespace c_api = litevk::c_api;

namespace {

using LoadedModel = Result<std::shared_ptr<const Model>>;

LitevkModel* MakeModel(LoadedModel model, char* error, size_t error_size) {
  if (!model.ok()) {
    c_api::WriteError(litevk::PrintableLines(model.status().message()), error, error_size);
    return nullptr;
  }
  std::string min_runtime_version = (*model)->MinRuntimeVersion();
  return new LitevkModel{std::move(*model), std::move(min_runtime_version)};
}

}  // namespace

const char* LitevkRuntimeVersion() { return LITEVK_VERSION; }

const char* LitevkBuiltinName(int builtin_code) {
  const std::string_view name = litevk::abi::BuiltinName(builtin_code);
  return name.empty() ? nullptr : name.data();  // the names are literals
}

int LitevkBuiltinCode(const char* name) { return name == nullptr ? -1 : litevk::abi::BuiltinCode(name); }

LitevkModel* LitevkModelCreateFromFile(const char* path, char* error, size_t error_size) {
  return c_api::Create(error, error_size, [&]() -> LitevkModel* {
    if (path != nullptr) return MakeModel(Model::FromFile(path), error, error_size);
    c_api::WriteError("the model's path is null", error, error_size);
    return nullptr;
  });
}

LitevkModel* LitevkModelCreate(const void* bytes, size_t size, char* error, size_t error_size) {
  return c_api::Create(error, error_size, [&]() -> LitevkModel* {
    const auto* first = static_cast<const std::byte*>(bytes);
    if (first != nullptr) return MakeModel(Model::FromBuffer({first, size}), error, error_size);
    c_api::WriteError("the model's bytes are null", error, error_size);
    return nullptr;
  });
}

void LitevkModelDelete(LitevkModel* model) { delete model; }

const char* LitevkModelGetMinRuntimeVersion(const LitevkModel* model) {
  return model->min_runtime_version.c_str();
}

bool LitevkModelGetMetadata(const LitevkModel* model, const char* name, const void** bytes, size_t* size) {
  const auto found = model->model->Metadata(name);
  if (!found.has_value()) return false;
  *bytes = found->data();
  *size = found->size();
  return true;
}
