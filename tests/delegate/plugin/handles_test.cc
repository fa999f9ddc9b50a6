// Tensors that stay on the device between partitions (buffer handles).
#include <string_view>

#include "tests/delegate/plugin/delegate_fixture.h"
#include "tests/host/external_wrapper.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr float kPoison = -12345;

// The parameter is the option under which the device does not use the interpreter's memory. There is then no
// common memory, or one that the device maps.
class HandlesTest : public DelegateTest {
 protected:
  OptionPairs Options(OptionPairs options = {}) const {
    const std::string_view way = GetParam();
    options.emplace_back(way, way == "disable_zero_copy" ? "1" : "60000");
    return options;
  }

  // Adds a node that the delegate does not take.
  static int OnCpu(ModelBuilder& model, int input, const ir::Shape& dims) {
    const int output = model.Node(abi::kTfLiteBuiltinLogistic, {input}, dims);
    model.last_node().version = 99;
    return output;
  }

  // Builds RELU and TANH in one partition, a LOGISTIC of the RELU on the CPU, and their sum in another
  // partition. `middle` passes.
  int BuildTwoPartitions(ModelBuilder& model, bool is_output = false) {
    const ir::Shape dims = {1, 5, 7};
    const int input = model.Input(dims);
    const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, dims);
    const int middle = model.Node(abi::kTfLiteBuiltinTanh, {relu}, dims);
    const int on_cpu = OnCpu(model, relu, dims);
    const int sum = model.Node(abi::kTfLiteBuiltinAdd, {middle, on_cpu}, dims, kNoActivation);
    model.SetOutputs(is_output ? std::vector{sum, middle} : std::vector{sum});
    return middle;
  }

  struct Pair {
    explicit Pair(const ModelBuilder& model, FakeInterpreterOptions host = {})
        : stock(model, host), ours(model, host) {}
    FakeInterpreter stock;
    FakeInterpreter ours;
  };

  static void Apply(Pair& pair, abi::TfLiteDelegate* delegate, int partitions) {
    ASSERT_EQ(pair.stock.AllocateTensors(), abi::kTfLiteOk);
    ASSERT_EQ(pair.ours.ModifyGraphWithDelegate(delegate), abi::kTfLiteOk) << pair.ours.TakeErrors();
    EXPECT_EQ(pair.ours.subgraph().DelegateNodes(), partitions);
    ASSERT_EQ(pair.ours.AllocateTensors(), abi::kTfLiteOk) << pair.ours.TakeErrors();
  }
  static void ExpectSame(Pair& pair, int seed) { ExpectClose(Run(pair.ours, seed), Run(pair.stock, seed)); }

  // Runs and returns true if the host's memory of the tensor was left alone.
  static bool StaysOnDevice(Pair& pair, int id, int seed = 1) {
    abi::TfLiteTensor& tensor = pair.ours.subgraph().tensor(id);
    std::fill_n(tensor.data.f, tensor.bytes / sizeof(float), kPoison);
    ExpectSame(pair, seed);
    return *tensor.data.f == kPoison;
  }
};

TEST_P(HandlesTest, NobodyElseReadsIt) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options({{"strict", "1"}}));
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  for (const int seed : {1, 2, 3}) EXPECT_TRUE(StaysOnDevice(pair, middle, seed));
  EXPECT_THAT(pair.ours.subgraph().handle_copies(), IsEmpty());
}

TEST_P(HandlesTest, TheOptionForbidsIt) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options({{"disable_buffer_handles", "1"}}));
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  EXPECT_FALSE(StaysOnDevice(pair, middle));
  EXPECT_EQ(pair.ours.subgraph().tensor(middle).buffer_handle, abi::kTfLiteNullBufferHandle);
}

class HandlesInPlaceTest : public HandlesTest {};

// The lavapipe driver reads and writes the interpreter's memory, so that there is nothing to keep on the
// device.
TEST_F(HandlesInPlaceTest, AreNotUsed) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate();
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  EXPECT_FALSE(StaysOnDevice(pair, middle));
  EXPECT_EQ(pair.ours.subgraph().tensor(middle).buffer_handle, abi::kTfLiteNullBufferHandle);
}

TEST_P(HandlesTest, OneCopyForTheUserWhoAsksForIt) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model, true);
  const auto delegate = MakeDelegate(Options());
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  EXPECT_FALSE(StaysOnDevice(pair, middle, 1));
  EXPECT_FALSE(StaysOnDevice(pair, middle, 2));
  EXPECT_THAT(pair.ours.subgraph().handle_copies(), ElementsAre(middle, middle));
}

// A node of the CPU reads `relu`, and so do the partitions before and behind it.
TEST_P(HandlesTest, ReadersOnBothSides) {
  ModelBuilder model;
  const ir::Shape dims = {3, 4};
  const int input = model.Input(dims);
  const int relu = model.Node(abi::kTfLiteBuiltinRelu, {input}, dims);
  const int first = OnCpu(model, relu, dims);
  const int sum = model.Node(abi::kTfLiteBuiltinAdd, {first, relu}, dims, kNoActivation);
  const int second = OnCpu(model, sum, dims);
  const int product = model.Node(abi::kTfLiteBuiltinMul, {second, relu}, dims, kNoActivation);
  model.SetOutputs({model.Node(abi::kTfLiteBuiltinAdd, {product, sum}, dims, kNoActivation)});
  const auto delegate = MakeDelegate(Options());
  Pair pair(model);
  Apply(pair, delegate->abi(), 3);
  ExpectSame(pair, 1);
  EXPECT_THAT(pair.ours.subgraph().handle_copies(), ElementsAre(relu, sum));
  ExpectSame(pair, 2);
}

TEST_P(HandlesTest, SeveralInterpretersOfOneDelegate) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options());
  Pair first(model);
  Pair second(model);
  Apply(first, delegate->abi(), 2);
  Apply(second, delegate->abi(), 2);
  EXPECT_TRUE(StaysOnDevice(first, middle, 1));
  EXPECT_TRUE(StaysOnDevice(second, middle, 2));
  EXPECT_NE(first.ours.subgraph().tensor(middle).buffer_handle,
            second.ours.subgraph().tensor(middle).buffer_handle);
  EXPECT_TRUE(StaysOnDevice(first, middle, 3));
}

// Plans are kept, and so are the bindings of their executables.
TEST_P(HandlesTest, SizesInTurn) {
  for (const bool reapplies : {false, true}) {
    ModelBuilder model;
    const int middle = BuildTwoPartitions(model);
    const auto delegate = MakeDelegate(Options());
    Pair pair(model, {.reapplies_on_resize = reapplies});
    Apply(pair, delegate->abi(), 2);
    for (const int size : {7, 50, 7, 3, 50, 3}) {
      for (FakeInterpreter* host : {&pair.stock, &pair.ours}) {
        host->ResizeInput(0, {1, 5, size});
        ASSERT_EQ(host->AllocateTensors(), abi::kTfLiteOk) << host->TakeErrors();
      }
      // After the delegate is applied again, it sees the old dims behind the node of the CPU, which do not
      // fit.
      if (reapplies) {
        ExpectSame(pair, size);
      } else {
        EXPECT_TRUE(StaysOnDevice(pair, middle, size)) << size;
      }
    }
  }
}

// An interpreter that keeps every tensor for its user makes a partition of each node.
TEST_P(HandlesTest, NotWhereEveryTensorIsKept) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options());
  Pair pair(model, {.preserve_all_tensors = true});
  Apply(pair, delegate->abi(), 3);
  EXPECT_FALSE(StaysOnDevice(pair, middle));
}

// The value is brought to the host before the CPU takes over, or the run reports that it cannot be.
TEST_P(HandlesTest, ReaderThatFails) {
  ModelBuilder model;
  BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options({{"log_level", "silent"}}));
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  ExpectSame(pair, 1);
  const int last = pair.ours.subgraph().plan().back();
  pair.ours.subgraph().before_node = [&](int index) {
    if (index == last) vk::FaultInjector::FailNamed("vkQueueSubmit", VK_ERROR_OUT_OF_DEVICE_MEMORY);
  };
  if (std::string_view(GetParam()) == "disable_zero_copy") {
    EXPECT_NE(pair.ours.Invoke(), abi::kTfLiteOk);
    EXPECT_THAT(pair.ours.TakeErrors(), HasSubstr("partition 1 needs tensor 2, which is on the device: "));
  } else {
    ExpectSame(pair, 2);
  }
  vk::FaultInjector::Reset();
  pair.ours.subgraph().before_node = nullptr;
  ExpectSame(pair, 3);
  ExpectSame(pair, 4);
}

// Values on a lost device are lost, so this run fails. The next one runs on the device opened anew, where the
// tensor stays again from the run after it on.
TEST_P(HandlesTest, DeviceThatIsLostBetweenPartitions) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  const auto delegate = MakeDelegate(Options({{"log_level", "silent"}}));
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  const int last = pair.ours.subgraph().plan().back();
  pair.ours.subgraph().before_node = [&](int index) {
    if (index == last) vk::FaultInjector::FailNext("vkQueueSubmit", VK_ERROR_DEVICE_LOST);
  };
  EXPECT_NE(pair.ours.Invoke(), abi::kTfLiteOk);
  EXPECT_THAT(pair.ours.TakeErrors(), HasSubstr("needs tensor 2, which is on the device: "));
  vk::FaultInjector::Reset();
  pair.ours.subgraph().before_node = nullptr;
  ExpectSame(pair, 2);
  EXPECT_TRUE(StaysOnDevice(pair, middle, 3));
}

// The interpreter asks with TFLite's wrapper instead of the plugin's own object.
TEST_P(HandlesTest, CallbacksWithTheWrapper) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  OptionList options = {{"allow_cpu_device", "1"}, {"partition_policy", "all"}};
  for (const auto& [key, value] : Options()) options.emplace_back(key, value);
  const PluginFunctions plugin = {
      [](const char* const* keys, const char* const* values, size_t count, void (*)(const char*)) {
        const auto pairs = CollectOptions(keys, values, count);
        auto created = Delegate::Create(*pairs);
        return created.ok() ? std::move(*created).release()->abi() : nullptr;
      },
      [](abi::TfLiteDelegate* delegate) { delete Delegate::FromAbi(delegate); }};
  ExternalWrapper wrapper(plugin, options);
  ASSERT_NE(wrapper.delegate(), nullptr);
  Pair pair(model);
  Apply(pair, wrapper.delegate(), 2);
  EXPECT_TRUE(StaysOnDevice(pair, middle));
  abi::TfLiteTensor& tensor = pair.ours.subgraph().tensor(middle);
  const auto copy = [&] {
    return wrapper.delegate()->CopyFromBufferHandle(pair.ours.subgraph().context(), wrapper.delegate(),
                                                    tensor.buffer_handle, &tensor);
  };
  EXPECT_EQ(copy(), abi::kTfLiteOk);
  EXPECT_FLOAT_EQ(*tensor.data.f, *pair.stock.subgraph().tensor(middle).data.f);
  wrapper.delegate()->FreeBufferHandle(pair.ours.subgraph().context(), wrapper.delegate(),
                                       &tensor.buffer_handle);
  EXPECT_EQ(tensor.buffer_handle, abi::kTfLiteNullBufferHandle);
  EXPECT_NE(copy(), abi::kTfLiteOk);
  EXPECT_THAT(pair.ours.TakeErrors(), HasSubstr("litevk: buffer handle -1 has no value on the device"));
}

// Like KernelsOutliveTheDelegate: the interpreter does not ask a delegate that is gone.
TEST_P(HandlesTest, HandlesGoWithTheKernels) {
  ModelBuilder model;
  const int middle = BuildTwoPartitions(model);
  auto delegate = MakeDelegate(Options());
  Pair pair(model);
  Apply(pair, delegate->abi(), 2);
  EXPECT_TRUE(StaysOnDevice(pair, middle));
  delegate.reset();
  pair.ours.subgraph().RemoveDelegates();
  EXPECT_EQ(pair.ours.subgraph().tensor(middle).buffer_handle, abi::kTfLiteNullBufferHandle);
}

INSTANTIATE_TEST_SUITE_P(Ways, HandlesTest, testing::Values("disable_zero_copy", "invoke_timeout_ms"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace litevk::test
