// Multiplications of float32 rows, quantized in every run, by integer weights
// (shaders/matmul/hybrid_product.comp): FULLY_CONNECTED, BATCH_MATMUL, and what the inputs of recurrent
// operators add.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/hybrid_rows.h"
#include "delegate/ops/matmul/hybrid_pack.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

struct HybridProduct {
  FloatRows left;
  HybridLayout right;
  int64_t rows = 1;  // rows of one product
  // Dims that enumerate the products, at most five. Strides count matrices of the left and the right operand.
  std::vector<ir::WalkDim<2>> walk = {};
  int bias = -1;           // index of the input; -1: there is none
  int activation = 0;      // abi::TfLiteFusedActivation
  bool in_floats = false;  // the zero point is taken out of a sum in float32
};

// True if the weights, the quantized rows and the constants of the channels fit into storage buffer bindings.
bool HybridProductFits(const HybridProduct& product, const gpu::DeviceLimits& limits);

// A split of a product into workgroups.
struct HybridSplit {
  uint32_t tile;   // rows
  uint32_t lanes;  // blocks of outputs side by side; the rest of a workgroup are slices of the depth
  int64_t time;    // estimated, in the unit of Configuration::time
};
std::string NameOf(const HybridSplit& split);

// Returns the splits of a product on the device, the one with the smallest estimate first.
std::vector<HybridSplit> HybridSplits(const HybridProduct& product, const gpu::DeviceLimits& limits);

// Emits the products with the node's epilogue. The weights are input 1.
void EmitHybridProduct(Lowering& lowering, const HybridProduct& product, const HybridSplit& split);

// Emits the products by the split that ChoosePlan takes.
void EmitHybridProduct(Lowering& lowering, const HybridProduct& product);

// Constants of a product: the weights in words, and scales and biases of the outputs.
struct HybridConstants {
  gpu::TensorId weights;
  gpu::TensorId channels;
};

// Emits the products as a part of the node, and returns the memory of their results.
gpu::TensorId EmitHybridPart(Lowering& lowering, const HybridProduct& product,
                             const HybridConstants& constants);
// Emits the products as a part of the node, with the weights of input 1.
gpu::TensorId EmitHybridPart(Lowering& lowering, const HybridProduct& product);

// Adds the known weights of an input, in words.
gpu::TensorId AddHybridWeights(Lowering& lowering, int input, const HybridLayout& layout);

}  // namespace litevk
