// An emitter of ONNX nodes, which knows nothing of TFLite's. The results of nodes and constants are names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "onnx/write/constants.h"
#include "onnx/write/graph_writer.h"
#include "runtime/ir/data_type.h"

namespace litevk::to_onnx {

class Emitter : public Constants {
 public:
  using Constants::Constants;

  Name Add(std::string_view op, const std::vector<Name>& inputs, const Attributes& attributes = {});
  std::vector<Name> AddMany(std::string_view op, const std::vector<Name>& inputs,
                            const Attributes& attributes, size_t results);

  // Returns a constant scalar of a type.
  Name Scalar(ir::DataType type, double value);
  Name Cast(const Name& value, ir::DataType type);
  // Clips a value of one type to the range of another integer type.
  Name WithinRange(const Name& value, ir::DataType type, ir::DataType range);

  // Squeeze removes the dims of 1 at these axes, and Unsqueeze inserts them at these axes of the result.
  // Slice returns the elements from starts to ends.
  Name Squeeze(const Name& value, const std::vector<int64_t>& axes);
  Name Unsqueeze(const Name& value, const std::vector<int64_t>& axes);
  Name Slice(const Name& value, const std::vector<int64_t>& starts, const std::vector<int64_t>& ends,
             const std::vector<int64_t>& axes);
  Name Pad(const Name& value, const std::vector<int64_t>& pads, const Name& filler);
  Name Concat(const std::vector<Name>& values, int64_t axis);
  Name Reshape(const Name& value, const std::vector<int64_t>& dims);
  Name Transpose(const Name& value, const std::vector<int64_t>& permutation);
  // Returns a table's elements, of that type, at these indices.
  Name LookedUpAt(const Name& indices, ir::DataType type, std::span<const std::byte> table);
};

}  // namespace litevk::to_onnx
