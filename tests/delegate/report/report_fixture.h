// Reports on graphs for tests.
#pragma once

#include "delegate/report/compat_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "delegate/engine/report_writer.h"
#include "delegate/report/refusals.h"
#include "runtime/platform/files.h"
#include "runtime/tflite/builtin_ops.h"
#include "tests/host/model_builder.h"

namespace litevk {

inline SubgraphReport SomeSubgraph(int index = 0) {
  test::ModelBuilder model;
  const int input = model.Input({4});
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, {4});
  model.Node(abi::kTfLiteBuiltinCustom, {relu}, {4});
  model.last_node().custom_name = "Mine\xff";
  Partitioning partitioning;
  partitioning.verdicts = {Verdict(), Reject(ReasonCode::kCustomOp, "no \"customs\"")};
  partitioning.estimates = {
      {.positions = {0},
       .cost = {.device_us = 210.04, .overhead_us = 190, .cpu_us = 40.1},
       .is_claimed = true},
      {.positions = {1}, .cost = {.device_us = 300, .plan_us = 250, .cpu_us = 1}, .assumes_dims = true},
  };
  SubgraphReport report = MakeSubgraphReport(index, model.graph(), partitioning);
  report.partitions = 1;
  report.nodes[0].partition = 0;
  report.estimates[0].partition = 0;
  return report;
}

}  // namespace litevk
