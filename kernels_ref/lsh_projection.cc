#include <algorithm>

#include "kernels_ref/support/fingerprint64.h"
#include "kernels_ref/support/kernel_row.h"
#include "runtime/opset/shape_check.h"

namespace litevk::ref {
namespace {

enum Input : uint8_t { kSeeds = 0, kItems = 1, kWeights = 2 };

constexpr int kMostBits = 32;

int TypeOf(const ir::Params& params) { return params.As<abi::TfLiteLSHProjectionParams>().type; }

Status InferLshProjection(const ir::ShapeQuery& query) {
  LITEVK_RETURN_IF_ERROR(ir::CheckInputs(query, 2));
  const ir::Shape& seeds = query.input(kSeeds);
  const ir::Shape& items = query.input(kItems);
  LITEVK_RETURN_IF_ERROR(ir::CheckRank(seeds, 2, "hash functions"));
  if (seeds[1] > kMostBits) {
    return InvalidArgument("hash functions have " + std::to_string(seeds[1]) + " bits, expected at most 32");
  }
  if (items.rank() < 1 || items[0] < 1) {
    return InvalidArgument("input has dims " + items.ToString() + ", expected at least one item");
  }
  const ir::Tensor* weights = ir::OptionalInput(query, kWeights);
  if (weights != nullptr && weights->dims != ir::Shape{items[0]}) {
    return InvalidArgument("weights have dims " + weights->dims.ToString() + ", expected " +
                           std::to_string(items[0]));
  }
  const int type = TypeOf(query.params);
  if (type == abi::kTfLiteLshProjectionSparse) return ir::SetOutput(query, {seeds[0]});
  if (type == abi::kTfLiteLshProjectionDense) return ir::SetOutput(query, {int64_t{seeds[0]} * seeds[1]});
  return InvalidArgument("type is " + std::to_string(type) + ", expected 1 (SPARSE) or 2 (DENSE)");
}

// One bit: the sign of the weighed sum of the items' hashes, each of the seed's bytes and then the item's.
uint32_t ProjectedBit(const KernelArgs& args, float seed) {
  const ConstView& items = args.inputs[kItems];
  const auto count = static_cast<size_t>(items.dims()[0]);
  const size_t item_bytes = items.bytes.size() / count;
  std::vector<std::byte> key(sizeof(seed) + item_bytes);
  std::ranges::copy(std::as_bytes(std::span(&seed, 1)), key.begin());
  double score = 0.0;
  for (size_t index = 0; index < count; ++index) {
    std::ranges::copy(items.bytes.subspan(index * item_bytes, item_bytes), key.begin() + sizeof(seed));
    const auto hash = static_cast<double>(static_cast<int64_t>(Fingerprint64(key)));
    score += args.has_input(kWeights) ? double{args.inputs[kWeights].data<float>()[index]} * hash : hash;
  }
  return score > 0.0 ? 1 : 0;
}

// Dense: every bit is an element. Sparse: a hash function's bits are one number, in a range of its own.
Status LshProjection(const KernelArgs& args) {
  const bool is_dense = TypeOf(args.params) == abi::kTfLiteLshProjectionDense;
  const ir::Shape& dims = args.inputs[kSeeds].dims();
  const float* seed = args.inputs[kSeeds].data<float>();
  auto* output = args.outputs[0].data<uint32_t>();
  for (int function = 0; function < dims[0]; ++function) {
    uint32_t number = 0;
    for (int bit = 0; bit < dims[1]; ++bit) {
      const uint32_t value = ProjectedBit(args, *seed++);
      if (is_dense) *output++ = value;
      number = number << 1 | value;
    }
    const uint64_t offset = static_cast<uint64_t>(function) << dims[1];
    if (!is_dense) *output++ = number + static_cast<uint32_t>(offset);
  }
  return {};
}

}  // namespace

const KernelRow kKernelRow_lsh_projection = {
    .op_code = abi::kTfLiteBuiltinLshProjection,
    .params_bytes = sizeof(abi::TfLiteLSHProjectionParams),
    .types = {{.element = kFixedSize,
               .inputs = {kFloat32, kT, kFloat32},
               .outputs = {kInt32},
               .required_inputs = 2}},
    .quantized = Quantized::kMoved,
    .infer_shapes = InferLshProjection,
    .run = &LshProjection,
};

}  // namespace litevk::ref
