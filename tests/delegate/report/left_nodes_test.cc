#include "delegate/report/left_nodes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace litevk {
namespace {

NodeReport Node(int index, std::string op, Verdict verdict) {
  return {.index = index, .op = std::move(op), .verdict = std::move(verdict)};
}

TEST(LeftNodesTest, NoneIsLeft) {
  SubgraphReport report;
  EXPECT_EQ(DescribeLeftNodes(report), "");
  report.nodes = {Node(0, "ADD", {}), Node(7, "DELEGATE", Reject(ReasonCode::kOpNotListed))};
  EXPECT_EQ(DescribeLeftNodes(report), "");
}

TEST(LeftNodesTest, NodesStandByTheirReason) {
  SubgraphReport report;
  report.nodes = {Node(0, "ADD", {}), Node(1, "BUCKETIZE", Reject(ReasonCode::kOpNotListed, "no kernel")),
                  Node(2, "CONV_2D", Reject(ReasonCode::kType, "tensor 3 is of float64")),
                  Node(3, "RFFT2D", Reject(ReasonCode::kOpNotListed, "no kernel"))};
  EXPECT_EQ(DescribeLeftNodes(report),
            "of 4 nodes 3 are left to the CPU: node 1 BUCKETIZE, node 3 RFFT2D: no kernel; node 2 CONV_2D: "
            "tensor 3 is of float64");
}

TEST(LeftNodesTest, ListsAreCutShort) {
  SubgraphReport report;
  for (int i = 0; i < 6; ++i) report.nodes.push_back(Node(i, "SIN", Reject(ReasonCode::kNoDevice, "no GPU")));
  EXPECT_EQ(
      DescribeLeftNodes(report),
      "of 6 nodes 6 are left to the CPU: node 0 SIN, node 1 SIN, node 2 SIN, node 3 SIN and 2 more: no GPU");
  for (int i = 0; i < 5; ++i) report.nodes[i].verdict.reason = "reason " + std::to_string(i);
  report.nodes.resize(5);
  EXPECT_EQ(DescribeLeftNodes(report),
            "of 5 nodes 5 are left to the CPU: node 0 SIN: reason 0; node 1 SIN: reason 1; node 2 SIN: "
            "reason 2; node 3 SIN: reason 3; and others for 1 more reason");
}

}  // namespace
}  // namespace litevk
