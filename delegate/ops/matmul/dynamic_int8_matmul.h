// Multiplications of float32 rows, quantized in every run, by integer weights
// (shaders/matmul/dynamic_int8_matmul.comp): FULLY_CONNECTED, BATCH_MATMUL, and what the inputs of recurrent
// operators add.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/dynamic_int8_rows.h"
#include "delegate/ops/matmul/dynamic_int8_pack.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

struct DynamicInt8Matmul {
  FloatRows left;
  DynamicInt8Layout right;
  int64_t rows = 1;  // rows of one product
  // Dims that enumerate the products, at most five. Strides count matrices of the left and the right operand.
  std::vector<ir::WalkDim<2>> walk = {};
  int bias = -1;           // index of the input; -1: there is none
  int activation = 0;      // abi::TfLiteFusedActivation
  bool in_floats = false;  // the zero point is taken out of a sum in float32
};

// True if the weights, the quantized rows and the constants of the channels fit into storage buffer bindings.
bool DynamicInt8MatmulFits(const DynamicInt8Matmul& matmul, const gpu::DeviceLimits& limits);

// A split of a product into workgroups.
struct DynamicInt8Split {
  uint32_t tile;   // rows
  uint32_t lanes;  // blocks of outputs side by side; the rest of a workgroup are slices of the depth
  int64_t time;    // estimated, in the unit of Configuration::time
};
std::string NameOf(const DynamicInt8Split& split);

// Returns the splits of a product on the device, the one with the smallest estimate first.
std::vector<DynamicInt8Split> DynamicInt8Splits(const DynamicInt8Matmul& matmul,
                                                const gpu::DeviceLimits& limits);

// Emits the products with the node's epilogue. The weights are input 1.
void EmitDynamicInt8Matmul(Lowering& lowering, const DynamicInt8Matmul& matmul,
                           const DynamicInt8Split& split);

// Emits the products by the split that ChoosePlan takes.
void EmitDynamicInt8Matmul(Lowering& lowering, const DynamicInt8Matmul& matmul);

// Constants of a product: the weights in words, and scales and biases of the outputs.
struct DynamicInt8Constants {
  gpu::TensorId weights;
  gpu::TensorId channels;
};

// Emits the products as a part of the node, and returns the memory of their results.
gpu::TensorId EmitDynamicInt8Part(Lowering& lowering, const DynamicInt8Matmul& matmul,
                                  const DynamicInt8Constants& constants);
// Emits the products as a part of the node, with the weights of input 1.
gpu::TensorId EmitDynamicInt8Part(Lowering& lowering, const DynamicInt8Matmul& matmul);

// Adds the known weights of an input, in words.
gpu::TensorId AddDynamicInt8Weights(Lowering& lowering, int input, const DynamicInt8Layout& layout);

}  // namespace litevk
