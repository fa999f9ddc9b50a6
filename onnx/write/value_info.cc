#include "onnx/write/value_info.h"

#include "onnx.pb.h"
#include "onnx/facts/data_type.h"

namespace litevk::to_onnx {

void SetType(::onnx::ValueInfoProto& info, const ir::Tensor& tensor, const Permutation& permutation) {
  auto& type = *info.mutable_type()->mutable_tensor_type();
  type.set_elem_type(OnnxType(tensor.type));
  type.mutable_shape();
  for (const int64_t dim : WrittenDims(tensor.dims, permutation)) {
    type.mutable_shape()->add_dim()->set_dim_value(dim);
  }
}

}  // namespace litevk::to_onnx
