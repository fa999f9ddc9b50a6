// The rules of the model format that FlatBuffers' own verifier does not know. Each check returns a sentence
// that begins with the place; CheckModel makes them all, Model is its only caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "runtime/base/status.h"
#include "runtime/tflite/schema/tflite_generated.h"
#include "runtime/tflite/schema_vector.h"

namespace litevk::model_check {

// What is left of the work and memory that a file may cost. Tables and vectors of a FlatBuffer can be
// referred to any number of times, so that a small file could ask for a copy of one vector per tensor.
class Budget {
 public:
  explicit Budget(size_t file_bytes);
  Status Spend(size_t units);

 private:
  size_t left_;
};

// A verified FlatBuffer and the file that it lies in.
struct Source {
  const schema::Model& root;
  std::span<const std::byte> bytes;
  Budget& budget;
};

// Everything below, for every part of the model.
Status CheckModel(const Source& source);

// One tensor of `subgraph`: shape, type, buffer, quantization and sparsity agree.
Status CheckTensor(const Source& source, const schema::SubGraph& subgraph, const schema::Tensor& tensor);
// `stored_bytes` hold the values of a sparse tensor whose shape is checked already.
Status CheckSparsity(const schema::Tensor& tensor, size_t stored_bytes, Budget& budget);
// Operators, their tensors and options, and the order in which tensors are written and read.
Status CheckOperators(const Source& source, const schema::SubGraph& subgraph);
// The subgraphs that operators call exist, do not call themselves and are not nested too often.
Status CheckCalls(const schema::Model& root);

bool LiesIn(uint64_t offset, uint64_t size, std::span<const std::byte> file);
// Null data() when the buffer has none; it lies in the file when CheckModel has passed.
std::span<const std::byte> BufferBytes(const schema::Buffer& buffer, std::span<const std::byte> file);
// Whether the tensor's value is stored in the model.
bool IsConstant(const Source& source, const schema::Tensor& tensor);
// Bits of one element; 0 for the types without a fixed size.
int ElementBits(schema::TensorType type);

// The status with a place in front: "subgraph 0: ...".
Status At(const std::string& place, Status status);

}  // namespace litevk::model_check
