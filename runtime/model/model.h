// A verified .tflite file: every index, shape, type, buffer and option that later code relies on was
// checked when it was loaded (model_check.h), so that readers of a Model need no checks of their own.
// Vectors and strings may be missing where the format allows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/status.h"

namespace litevk::schema {
struct Model;  // "runtime/tflite/schema/tflite_generated.h", made from schema/tflite.fbs
struct Operator;
struct OperatorCode;
struct SubGraph;
}  // namespace litevk::schema

namespace litevk::model_check {
class Budget;
}

namespace litevk {

class Model {
 public:
  // Maps the file into memory. A file that cannot be read, is no .tflite file or breaks the format's rules
  // gives one sentence that says what and where ("subgraph 0: operator 3 (ADD): input 1 is tensor 99 of 12").
  static Result<std::shared_ptr<const Model>> FromFile(const std::string& path);
  // `bytes` must outlive the model. They are copied only where they are not aligned to 16.
  static Result<std::shared_ptr<const Model>> FromBuffer(std::span<const std::byte> bytes);
  ~Model();

  const schema::Model& root() const { return *root_; }
  // The bytes of a buffer, wherever they lie, aligned as the tensors that use it need. data() is null for
  // buffers without data, 0 among them; a tensor whose buffer has data, if only of 0 bytes, is a constant.
  std::span<const std::byte> Buffer(uint32_t index) const { return buffers_[index]; }
  // A custom operator's options, wherever they lie.
  std::span<const std::byte> CustomOptions(const schema::Operator& op) const;
  // The metadata buffer of that name.
  std::optional<std::span<const std::byte>> Metadata(std::string_view name) const;
  // "2.14.0" of the metadata entry min_runtime_version; empty when the model has none.
  std::string MinRuntimeVersion() const;

 private:
  class File;
  Model();
  // Checks bytes_ and sets what depends on them.
  Status Load();
  Status AlignConstants(const schema::SubGraph& subgraph, model_check::Budget& budget);

  std::unique_ptr<const File> file_;  // null over a caller's buffer
  std::span<const std::byte> bytes_;
  const schema::Model* root_ = nullptr;
  std::vector<std::span<const std::byte>> buffers_;
  std::vector<std::unique_ptr<std::byte[]>> copies_;  // of what lies unaligned in the file
};

// An abi::TfLiteBuiltinOperator: the larger of the two fields, as old files set only the first one.
int BuiltinCodeOf(const schema::OperatorCode& code);

}  // namespace litevk
