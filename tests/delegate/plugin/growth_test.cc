// The memory of a process that runs and resizes a model all day stays as it is.
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "tests/delegate/plugin/delegate_fixture.h"

namespace litevk::test {
namespace {

constexpr int64_t kMostGrowth = int64_t{1} << 20;
// More sizes than plans are kept for, so that each resize makes a plan anew.
constexpr int kSizes = 6;

// Returns the resident bytes of this process, without what malloc() keeps free.
int64_t ResidentBytes() {
  malloc_trim(0);
  int64_t all = 0;
  int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

class GrowthTest : public DelegateTest {
 protected:
  // The validation layer keeps something of each plan.
  GrowthTest() {
    unsetenv("LITEVK_VALIDATION");
    delegate_ = MakeDelegate();
    BuildChain(model_);
    interpreter_ = std::make_unique<FakeInterpreter>(model_);
    EXPECT_EQ(interpreter_->ModifyGraphWithDelegate(delegate_->abi()), abi::kTfLiteOk);
    EXPECT_EQ(interpreter_->AllocateTensors(), abi::kTfLiteOk);
  }

  void Invoke(int times) {
    for (int i = 0; i < times; ++i) ASSERT_EQ(interpreter_->Invoke(), abi::kTfLiteOk);
  }

  void Resize(int times) {
    for (int i = 0; i < times; ++i) {
      interpreter_->ResizeInput(0, {1 + i % kSizes, 2, 3, 5});
      ASSERT_EQ(interpreter_->AllocateTensors(), abi::kTfLiteOk);
      ASSERT_EQ(interpreter_->Invoke(), abi::kTfLiteOk);
    }
  }

  ModelBuilder model_;
  std::unique_ptr<Delegate> delegate_;
  std::unique_ptr<FakeInterpreter> interpreter_;
};

TEST_F(GrowthTest, TenThousandRunsAndTwoHundredSizes) {
  Resize(4 * kSizes);
  Invoke(500);
  const int64_t before = ResidentBytes();
  Invoke(10'000);
  EXPECT_LT(ResidentBytes() - before, kMostGrowth) << "after the runs";
  Resize(200);
  EXPECT_LT(ResidentBytes() - before, kMostGrowth) << "after the resizes";
}

}  // namespace
}  // namespace litevk::test
