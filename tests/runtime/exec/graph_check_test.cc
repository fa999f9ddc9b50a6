#include "runtime/exec/graph_check.h"

#include <gmock/gmock.h>

#include <string>

#include "tests/runtime/vk/gpu_test.h"

namespace litevk {
namespace {

gpu::Graph ValidGraph() {
  GraphBuilder builder;
  const gpu::TensorId input = builder.Input(8);
  builder.MultiplyAdd(input, 2.0F, input, builder.Output(8));
  return builder.Take();
}

gpu::DeviceLimits Limits() {
  gpu::DeviceLimits limits;
  limits.max_bound_storage_buffers = 8;
  return limits;
}

std::string MessageFor(const gpu::Graph& graph, const gpu::DeviceLimits& limits = Limits()) {
  return CheckGraph(graph, limits).message();
}

TEST(GraphCheckTest, AcceptsAValidGraph) { EXPECT_EQ(MessageFor(ValidGraph()), ""); }

TEST(GraphCheckTest, NamesTheDispatchAndTheMismatch) {
  gpu::Graph graph = ValidGraph();
  graph.dispatches[0].bindings.pop_back();
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: expected bindings 6, found 5");

  graph = ValidGraph();
  graph.dispatches[0].bindings[1] = 7;
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: expected a tensor in each binding, found 7");

  graph = ValidGraph();
  const size_t words = graph.dispatches[0].spec.size();
  graph.dispatches[0].spec.push_back(0);
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: expected specialization words " + std::to_string(words) +
                                   ", found " + std::to_string(words + 1));

  graph = ValidGraph();
  graph.dispatches[0].push.clear();
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: expected push constant bytes 128, found 0");

  graph = ValidGraph();
  graph.dispatches[0].workgroups[1] = 65536;
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: expected workgroups at most 65535, found 65536");
}

TEST(GraphCheckTest, RefusesAVariantThatTheShaderDoesNotHave) {
  gpu::Graph graph = ValidGraph();
  graph.dispatches[0].missing_variant = "subgroups";
  EXPECT_EQ(MessageFor(graph), "multiply_add node 0: shader elementwise has no variant \"subgroups\"");
}

TEST_F(GpuTest, RefusesAModuleWithACapabilityThatTheDeviceWasNotOpenedFor) {
  constexpr uint32_t kCapabilities[] = {1, 10};
  gpu::Graph graph = ValidGraph();
  gpu::ShaderInfo shader = *graph.dispatches[0].shader;
  shader.capabilities = kCapabilities;
  graph.dispatches[0].shader = &shader;
  EXPECT_EQ(CheckGraph(graph, *device_).message(),
            "multiply_add node 0: the module needs the capability Float64, for which litevk opens no device");
  EXPECT_TRUE(CheckGraph(ValidGraph(), *device_).ok());
}

// Otherwise a shader would silently compute with integers as floats.
TEST(GraphCheckTest, BindsNoIntegersWhereFloatsAreDeclared) {
  gpu::Graph graph = ValidGraph();
  graph.tensors[0].name = "indices";
  graph.tensors[0].storage = gpu::Storage::kBits32;
  EXPECT_THAT(MessageFor(graph), testing::HasSubstr("expected float32 elements in binding"));
  EXPECT_THAT(MessageFor(graph), testing::EndsWith("found others in tensor indices"));
}

TEST(GraphCheckTest, BindsIntegersWhereADispatchStoresThem) {
  gpu::Graph graph = ValidGraph();
  gpu::Dispatch& dispatch = graph.dispatches[0];
  gpu::Tensor& output = graph.tensors[static_cast<size_t>(dispatch.bindings[1])];
  output.storage = gpu::Storage::kBits8;
  EXPECT_THAT(MessageFor(graph), testing::HasSubstr("found others in tensor " + output.name));
  dispatch.stores_quantized = true;
  EXPECT_EQ(MessageFor(graph), "");
  output.storage = gpu::Storage::kFloat32;
  EXPECT_THAT(MessageFor(graph), testing::HasSubstr("found others in tensor " + output.name));
}

TEST(GraphCheckTest, KeepsToTheLimitsOfTheDevice) {
  gpu::DeviceLimits limits = Limits();
  limits.max_bound_storage_buffers = 4;
  EXPECT_EQ(MessageFor(ValidGraph(), limits),
            "multiply_add node 0: expected storage buffers at most 4, found 6");

  limits = Limits();
  limits.max_storage_buffer_range_bytes = 16;
  EXPECT_EQ(MessageFor(ValidGraph(), limits),
            "multiply_add node 0: expected bytes of a bound tensor at most 16, found 32");

  limits = Limits();
  limits.max_push_constant_bytes = 8;
  EXPECT_EQ(MessageFor(ValidGraph(), limits),
            "multiply_add node 0: expected push constant bytes at most 8, found 128");
}

}  // namespace
}  // namespace litevk
