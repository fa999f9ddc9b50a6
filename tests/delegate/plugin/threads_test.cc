// One delegate, several interpreters, each in a thread of its own; and one interpreter in several threads.
#include <array>
#include <atomic>
#include <chrono>
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

// A context that counts errors, since FakeInterpreter's context belongs to one thread.
struct CountingContext {
  explicit CountingContext(const abi::TfLiteContext& original) : context(original) {
    context.impl_ = this;
    context.ReportError = Count;
  }
  static void Count(abi::TfLiteContext* self, const char* /*format*/, ...) {
    ++static_cast<CountingContext*>(self->impl_)->errors;
  }

  abi::TfLiteContext context;
  std::atomic<int> errors = 0;
};

TEST_P(ThreadsTest, AKernelRefusesASecondThread) {
  const auto delegate = MakeDelegate({}, GetParam());
  ModelBuilder model;
  BuildChain(model);
  FakeInterpreter interpreter(model);
  ASSERT_EQ(interpreter.ModifyGraphWithDelegate(delegate->abi()), abi::kTfLiteOk);
  ASSERT_EQ(interpreter.AllocateTensors(), abi::kTfLiteOk);
  const std::vector<std::vector<float>> expected = Run(interpreter, 7);
  FakeSubgraph& subgraph = interpreter.subgraph();
  const int kernel = subgraph.plan().front();
  CountingContext counting(*subgraph.context());
  std::atomic<int> ran = 0;
  std::atomic<int> refused = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const auto work = [&] {
    while ((ran == 0 || refused == 0) && std::chrono::steady_clock::now() < end) {
      const auto status = subgraph.registration(kernel).invoke(&counting.context, &subgraph.node(kernel));
      ++(status == abi::kTfLiteOk ? ran : refused);
    }
  };
  {
    const std::array<std::jthread, 4> threads = {std::jthread(work), std::jthread(work), std::jthread(work),
                                                 std::jthread(work)};
  }
  EXPECT_GT(ran, 0);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(counting.errors, refused);
  ExpectClose(Run(interpreter, 7), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, ThreadsTest, testing::Values("vulkan", "reference"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
