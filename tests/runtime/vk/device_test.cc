#include "runtime/vk/device.h"

#include <sys/stat.h>
#include <unistd.h>
#include <array>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "runtime/vk/instance/device_nodes.h"
#include "runtime/vk/instance/list_devices.h"
#include "tests/runtime/vk/gpu_test.h"

namespace litevk::vk {
namespace {

class DeviceTest : public GpuTest {};

TEST_F(DeviceTest, ListTellsWhatIsThere) {
  const auto devices = ListDevices();
  ASSERT_TRUE(devices.ok()) << devices.status().message();
  ASSERT_FALSE(devices->empty());
  for (size_t i = 0; i < devices->size(); ++i) {
    const DeviceInfo& device = (*devices)[i];
    EXPECT_EQ(device.index, i);
    EXPECT_FALSE(device.name.empty());
    EXPECT_FALSE(device.driver.empty());
    EXPECT_GE(device.limits.max_storage_buffer_range_bytes, 1ULL << 27);
    EXPECT_FALSE(device.api_version.empty());
  }
}

TEST_F(DeviceTest, OneDeviceForAllUsers) {
  const auto again = AcquireDevice(Request());
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, device_);
}

TEST_F(DeviceTest, DisabledFeaturesMakeAnotherDevice) {
  DeviceRequest request = Request();
  for (uint32_t i = 0; i < kFeatureCount; ++i) request.disabled_features.Add(static_cast<Feature>(i));
  const auto plain = AcquireDevice(request);
  ASSERT_TRUE(plain.ok()) << plain.status().message();
  EXPECT_NE(*plain, device_);
  EXPECT_EQ((*plain)->features().bits(), 0U);
  EXPECT_EQ((*plain)->limits().subgroup_size, 1U);
  EXPECT_EQ(device_->limits().subgroup_size > 1, device_->features().has(Feature::kSubgroups));
}

// Adds RADV's compiler, which has a device without a GPU, to the driver of the other tests.
TEST_F(DeviceTest, EachIdIsADeviceOfItsOwn) {
  const std::string own = std::getenv("VK_ICD_FILENAMES");
  device_.reset();
  const ScopedEnv drivers("VK_ICD_FILENAMES", own + ":" LITEVK_RADV);
  const ScopedEnv family("RADV_FORCE_FAMILY", "navi21");
  DeviceRequest request = Request();
  request.device_id = 0;
  const auto first = AcquireDevice(request);
  ASSERT_TRUE(first.ok()) << first.status().message();
  request.device_id = 1;
  const auto second = AcquireDevice(request);
  ASSERT_TRUE(second.ok()) << second.status().message();
  EXPECT_NE((*first)->info().name, (*second)->info().name);
  PinDrivers();
}

TEST_F(DeviceTest, PipelinesAreCompiledOnce) {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(4);
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(4));
  builder.MultiplyAdd(input, 3.0F, input, builder.Output(4));
  const auto get = [&](size_t dispatch) {
    const gpu::Dispatch& from = builder.graph().dispatches[dispatch];
    const std::array requests = {PipelineRequest{from.shader, from.spec}};
    auto pipelines = device_->GetPipelines(requests);
    EXPECT_TRUE(pipelines.ok()) << pipelines.status().message();
    return pipelines->front();
  };
  EXPECT_EQ(get(0), get(0));
  EXPECT_NE(get(0), get(1));
  EXPECT_EQ(get(0)->shader, get(1)->shader);
}

TEST_F(DeviceTest, NoLoader) {
  FaultInjector::FailNamed("dlopen", VK_ERROR_INITIALIZATION_FAILED);
  device_.reset();
  const auto device = AcquireDevice(Request());
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(device.status().message().find("vulkan loader: expected libvulkan.so.1"), std::string::npos)
      << device.status().message();
  EXPECT_EQ(ListDevices().status().code(), StatusCode::kUnavailable);
}

TEST_F(DeviceTest, NoDriver) {
  device_.reset();
  const ScopedEnv drivers("VK_ICD_FILENAMES", "/nonexistent/icd.json");
  const auto device = AcquireDevice(Request());
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.status().code(), StatusCode::kUnavailable) << device.status().message();
}

TEST_F(DeviceTest, ValidationLayerAskedForAndMissing) {
  device_.reset();
  const ScopedEnv validation("LITEVK_VALIDATION", "1");
  const ScopedEnv layers("VK_LAYER_PATH", "/nonexistent");
  const auto device = AcquireDevice(Request());
  ASSERT_FALSE(device.ok());
  EXPECT_EQ(device.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(device.status().message().find("VK_LAYER_KHRONOS_validation"), std::string::npos)
      << device.status().message();
}

TEST_F(DeviceTest, CpuDeviceOnlyWhenAllowed) {
  if (device_->info().type != DeviceType::kCpu) GTEST_SKIP() << "the device is not a CPU driver";
  DeviceRequest request;
  request.device_id = device_->info().index;
  const auto device = AcquireDevice(request);
  ASSERT_FALSE(device.ok());
  EXPECT_NE(device.status().message().find("is a CPU driver; set allow_cpu_device=1 to use it"),
            std::string::npos)
      << device.status().message();
}

DeviceInfo Fake(uint32_t index, const std::string& name, DeviceType type) {
  DeviceInfo info;
  info.index = index;
  info.name = name;
  info.type = type;
  info.queue_family = 0;
  return info;
}

std::vector<DeviceInfo> FakeMachine() {
  return {Fake(0, "llvmpipe (LLVM 15)", DeviceType::kCpu),
          Fake(1, "Integrated Graphics", DeviceType::kIntegrated),
          Fake(2, "Old Radeon", DeviceType::kDiscrete), Fake(3, "GeForce", DeviceType::kDiscrete),
          Fake(4, "Venus", DeviceType::kVirtual)};
}

TEST(ChooseDeviceTest, PrefersDiscreteAndSkipsTheUnfit) {
  std::vector<DeviceInfo> machine = FakeMachine();
  EXPECT_EQ(*ChooseDevice(machine, {}), 2U);
  machine[2].missing.emplace_back("needs Vulkan 1.1, the device has 1.0.3");
  EXPECT_EQ(*ChooseDevice(machine, {}), 3U);
  machine[3].missing.emplace_back("needs Vulkan 1.1, the device has 1.0.3");
  EXPECT_EQ(*ChooseDevice(machine, {}), 1U);
  machine[1].missing.emplace_back("needs Vulkan 1.1, the device has 1.0.3");
  EXPECT_EQ(*ChooseDevice(machine, {}), 4U);
}

TEST(ChooseDeviceTest, CpuComesLastAndOnlyWhenAllowed) {
  DeviceRequest request;
  request.allow_cpu_device = true;
  EXPECT_EQ(*ChooseDevice(FakeMachine(), request), 2U);
  const std::vector<DeviceInfo> cpu_only = {FakeMachine()[0]};
  EXPECT_EQ(*ChooseDevice(cpu_only, request), 0U);
  request.allow_cpu_device = false;
  const auto refused = ChooseDevice(cpu_only, request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().message(),
            "no GPU can be used: 0 llvmpipe (LLVM 15) is a CPU driver; set allow_cpu_device=1 to use it");
}

TEST(ChooseDeviceTest, ByIdAndByPartOfTheName) {
  DeviceRequest request;
  request.device_id = 4;
  EXPECT_EQ(*ChooseDevice(FakeMachine(), request), 4U);
  request.device_id = 0;
  EXPECT_FALSE(ChooseDevice(FakeMachine(), request).ok());
  request.device_id.reset();
  request.device_name = "gEFORCE";
  EXPECT_EQ(*ChooseDevice(FakeMachine(), request), 3U);
  request.device_name = "LLVMpipe";
  EXPECT_FALSE(ChooseDevice(FakeMachine(), request).ok());
  request.allow_cpu_device = true;
  EXPECT_EQ(*ChooseDevice(FakeMachine(), request), 0U);
}

TEST(ChooseDeviceTest, MessageSaysWhatThereIsWhereNothingIsCalledSo) {
  const std::vector<DeviceInfo> machine = {Fake(0, "llvmpipe", DeviceType::kCpu),
                                           Fake(1, "Radeon", DeviceType::kDiscrete)};
  DeviceRequest request;
  request.device_name = "RTX";
  const auto message = [&](std::span<const DeviceInfo> devices) {
    return ChooseDevice(devices, request).status().message();
  };
  EXPECT_EQ(message(std::span(machine).first(1)),
            "no GPU is called \"RTX\"; there is: 0 llvmpipe (a CPU driver)");
  EXPECT_EQ(message(machine), "no GPU is called \"RTX\"; there is: 0 llvmpipe (a CPU driver), 1 Radeon");
  request.device_id = 7;
  EXPECT_EQ(message(machine),
            "no GPU has the number 7 and is called \"RTX\"; there is: 0 llvmpipe (a CPU driver), 1 Radeon");
  request.device_name.clear();
  EXPECT_EQ(message(std::span(machine).first(1)),
            "no GPU has the number 7; there is: 0 llvmpipe (a CPU driver)");
  // The diagnostic names only requested devices, each with the reason why it cannot be used.
  request.device_id = 0;
  EXPECT_EQ(message(machine),
            "no GPU can be used: 0 llvmpipe is a CPU driver; set allow_cpu_device=1 to use it");
  EXPECT_EQ(message({}), "no GPU: the installed Vulkan drivers offer none");
}

TEST(ChooseDeviceTest, MessageListsEveryDeviceAndNodeProblem) {
  std::vector<DeviceInfo> machine = {Fake(0, "A", DeviceType::kCpu), Fake(1, "B", DeviceType::kDiscrete)};
  machine[1].missing.emplace_back("needs Vulkan 1.1, the device has 1.0.3");
  int asked = 0;
  const auto problems = [&asked]() -> std::vector<std::string> {
    ++asked;
    return {"permission denied: /dev/dri/renderD128 belongs to group render"};
  };
  const Status status = ChooseDevice(machine, {}, problems).status();
  EXPECT_EQ(status.code(), StatusCode::kUnavailable);
  EXPECT_EQ(
      status.message(),
      "no GPU can be used: 0 A is a CPU driver; set allow_cpu_device=1 to use it; 1 B needs Vulkan 1.1, "
      "the device has 1.0.3; permission denied: /dev/dri/renderD128 belongs to group render");
  EXPECT_EQ(asked, 1);
  // If there is a device, no device node is opened.
  machine[1].missing.clear();
  EXPECT_TRUE(ChooseDevice(machine, {}, problems).ok());
  EXPECT_EQ(asked, 1);
}

TEST(FeatureTest, NamesGoBothWays) {
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    const auto feature = static_cast<Feature>(i);
    EXPECT_EQ(FeatureFromName(FeatureName(feature)), feature);
  }
  EXPECT_EQ(FeatureFromName("tensor_cores"), std::nullopt);
}

// Runs the check as another user, since root may open anything.
class NotRoot {
 public:
  NotRoot() : was_root_(geteuid() == 0) {
    constexpr uid_t kNobody = 65534;
    EXPECT_TRUE(!was_root_ || seteuid(kNobody) == 0);
  }
  NotRoot(const NotRoot&) = delete;
  NotRoot& operator=(const NotRoot&) = delete;
  ~NotRoot() { EXPECT_TRUE(!was_root_ || seteuid(0) == 0); }

 private:
  bool was_root_;
};

TEST(DeviceNodesTest, NamesTheGroupOfANodeThatCannotBeOpened) {
  namespace fs = std::filesystem;
  std::string folder = (fs::temp_directory_path() / "litevk-dev-XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  fs::permissions(folder, fs::perms::all);
  fs::create_directory(fs::path(folder) / "dri");
  const std::string closed = folder + "/dri/renderD128";
  const std::string open = folder + "/dri/card0";
  std::ofstream(closed) << "x";
  std::ofstream(open) << "x";
  std::ofstream(folder + "/dri/by-path") << "x";
  ASSERT_EQ(chmod(closed.c_str(), 0), 0);
  ASSERT_EQ(chmod(open.c_str(), 0666), 0);
  std::vector<std::string> problems;
  {
    const NotRoot not_root;
    problems = DeviceNodeProblems(folder);
  }
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_TRUE(problems[0].starts_with("permission denied: " + closed + " belongs to group ")) << problems[0];
  fs::remove_all(folder);
  EXPECT_TRUE(DeviceNodeProblems(folder).empty());
}

}  // namespace
}  // namespace litevk::vk
