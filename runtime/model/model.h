// A verified .tflite file. Every index, shape, type, buffer and option that later code relies on was checked
// when it was loaded (model_check.h). Readers of a Model need no checks of their own. Vectors and strings may
// be missing if the format allows it.
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
struct Model;  // "runtime/tflite/schema/tflite_generated.h", generated from schema/tflite.fbs
struct Operator;
struct SubGraph;
}  // namespace litevk::schema

namespace litevk::model_check {
class Budget;
}

namespace litevk {

class MappedFile;

class Model {
 public:
  // Maps the file into memory. Fails if the file cannot be read, is no .tflite file or breaks the format's
  // rules. The diagnostic is one sentence with the place ("subgraph 0: operator 3 (ADD): input 1 is tensor 99
  // of 12").
  static Result<std::shared_ptr<const Model>> FromFile(const std::string& path);
  // `bytes` must outlive the model. They are copied only if they are not aligned to 16 bytes.
  static Result<std::shared_ptr<const Model>> FromBuffer(std::span<const std::byte> bytes);
  ~Model();

  const schema::Model& root() const { return *root_; }
  // Returns the bytes of a buffer, which may lie outside of the FlatBuffer, aligned for its tensors. Buffers
  // without data, such as 0, have null data(). A tensor whose buffer has data, even 0 bytes, is a constant.
  std::span<const std::byte> Buffer(uint32_t index) const { return buffers_[index]; }
  // Returns a custom operator's options, which may lie outside of the FlatBuffer.
  std::span<const std::byte> CustomOptions(const schema::Operator& op) const;
  // Returns the metadata buffer of that name.
  std::optional<std::span<const std::byte>> Metadata(std::string_view name) const;
  // Returns the metadata entry min_runtime_version, such as "2.14.0"; empty if the model has none.
  std::string MinRuntimeVersion() const;

 private:
  Model();
  // Checks bytes_ and sets the members that depend on them.
  Status Load();
  Status AlignConstants(const schema::SubGraph& subgraph, model_check::Budget& budget);

  std::unique_ptr<const MappedFile> file_;  // null for a caller's buffer
  std::span<const std::byte> bytes_;
  const schema::Model* root_ = nullptr;
  std::vector<std::span<const std::byte>> buffers_;
  std::vector<std::unique_ptr<std::byte[]>> copies_;  // copies of data that is unaligned in the file
};

}  // namespace litevk
