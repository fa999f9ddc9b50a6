// Constants of an ONNX graph. Equal ones are shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "onnx/write/graph_writer.h"
#include "runtime/ir/data_type.h"

namespace litevk::to_onnx {

class Constants {
 public:
  // The constants are added to `writer`, which may write an inner graph.
  explicit Constants(GraphWriter& writer) : writer_(writer) {}

  // Returns elements of a type with those dims. The name is used if there is no equal constant yet.
  Name Of(ir::DataType type, const std::vector<int64_t>& dims, std::span<const std::byte> elements,
          std::string_view name);
  // Returns a vector of int64, such as dims, axes and paddings.
  Name Dims(const std::vector<int64_t>& values);
  Name Ints(const std::vector<int64_t>& values, const std::vector<int64_t>& dims);
  Name Floats(const std::vector<float>& values, const std::vector<int64_t>& dims);
  Name Doubles(const std::vector<double>& values, const std::vector<int64_t>& dims);
  // Return scalars of int64 and float32.
  Name Int(int64_t value);
  Name Float(float value);

  GraphWriter& writer() { return writer_; }

 private:
  GraphWriter& writer_;
};

}  // namespace litevk::to_onnx
