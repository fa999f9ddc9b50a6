// Checks of the model format's rules that FlatBuffers' own verifier does not know. A diagnostic begins with
// the place. CheckModel makes all checks, and only Model calls it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "runtime/tflite/schema_vector.h"

namespace litevk::model_check {

// The remaining work and memory that a file may cost. Tables and vectors of a FlatBuffer can be shared any
// number of times. So a small file could demand a copy of one vector per tensor.
class Budget {
 public:
  explicit Budget(size_t file_bytes);
  Status Spend(size_t units);

 private:
  size_t left_;
};

// A verified FlatBuffer and the file that contains it.
struct Source {
  const schema::Model& root;
  std::span<const std::byte> bytes;
  Budget& budget;
};

// Makes all checks below, for every part of the model.
Status CheckModel(const Source& source);

// Checks that shape, type, buffer, quantization and sparsity of a tensor of `subgraph` agree.
Status CheckTensor(const Source& source, const schema::SubGraph& subgraph, const schema::Tensor& tensor);
// Checks a sparse tensor, whose shape is checked already. Its values take `stored_bytes`.
Status CheckSparsity(const schema::Tensor& tensor, size_t stored_bytes, Budget& budget);
// Checks operators, their tensors and options, and the order in which tensors are written and read.
Status CheckOperators(const Source& source, const schema::SubGraph& subgraph);
// Checks that the subgraphs that operators call exist, do not call themselves and are not nested too deeply.
Status CheckCalls(const schema::Model& root);

bool LiesIn(uint64_t offset, uint64_t size, std::span<const std::byte> file);
// Returns null data() if the buffer has none. The bytes lie in the file if CheckModel has passed.
std::span<const std::byte> BufferBytes(const schema::Buffer& buffer, std::span<const std::byte> file);
// True if the tensor's value is stored in the model.
bool IsConstant(const Source& source, const schema::Tensor& tensor);
// Returns the bits of one element; 0 for types without a fixed size.
int ElementBits(schema::TensorType type);

// Prefixes the status with a place: "subgraph 0: ...".
Status At(const std::string& prefix, Status status);

}  // namespace litevk::model_check
