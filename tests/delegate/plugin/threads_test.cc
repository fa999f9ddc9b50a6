// One delegate, several interpreters, each in a thread of its own.
#include <thread>

#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

class ThreadsTest : public DelegateTest {};

TEST_P(ThreadsTest, ShareOneDelegate) {
  constexpr int kThreads = 4;
  constexpr int kRuns = 8;
  constexpr size_t kResults = size_t{kThreads} * kRuns;
  const auto delegate = MakeDelegate({}, GetParam());
  std::vector<std::vector<std::vector<float>>> results(kResults);
  std::vector<std::jthread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ModelBuilder model;
      BuildChain(model, t + 1);
      FakeInterpreter interpreter(model);
      EXPECT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
      EXPECT_EQ(interpreter.subgraph().DelegateNodes(), 1);
      EXPECT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
      for (int run = 0; run < kRuns; ++run) {
        const int seed = t * kRuns + run;
        results[static_cast<size_t>(seed)] = Run(interpreter, seed);
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
      const int seed = t * kRuns + run;
      ExpectClose(results[static_cast<size_t>(seed)], Run(stock, seed));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, ThreadsTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
