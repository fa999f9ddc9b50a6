// The litevk runtime in C++20: the C API (litevk_runtime.h) with owners and spans, header-only, without
// exceptions.
//
//   std::string error;
//   auto model = litevk::runtime::Model::FromFile("model.tflite", &error);
//   auto interpreter = model ? litevk::runtime::Interpreter::Create(*model, {}, &error) : std::nullopt;
//   if (!interpreter) return Complain(error);
//   if (interpreter->AllocateTensors() != kLitevkOk) return Complain(interpreter->error());
//   std::ranges::copy(pixels, interpreter->input(0).data<float>().begin());
//   if (interpreter->Invoke() != kLitevkOk) return Complain(interpreter->error());
//   std::span<const float> scores = interpreter->output(0).data<float>();
//
// Tensors are references into their interpreter: their values, dims and addresses change with AllocateTensors
// and Invoke. Threads: as in litevk_runtime.h.
#ifndef LITEVK_INTERPRETER_HPP_
#define LITEVK_INTERPRETER_HPP_

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "litevk/litevk_runtime.h"

namespace litevk::runtime {
namespace detail {

// Buffer for the diagnostic of a failed C call.
class ErrorText {
 public:
  char* data() { return text_.data(); }
  static constexpr size_t size() { return kSize; }
  void CopyTo(std::string* error) const {
    if (error != nullptr) *error = text_.data();
  }

 private:
  static constexpr size_t kSize = 4096;
  std::array<char, kSize> text_ = {};
};

template <auto kDelete>
struct Deleter {
  template <typename T>
  void operator()(T* object) const {
    kDelete(object);
  }
};

}  // namespace detail

class Model {
 public:
  // Returns nothing on failure, with a diagnostic in `error`, which may be null.
  static std::optional<Model> FromFile(const std::string& path, std::string* error = nullptr) {
    detail::ErrorText text;
    return Wrap(LitevkModelCreateFromFile(path.c_str(), text.data(), text.size()), text, error);
  }
  // `bytes` are not copied and must outlive the model and its interpreters.
  static std::optional<Model> FromBuffer(std::span<const std::byte> bytes, std::string* error = nullptr) {
    detail::ErrorText text;
    return Wrap(LitevkModelCreate(bytes.data(), bytes.size(), text.data(), text.size()), text, error);
  }

  // Returns a version such as "2.14.0"; empty if the model does not state one.
  std::string_view min_runtime_version() const { return LitevkModelGetMinRuntimeVersion(get()); }
  std::optional<std::span<const std::byte>> metadata(const std::string& name) const {
    const void* bytes = nullptr;
    size_t size = 0;
    if (!LitevkModelGetMetadata(get(), name.c_str(), &bytes, &size)) return std::nullopt;
    return std::span(static_cast<const std::byte*>(bytes), size);
  }
  LitevkModel* get() const { return model_.get(); }

 private:
  explicit Model(LitevkModel* model) : model_(model) {}
  static std::optional<Model> Wrap(LitevkModel* model, const detail::ErrorText& text, std::string* error) {
    if (model != nullptr) return Model(model);
    text.CopyTo(error);
    return std::nullopt;
  }

  std::unique_ptr<LitevkModel, detail::Deleter<LitevkModelDelete>> model_;
};

// A reference to a tensor. ConstTensor refers to an output.
template <typename Handle>
class BasicTensor {
 public:
  explicit BasicTensor(Handle* tensor) : tensor_(tensor) {}

  // False if an index or a name was not found. No other function may be called then.
  explicit operator bool() const { return tensor_ != nullptr; }
  int type() const { return LitevkTensorGetType(tensor_); }
  std::string_view name() const { return LitevkTensorGetName(tensor_); }
  std::vector<int> dims() const {
    std::vector<int> dims;
    const int count = LitevkTensorGetDimCount(tensor_);
    dims.reserve(static_cast<size_t>(count));
    for (int index = 0; index < count; ++index) dims.push_back(LitevkTensorGetDim(tensor_, index));
    return dims;
  }
  size_t byte_size() const { return LitevkTensorGetByteSize(tensor_); }
  LitevkQuantization quantization() const { return LitevkTensorGetQuantization(tensor_); }

  // Fails if the calling thread may not read the values, since another thread uses the interpreter.
  [[nodiscard]] LitevkStatus CheckThread() const { return LitevkTensorCheckThread(tensor_); }
  // Returns the values as T, which the caller chooses by type(). Empty before AllocateTensors and if
  // CheckThread fails.
  template <typename T>
  auto data() const {
    using Value = std::conditional_t<std::is_const_v<Handle>, const T, T>;
    Value* first = static_cast<Value*>(LitevkTensorGetData(tensor_));
    return std::span<Value>(first, first == nullptr ? 0 : byte_size() / sizeof(T));
  }
  template <typename T>
  [[nodiscard]] LitevkStatus CopyFrom(std::span<const T> values) const requires(!std::is_const_v<Handle>) {
    return LitevkTensorCopyFromBuffer(tensor_, values.data(), values.size_bytes());
  }
  template <typename T>
  [[nodiscard]] LitevkStatus CopyTo(std::span<T> values) const {
    return LitevkTensorCopyToBuffer(tensor_, values.data(), values.size_bytes());
  }

  std::vector<std::string_view> strings() const {
    std::vector<std::string_view> strings;
    const int count = LitevkTensorGetStringCount(tensor_);
    strings.reserve(static_cast<size_t>(count));
    for (int index = 0; index < count; ++index) {
      size_t length = 0;
      const char* text = LitevkTensorGetString(tensor_, index, &length);
      strings.emplace_back(text, length);
    }
    return strings;
  }
  [[nodiscard]] LitevkStatus SetStrings(std::span<const std::string> strings) const
      requires(!std::is_const_v<Handle>) {
    std::vector<const char*> texts;
    std::vector<size_t> lengths;
    texts.reserve(strings.size());
    lengths.reserve(strings.size());
    for (const std::string& text : strings) {
      texts.push_back(text.data());
      lengths.push_back(text.size());
    }
    return LitevkTensorSetStrings(tensor_, texts.data(), lengths.data(), static_cast<int>(strings.size()));
  }

  Handle* get() const { return tensor_; }

 private:
  Handle* tensor_;
};
using Tensor = BasicTensor<LitevkTensor>;
using ConstTensor = BasicTensor<const LitevkTensor>;

// Options of an interpreter. Setters return the options, so that calls can be chained.
class Options {
 public:
  Options() : options_(LitevkInterpreterOptionsCreate()) {}

  Options& SetNumThreads(int num_threads) {
    LitevkInterpreterOptionsSetNumThreads(get(), num_threads);
    return *this;
  }
  Options& SetAllowUnresolved(bool allow) {
    LitevkInterpreterOptionsSetAllowUnresolved(get(), allow);
    return *this;
  }
  Options& SetPreserveAllTensors(bool preserve) {
    LitevkInterpreterOptionsSetPreserveAllTensors(get(), preserve);
    return *this;
  }
  Options& SetEnableProfiling(bool enable) {
    LitevkInterpreterOptionsSetEnableProfiling(get(), enable);
    return *this;
  }
  Options& SetErrorReporter(void (*report)(void* user_data, const char* message), void* user_data) {
    LitevkInterpreterOptionsSetErrorReporter(get(), report, user_data);
    return *this;
  }
  // The delegate is not owned and must outlive the interpreters.
  Options& AddDelegate(TfLiteDelegate* delegate) {
    LitevkInterpreterOptionsAddDelegate(get(), delegate);
    return *this;
  }

  [[nodiscard]] LitevkStatus AddBuiltin(int builtin_code, const TfLiteRegistration& registration,
                                        int min_version = 1, int max_version = 1) {
    return LitevkInterpreterOptionsAddBuiltin(get(), builtin_code, &registration, min_version, max_version);
  }
  [[nodiscard]] LitevkStatus AddCustom(const std::string& name, const TfLiteRegistration& registration,
                                       int min_version = 1, int max_version = 1) {
    return LitevkInterpreterOptionsAddCustom(get(), name.c_str(), &registration, min_version, max_version);
  }
  [[nodiscard]] LitevkStatus LoadCustomOps(const std::string& path, std::string* error = nullptr) {
    detail::ErrorText text;
    const LitevkStatus status =
        LitevkInterpreterOptionsLoadCustomOps(get(), path.c_str(), text.data(), text.size());
    if (status != kLitevkOk) text.CopyTo(error);
    return status;
  }

  LitevkInterpreterOptions* get() const { return options_.get(); }

 private:
  std::unique_ptr<LitevkInterpreterOptions, detail::Deleter<LitevkInterpreterOptionsDelete>> options_;
};

class Interpreter {
 public:
  // Returns nothing on failure, with a diagnostic in `error`, which may be null.
  static std::optional<Interpreter> Create(const Model& model, const Options& options = {},
                                           std::string* error = nullptr) {
    detail::ErrorText text;
    LitevkInterpreter* created =
        LitevkInterpreterCreate(model.get(), options.get(), text.data(), text.size());
    if (created != nullptr) return Interpreter(created);
    text.CopyTo(error);
    return std::nullopt;
  }

  [[nodiscard]] LitevkStatus ResizeInput(int input, std::span<const int> dims) {
    return LitevkInterpreterResizeInputTensor(get(), input, dims.data(), static_cast<int>(dims.size()));
  }
  [[nodiscard]] LitevkStatus AllocateTensors() { return LitevkInterpreterAllocateTensors(get()); }
  [[nodiscard]] LitevkStatus Invoke() { return LitevkInterpreterInvoke(get()); }
  [[nodiscard]] LitevkStatus ResetVariableTensors() { return LitevkInterpreterResetVariableTensors(get()); }
  [[nodiscard]] LitevkStatus ModifyGraphWithDelegate(TfLiteDelegate* delegate) {
    return LitevkInterpreterModifyGraphWithDelegate(get(), delegate);
  }
  // Reserves the interpreter for the calling thread until Unlock (LitevkInterpreterTryLock).
  [[nodiscard]] LitevkStatus TryLock() { return LitevkInterpreterTryLock(get()); }
  void Unlock() { LitevkInterpreterUnlock(get()); }
  // Safe from any thread.
  void Cancel() { LitevkInterpreterCancel(get()); }
  // Returns the diagnostic of the calling thread's last failed call.
  std::string error() const { return LitevkInterpreterGetError(get()); }

  int input_count() const { return LitevkInterpreterGetInputCount(get()); }
  int output_count() const { return LitevkInterpreterGetOutputCount(get()); }
  Tensor input(int index) const { return Tensor(LitevkInterpreterGetInputTensor(get(), index)); }
  ConstTensor output(int index) const { return ConstTensor(LitevkInterpreterGetOutputTensor(get(), index)); }
  int tensor_count() const { return LitevkInterpreterGetTensorCount(get()); }
  Tensor tensor(int index) const { return Tensor(LitevkInterpreterGetTensor(get(), index)); }

  // Returns the primary subgraph's nodes in the order of execution, valid until the plan changes.
  std::vector<LitevkNodeInfo> nodes() const {
    std::vector<LitevkNodeInfo> nodes(static_cast<size_t>(LitevkInterpreterGetNodeCount(get())));
    for (size_t position = 0; position < nodes.size(); ++position) {
      LitevkInterpreterGetNodeInfo(get(), static_cast<int>(position), &nodes[position]);
    }
    return nodes;
  }
  void ResetProfile() { LitevkInterpreterResetProfile(get()); }

  std::vector<std::string> signature_keys() const {
    std::vector<std::string> keys;
    const int count = LitevkInterpreterGetSignatureCount(get());
    keys.reserve(static_cast<size_t>(count));
    for (int index = 0; index < count; ++index) {
      keys.emplace_back(LitevkInterpreterGetSignatureKey(get(), index));
    }
    return keys;
  }
  Tensor signature_input(const std::string& key, const std::string& name) const {
    return Tensor(LitevkInterpreterGetSignatureInput(get(), key.c_str(), name.c_str()));
  }
  ConstTensor signature_output(const std::string& key, const std::string& name) const {
    return ConstTensor(LitevkInterpreterGetSignatureOutput(get(), key.c_str(), name.c_str()));
  }
  [[nodiscard]] LitevkStatus ResizeSignatureInput(const std::string& key, const std::string& name,
                                                  std::span<const int> dims) {
    return LitevkInterpreterResizeSignatureInput(get(), key.c_str(), name.c_str(), dims.data(),
                                                 static_cast<int>(dims.size()));
  }
  [[nodiscard]] LitevkStatus AllocateSignature(const std::string& key) {
    return LitevkInterpreterAllocateSignature(get(), key.c_str());
  }
  [[nodiscard]] LitevkStatus InvokeSignature(const std::string& key) {
    return LitevkInterpreterInvokeSignature(get(), key.c_str());
  }

  LitevkInterpreter* get() const { return interpreter_.get(); }

 private:
  explicit Interpreter(LitevkInterpreter* interpreter) : interpreter_(interpreter) {}

  std::unique_ptr<LitevkInterpreter, detail::Deleter<LitevkInterpreterDelete>> interpreter_;
};

}  // namespace litevk::runtime

#endif  // LITEVK_INTERPRETER_HPP_
