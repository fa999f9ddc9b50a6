// Partitions graphs for tests.
#pragma once

#include "delegate/partition/partitioner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "delegate/partition/sized_graph.h"
#include "runtime/ir/open_dims.h"
#include "runtime/tflite/builtin_ops.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/host/model_builder.h"
#include "tests/host/node_groups.h"

namespace litevk {

using test::ModelBuilder;
inline constexpr int kRelu = abi::kTfLiteBuiltinRelu;

inline constexpr int kCpuOnly = abi::kTfLiteBuiltinLshProjection;

inline constexpr int kAdd = abi::kTfLiteBuiltinAdd;

inline constexpr abi::TfLiteAddParams kNoActivation = {.activation = abi::kTfLiteActNone,
                                                       .pot_scale_int16 = false};

inline std::vector<ReasonCode> Codes(const Partitioning& partitioning) {
  std::vector<ReasonCode> codes;
  for (const Verdict& verdict : partitioning.verdicts) codes.push_back(verdict.code);
  return codes;
}

// Returns nodes of the given codes, each reading the one before.
inline ModelBuilder Chain(const std::vector<int>& codes) {
  ModelBuilder model;
  int last = model.Input({4});
  for (const int code : codes) last = model.Node(code, {last}, {4});
  model.SetOutputs({last});
  return model;
}

}  // namespace litevk
