// Moves of elements of every size, beside the plain loops of kernels_ref.
#include "tests/kernels_cpu/fast_kernel_calls.h"

namespace litevk::cpu {
namespace {

using ref::Node;

template <typename T>
std::vector<T> Counted(const ir::Shape& dims) {
  std::vector<T> values;
  for (int64_t i = 0; i < dims.NumElements(); ++i) values.push_back(static_cast<T>(i * 7 + 1));
  return values;
}

template <typename T>
void ExpectMoved(int op_code, Node& node, std::initializer_list<int> thread_counts) {
  const std::vector<T> plain = node.Values<T>();
  for (const IsaRow& row : OwnIsas()) {
    for (const int threads : thread_counts) {
      const auto fast = RunFastKernel<T>(op_code, node, row.isa, threads);
      ASSERT_TRUE(fast.has_value());
      EXPECT_EQ(*fast, plain) << row.name;
    }
  }
}

struct Permutation {
  ir::Shape dims;
  std::vector<int> axes;
};

const std::vector<Permutation>& AllPermutations() {
  static const std::vector<Permutation> permutations = {
      {{}, {}},
      {{5}, {0}},
      {{1, 1}, {1, 0}},
      {{3, 5}, {1, 0}},
      {{33, 65}, {1, 0}},
      {{2077, 3}, {1, 0}},             // pieces of rows
      {{3, 2077}, {1, 0}},             // wide strips
      {{2, 17, 19, 3}, {0, 3, 1, 2}},  // NHWC to NCHW
      {{2, 3, 17, 19}, {0, 2, 3, 1}},  // NCHW to NHWC
      {{1, 5, 4, 64}, {0, 2, 1, 3}},   // heads of attention: rows stay
      {{1, 5, 4, 64}, {0, 2, 3, 1}},
      {{2, 3, 4, 2}, {2, 1, 0, 3}},  // rows as short as an element
      {{2, 3, 4, 4}, {1, 0, 2, 3}},
      {{7, 5, 2}, {1, 0, 2}},
      {{7, 5, 3}, {2, 1, 0}},
      {{2, 3, 4, 5, 6, 2}, {5, 3, 1, 0, 2, 4}},
      {{6, 1, 7}, {2, 1, -3}},
  };
  return permutations;
}

template <typename T>
void ExpectTransposed() {
  for (const Permutation& permutation : AllPermutations()) {
    SCOPED_TRACE(permutation.dims.ToString() + " by " + ::testing::PrintToString(permutation.axes));
    Node node(abi::kTfLiteBuiltinTranspose);
    node.Input(permutation.dims, Counted<T>(permutation.dims))
        .Input({static_cast<int>(permutation.axes.size())}, permutation.axes);
    ExpectMoved<T>(abi::kTfLiteBuiltinTranspose, node, {1});
  }
}

TEST(TransposeTest, MovesElementsOfEverySize) {
  ExpectTransposed<int8_t>();
  ExpectTransposed<uint16_t>();
  ExpectTransposed<float>();
}

TEST(TransposeTest, DividesTilesAndRowsAmongThreads) {
  for (const std::vector<int>& axes : {std::vector<int>{0, 2, 1}, {1, 0, 2}, {2, 1, 0}}) {
    Node node(abi::kTfLiteBuiltinTranspose);
    node.Input<float>({70, 90, 101}, Counted<float>({70, 90, 101})).Input({3}, axes);
    ExpectMoved<float>(abi::kTfLiteBuiltinTranspose, node, {1, 2, 3, 8});
  }
}

struct Pads {
  ir::Shape dims;
  std::vector<int> sides;  // before and after, of each dim
};

const std::vector<Pads>& AllPads() {
  static const std::vector<Pads> pads = {
      {{3}, {0, 0}},
      {{3}, {2, 300}},
      {{2, 9, 7, 3}, {0, 0, 1, 1, 1, 1, 0, 0}},
      {{2, 9, 7, 3}, {0, 0, 0, 1, 0, 1, 0, 0}},
      {{2, 9, 7, 3}, {0, 0, 0, 0, 0, 0, 1, 4}},
      {{2, 9, 7, 3}, {1, 2, 3, 0, 0, 1, 2, 2}},
      {{1, 1, 1}, {1, 0, 0, 2, 3, 0}},
      {{2, 0, 3}, {1, 1, 1, 0, 2, 2}},
      {{2, 3, 0}, {0, 0, 0, 0, 2, 1}},
  };
  return pads;
}

template <typename T>
void ExpectPadded() {
  for (const Pads& pads : AllPads()) {
    for (const int op_code : {abi::kTfLiteBuiltinPad, abi::kTfLiteBuiltinPadv2}) {
      SCOPED_TRACE(pads.dims.ToString() + " with " + ::testing::PrintToString(pads.sides));
      Node node(op_code);
      node.Input(pads.dims, Counted<T>(pads.dims)).Input({pads.dims.rank(), 2}, pads.sides);
      if (op_code == abi::kTfLiteBuiltinPadv2) node.Input<T>({}, {T{5}});
      ExpectMoved<T>(op_code, node, {1});
    }
  }
}

TEST(PadTest, FillsAndMovesElementsOfEverySize) {
  ExpectPadded<int8_t>();
  ExpectPadded<uint16_t>();
  ExpectPadded<float>();
}

TEST(PadTest, DividesRowsAmongThreads) {
  Node node(abi::kTfLiteBuiltinPad);
  const ir::Shape dims = {4, 90, 90, 30};
  node.Input(dims, Counted<float>(dims)).Input<int>({4, 2}, {0, 0, 1, 2, 3, 4, 0, 1});
  ExpectMoved<float>(abi::kTfLiteBuiltinPad, node, {1, 2, 3, 8});
}

}  // namespace
}  // namespace litevk::cpu
