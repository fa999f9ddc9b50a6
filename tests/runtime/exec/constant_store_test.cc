// Constants that several executables share, as the plans of a partition share their weights.
#include "runtime/exec/constant_store.h"

#include <algorithm>

#include "runtime/base/elements.h"
#include "runtime/exec/executable.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

constexpr size_t kFloats = 70;

class ConstantStoreTest : public GpuTest, public testing::WithParamInterface<bool> {
 protected:
  struct Made {
    std::unique_ptr<Executable> executable;
    gpu::TensorId output = gpu::kNoTensor;
  };

  // Builds output = constant + constant. With `is_returned`, the constant is an output too.
  Made Make(float value, const std::string& key, bool is_returned = false, size_t floats = kFloats) {
    GraphBuilder builder;
    const gpu::TensorId constant = builder.Constant(std::vector<float>(floats, value), key);
    builder.graph().tensors.back().is_output = is_returned;
    const gpu::TensorId output = builder.Output(floats);
    builder.MultiplyAdd(constant, 1.0F, constant, output);
    auto executable =
        Executable::Build(device_, builder.Take(), {.disable_zero_copy = GetParam(), .constants = &store_});
    EXPECT_TRUE(executable.ok()) << executable.status().message();
    return {executable.ok() ? std::move(*executable) : nullptr, is_returned ? constant : output};
  }

  // Calls Make with a key that is known with other bytes. With validation, the check of keys reports that.
  Made MakeOfOtherBytes(float value, const std::string& key, bool is_returned = false) {
    const uint64_t before = vk::ValidationMessageCount();
    Made made = Make(value, key, is_returned);
    EXPECT_EQ(vk::ValidationMessageCount() - before, vk::ValidationRequested() ? 1U : 0U);
    ExpectMessages(vk::ValidationMessageCount() - before);
    return made;
  }

  static void ExpectOutput(Made& made, float expected) {
    ASSERT_TRUE(made.executable->Run().ok());
    for (const float value : ToVector(made.executable->Output(made.output))) ASSERT_EQ(value, expected);
  }

  ConstantStore store_;
};

INSTANTIATE_TEST_SUITE_P(Io, ConstantStoreTest, testing::Values(false, true),
                         [](const auto& io) { return io.param ? "Staged" : "ZeroCopy"; });

TEST_P(ConstantStoreTest, OneKeyIsUploadedOnce) {
  Made first = Make(3.0F, "weights");
  // A different value under the same key shows that the constant is not written again.
  Made second = MakeOfOtherBytes(5.0F, "weights");
  EXPECT_EQ(first.executable->stats().shared_constant_bytes, 0U);
  EXPECT_GT(first.executable->stats().constant_bytes, 0U);
  EXPECT_EQ(second.executable->stats().shared_constant_bytes, second.executable->stats().constant_bytes);
  ExpectOutput(first, 6.0F);
  ExpectOutput(second, 6.0F);
  first.executable.reset();
  ExpectOutput(second, 6.0F);
}

TEST_P(ConstantStoreTest, OtherKeysAndNoneAreNotShared) {
  Made first = Make(3.0F, "weights");
  Made other = Make(5.0F, "bias");
  Made none = Make(7.0F, "");
  Made none_again = Make(9.0F, "");
  for (const Made* made : {&other, &none, &none_again}) {
    EXPECT_EQ(made->executable->stats().shared_constant_bytes, 0U);
  }
  ExpectOutput(first, 6.0F);
  ExpectOutput(other, 10.0F);
  ExpectOutput(none, 14.0F);
  ExpectOutput(none_again, 18.0F);
}

TEST_P(ConstantStoreTest, OneOfAnotherSizeIsAnother) {
  Made first = Make(3.0F, "weights");
  Made longer = Make(5.0F, "weights", /*is_returned=*/false, 2 * kFloats);
  EXPECT_EQ(longer.executable->stats().shared_constant_bytes, 0U);
  ExpectOutput(first, 6.0F);
  ExpectOutput(longer, 10.0F);
}

TEST_P(ConstantStoreTest, ThoseThatTookAnothersTensorAreCheckedToo) {
  const auto repeat = [](float value) {
    GraphBuilder builder;
    const gpu::TensorId constant = builder.Constant(std::vector<float>(kFloats, 3.0F), "weights");
    const gpu::TensorId output = builder.Output(kFloats);
    builder.MultiplyAdd(constant, 1.0F, constant, output);
    const auto write = [value](std::span<std::byte> bytes) -> Status {
      std::ranges::fill(ElementsOf<float>(bytes), value);
      return {};
    };
    builder.graph().repeated_constants.push_back({constant, write, "weights"});
    return builder.Take();
  };
  ConstantHashes hashes;
  const uint64_t before = vk::ValidationMessageCount();
  ASSERT_TRUE(hashes.Check(repeat(3.0F)).ok());
  EXPECT_EQ(vk::ValidationMessageCount(), before);
  ASSERT_TRUE(hashes.Check(repeat(5.0F)).ok());
  EXPECT_EQ(vk::ValidationMessageCount(), before + 1);
  ExpectMessages(1);
}

TEST_P(ConstantStoreTest, NothingIsKeptThatNoExecutableUses) {
  Make(3.0F, "weights");
  Made second = MakeOfOtherBytes(5.0F, "weights");
  EXPECT_EQ(second.executable->stats().shared_constant_bytes, 0U);
  ExpectOutput(second, 10.0F);
}

TEST_P(ConstantStoreTest, AConstantThatTheHostReadsIsItsOwn) {
  Made first = Make(3.0F, "weights");
  Made second = MakeOfOtherBytes(5.0F, "weights", /*is_returned=*/true);
  EXPECT_EQ(second.executable->stats().shared_constant_bytes, 0U);
  ExpectOutput(second, 5.0F);
  ExpectOutput(first, 6.0F);
}

}  // namespace
}  // namespace litevk
