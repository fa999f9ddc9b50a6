// Tests the Vulkan layer with which the WebGPU peer runs on lavapipe: the features that it reports, and that
// devices can be created with them.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <vulkan/vulkan.h>

#include <cstdlib>
#include <vector>

#include "tests/runtime/vk/pin_drivers.h"

namespace litevk::bench {
namespace {

VkPhysicalDeviceFeatures Asked() {
  VkPhysicalDeviceFeatures asked = {};
  asked.shaderUniformBufferArrayDynamicIndexing = VK_TRUE;
  asked.shaderSampledImageArrayDynamicIndexing = VK_TRUE;
  asked.shaderStorageBufferArrayDynamicIndexing = VK_TRUE;
  asked.shaderStorageImageArrayDynamicIndexing = VK_TRUE;
  return asked;
}

bool All(const VkPhysicalDeviceFeatures& features) {
  return features.shaderUniformBufferArrayDynamicIndexing &&
         features.shaderSampledImageArrayDynamicIndexing &&
         features.shaderStorageBufferArrayDynamicIndexing && features.shaderStorageImageArrayDynamicIndexing;
}

class FeatureLayerTest : public testing::Test {
 protected:
  ~FeatureLayerTest() override {
    if (instance_ != nullptr) Find<PFN_vkDestroyInstance>("vkDestroyInstance")(instance_, nullptr);
  }

  // The first physical device of an instance with these layers.
  void Open(std::vector<const char*> layers) {
    setenv("VK_LAYER_PATH", LITEVK_FEATURE_LAYER, 1);
    void* loader = dlopen("libvulkan.so.1", RTLD_NOW);
    ASSERT_NE(loader, nullptr) << dlerror();
    get_ = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(loader, "vkGetInstanceProcAddr"));
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application,
                                       .enabledLayerCount = static_cast<uint32_t>(layers.size()),
                                       .ppEnabledLayerNames = layers.data()};
    ASSERT_EQ(Find<PFN_vkCreateInstance>("vkCreateInstance")(&info, nullptr, &instance_), VK_SUCCESS);
    uint32_t count = 1;
    ASSERT_GE(
        Find<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(instance_, &count, &physical_), 0);
    ASSERT_EQ(count, 1U);
    PinDrivers();
  }

  template <typename Function>
  Function Find(const char* name) const {
    return reinterpret_cast<Function>(get_(instance_, name));
  }

  VkPhysicalDeviceFeatures Features() const {
    VkPhysicalDeviceFeatures features = {};
    Find<PFN_vkGetPhysicalDeviceFeatures>("vkGetPhysicalDeviceFeatures")(physical_, &features);
    return features;
  }

  VkPhysicalDeviceFeatures Features2() const {
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    Find<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(physical_, &features);
    return features.features;
  }

  // Creates a device with these features, and destroys it by a function that the layer looks up.
  VkResult Create(const void* chain, const VkPhysicalDeviceFeatures* features) const {
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .pNext = chain,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .pEnabledFeatures = features};
    VkDevice device = nullptr;
    const VkResult result = Find<PFN_vkCreateDevice>("vkCreateDevice")(physical_, &info, nullptr, &device);
    if (result != VK_SUCCESS) return result;
    const auto get = Find<PFN_vkGetDeviceProcAddr>("vkGetDeviceProcAddr");
    reinterpret_cast<PFN_vkDestroyDevice>(get(device, "vkDestroyDevice"))(device, nullptr);
    return result;
  }

 private:
  PFN_vkGetInstanceProcAddr get_ = nullptr;
  VkInstance instance_ = nullptr;
  VkPhysicalDevice physical_ = nullptr;
};

TEST_F(FeatureLayerTest, ReportsWhatTheDriverLacks) {
  Open({"VK_LAYER_LITEVK_features"});
  EXPECT_TRUE(All(Features()));
  EXPECT_TRUE(All(Features2()));
}

TEST_F(FeatureLayerTest, CreatesDevicesWithoutThem) {
  Open({"VK_LAYER_LITEVK_features"});
  const VkPhysicalDeviceFeatures asked = Asked();
  EXPECT_EQ(Create(nullptr, &asked), VK_SUCCESS);
  const VkPhysicalDeviceFeatures2 chained = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                             .features = asked};
  EXPECT_EQ(Create(&chained, nullptr), VK_SUCCESS);
  EXPECT_TRUE(All(chained.features)) << "the caller's features were changed";
}

TEST_F(FeatureLayerTest, WithoutItDriversRefuseWhatTheyLack) {
  Open({});
  const VkPhysicalDeviceFeatures asked = Asked();
  EXPECT_EQ(Create(nullptr, &asked), All(Features()) ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT);
}

}  // namespace
}  // namespace litevk::bench
