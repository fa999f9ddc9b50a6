// One delegate, several interpreters, each in a thread of its own.
#include <thread>

#include "tests/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class ThreadsTest : public DelegateTest {};

TEST_P(ThreadsTest, ShareOneDelegate) {
  constexpr int kThreads = 4;
  constexpr int kRuns = 8;
  const auto delegate = MakeDelegate({}, GetParam());
  std::vector<std::vector<std::vector<float>>> results(kThreads * kRuns);
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ModelBuilder model;
      BuildChain(model, t + 1);
      FakeInterpreter interpreter(model);
      EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
      EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
      EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
      for (int run = 0; run < kRuns; ++run) {
        results[static_cast<size_t>(t * kRuns + run)] = Run(interpreter, t * kRuns + run);
      }
    });
  }
  threads.clear();
  for (int t = 0; t < kThreads; ++t) {
    ModelBuilder model;
    BuildChain(model, t + 1);
    FakeInterpreter stock(model);
    ASSERT_EQ(stock.AllocateTensors(), abi::kTfLiteOk);
    for (int run = 0; run < kRuns; ++run) {
      ExpectClose(results[static_cast<size_t>(t * kRuns + run)], Run(stock, t * kRuns + run));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ThreadsTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
