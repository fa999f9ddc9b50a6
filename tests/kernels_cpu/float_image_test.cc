// Pooling and resizing of float images beside the plain loops of kernels_ref.
#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Floats;
using ref::Node;

struct Pool {
  ir::Shape image;
  int height;
  int width;
  int stride;
};

const std::vector<Pool>& AllPools() {
  static const std::vector<Pool> pools = {
      {{1, 1, 1, 1}, 1, 1, 1},  {{2, 9, 7, 3}, 2, 2, 2},  {{2, 9, 7, 19}, 3, 3, 2},
      {{1, 7, 7, 64}, 7, 7, 1}, {{1, 5, 6, 37}, 3, 2, 1}, {{1, 4, 3, 5}, 9, 9, 3},
  };
  return pools;
}

class FloatImageTest : public ::testing::TestWithParam<IsaRow> {
 protected:
  static void ExpectPlainPool(int op_code, const Pool& pool, int padding, int activation) {
    SCOPED_TRACE("operator " + std::to_string(op_code) + ", image " + pool.image.ToString());
    Node node(op_code);
    node.Input(pool.image, AwkwardFloats(pool.image, 6))
        .Options(abi::TfLitePoolParams{.padding = padding,
                                       .stride_width = pool.stride,
                                       .stride_height = pool.stride,
                                       .filter_width = pool.width,
                                       .filter_height = pool.height,
                                       .activation = activation});
    for (const int threads : {1, 3}) {
      const auto fast = RunFastKernel(op_code, node, GetParam().isa, threads);
      ASSERT_TRUE(fast.has_value());
      EXPECT_EQ(BitsOf(*fast), BitsOf(node.Values()));
    }
  }
};

TEST_P(FloatImageTest, PoolsWithTheBitsOfThePlainLoops) {
  for (const Pool& pool : AllPools()) {
    for (const int activation : {abi::kTfLiteActNone, abi::kTfLiteActRelu6}) {
      for (const int op_code : {abi::kTfLiteBuiltinAveragePool2d, abi::kTfLiteBuiltinMaxPool2d}) {
        ExpectPlainPool(op_code, pool, abi::kTfLitePaddingSame, activation);
        if (pool.height <= pool.image[1]) {
          ExpectPlainPool(op_code, pool, abi::kTfLitePaddingValid, activation);
        }
      }
    }
  }
}

TEST_P(FloatImageTest, ResizesAsThePlainLoopsDo) {
  for (const int channels : {1, 3, 19, 64}) {
    for (const std::vector<int>& size : {std::vector<int>{13, 9}, {2, 3}, {5, 7}, {1, 1}, {40, 61}}) {
      for (const int mode : {0, 1, 2}) {
        Node node(abi::kTfLiteBuiltinResizeBilinear);
        const ir::Shape image = {2, 5, 7, channels};
        node.Input(image, RandomFloats(image, 7))
            .Input({2}, size)
            .Options(
                abi::TfLiteResizeBilinearParams{.align_corners = mode == 1, .half_pixel_centers = mode == 2});
        const Floats fast = *RunFastKernel(abi::kTfLiteBuiltinResizeBilinear, node, GetParam().isa, 2);
        // Weights are multiplied first, and roundings differ.
        EXPECT_THAT(fast, ::testing::Pointwise(::testing::FloatNear(4e-6F), node.Values()));
      }
    }
  }
}

TEST_P(FloatImageTest, ResizesNansAndInfinitiesAsThePlainLoopsDo) {
  Node node(abi::kTfLiteBuiltinResizeBilinear);
  Floats image = RandomFloats({1, 4, 4, 5}, 8);
  image[3] = std::nanf("");
  image[30] = std::numeric_limits<float>::infinity();
  image[60] = -std::numeric_limits<float>::infinity();
  node.Input({1, 4, 4, 5}, image).Input<int>({2}, {7, 9}).Options(abi::TfLiteResizeBilinearParams{});
  const Floats fast = *RunFastKernel(abi::kTfLiteBuiltinResizeBilinear, node, GetParam().isa);
  const Floats plain = node.Values();
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(std::isnan(fast[i]), std::isnan(plain[i])) << i;
    if (std::isinf(plain[i])) {
      EXPECT_EQ(fast[i], plain[i]) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, FloatImageTest, ::testing::ValuesIn(OwnIsas()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace litevk::cpu
