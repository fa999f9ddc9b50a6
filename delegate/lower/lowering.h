// Interface for a kernel's `lower` function: the fused node and its tensors on the GPU, and a typed way to
// emit a dispatch.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "delegate/fuse/fused_node.h"
#include "delegate/fuse/fusion.h"
#include "delegate/kernel/epilogue.h"
#include "delegate/kernel/gpu_kernel.h"
#include "delegate/kernel/judged_graph.h"
#include "delegate/lower/choices.h"
#include "delegate/lower/epilogue_binding.h"
#include "delegate/lower/fixed_point_binding.h"
#include "delegate/lower/lowered_partition.h"
#include "delegate/lower/variant.h"
#include "delegate/views/binding_rows.h"
#include "delegate/views/image_strides.h"
#include "runtime/graph/gpu_graph.h"
#include "runtime/graph/shader_traits.h"
#include "runtime/values/fold.h"

namespace litevk {

// Optimizations that the user may switch off, and choices that a tuner has found.
struct LowerOptions {
  bool fusion = true;
  const Choices* choices = nullptr;
  const AvoidedAlternatives* avoided = nullptr;  // null: every alternative may be taken
  // Tensors that exist in memory, so that no dispatch passes over them.
  std::span<const ir::TensorId> apart = {};
  // Tensors to be stored as float16 (AssignStorage). Only tests name them, tensors that convolutions hand to
  // one another.
  std::span<const ir::TensorId> float16 = {};
};

class Lowering {
 public:
  Lowering(NodeView view, const FusedNode& fused, const LowerOptions& options, LoweredPartition& out)
      : view_(view), fused_(fused), options_(options), out_(out) {}

  const NodeView& view() const { return view_; }
  const FusedNode& fused() const { return fused_; }
  const GpuKernel& kernel() const { return view_.kernel(); }
  const gpu::DeviceLimits& limits() const { return view_.limits(); }
  const LowerOptions& options() const { return options_; }

  // Returns the dims of an input. Input 0 has those of the tensor before a fused PAD, or those of a pattern's
  // input.
  const ir::Shape& InputDims(int index) const { return InputDimsOf(view_, fused_, index); }
  // Returns the dims of the root node's output 0, which the chain's output has too.
  const ir::Shape& output_dims() const { return view_.output().dims; }

  // Returns the GPU tensor of an input. A known (constant) one is uploaded as it is, once per partition.
  gpu::TensorId Input(int index);
  // Returns the GPU tensor of one of the model's, such as a tensor that a pattern captured.
  gpu::TensorId Operand(ir::TensorId id) { return Map(id); }
  // Returns the GPU tensor of the chain's output (output 0), or of another output of the node.
  gpu::TensorId Output(int index = 0);
  // Returns the storage of the elements of the chain's output, or of an input.
  gpu::Storage OutputStorage() const { return out_.storage.Of(fused_.output); }
  gpu::Storage InputStorage(int index) const { return out_.storage.Of(InputId(index)); }
  // Returns the bytes of one element of an input or of output 0 on the device.
  uint32_t InputBytes(int index) const { return out_.storage.ElementBytes(InputId(index)); }
  uint32_t OutputBytes() const { return out_.storage.ElementBytes(fused_.output); }
  // Returns an input's view in another tensor. The view does not exist if the input is dense.
  StridedView InputRows(int index) const { return out_.views.Of(InputId(index)).KernelRows(); }
  // Returns the offsets of an input's pixels. `dims` are four: its own, or those of ImageOf.
  ImageStrides InputStrides(int index, const ir::Shape& dims) const {
    const auto strides = StridesOf(dims, InputRows(index));
    assert(strides.has_value());  // GpuKernel::reads_strided
    return strides.value_or(ImageStrides());
  }
  // True if vectors of 16 bytes of a tensor are whole vectors where it is bound too.
  bool IsWholeWhereBound(gpu::TensorId id) const {
    const gpu::RowBytes rows = BoundRows(out_.graph, id);
    return (rows.first | rows.bytes | rows.pitch) % 16 == 0;
  }
  bool IsDenseWhereBound(gpu::TensorId id) const { return BoundRows(out_.graph, id).bytes == 0; }
  // Returns a tensor of 16 zero bytes.
  gpu::TensorId Zeros();
  // Returns memory for the next value of a variable tensor, input `index`, which a dispatch of this node
  // writes whole. The interpreter's memory gets it after the run; nodes that come later read it.
  gpu::TensorId NextState(int index);
  // True if a part of the node, an input that it joins or an output that it cuts, needs no dispatch.
  // Otherwise the next dispatch states why it needs one.
  bool IsInPlace(int part);
  // Returns output 0's view in another tensor. The view does not exist if the output is dense.
  StridedView OutputRows() const { return out_.views.Of(fused_.output).KernelRows(); }
  // Makes output 0 the same memory as input 0: no dispatch. The node must not carry an epilogue.
  void AliasOutputToInput();
  // Adds memory for data that one dispatch of this node hands to another.
  gpu::TensorId AddScratch(std::string_view name, uint64_t elements, gpu::Storage storage);
  // Adds a word that one of this node's dispatches writes in every run. If the values of the run break the
  // operator's rules, the word is not 0, and the run fails with `message`.
  gpu::TensorId AddCheck(std::string message);
  // Adds a prepacked constant. `write` runs when the executable is built, so that no more than one extra copy
  // of it exists. `key` identifies the bytes (gpu::Constant::key).
  gpu::TensorId AddConstant(std::string_view name, uint64_t elements, gpu::Storage storage,
                            std::function<Status(std::span<std::byte>)> write, std::string key = {});
  // Returns the key of input `index`, which may be absent, prepacked as `packing` says; "" if its values
  // belong to one plan.
  std::string KeyOf(int index, std::string_view packing) const;

  // Returns the index of the alternative to compute the node by: the first, with the best estimate, unless a
  // tuner knows better. Times depend on `parameters` and the dims of input 0 and output 0. Called once for a
  // node at most, before it emits anything. `unfit` has the algorithms that do not fit, each with its reason,
  // for DescribeProgram().
  size_t Choose(std::string_view parameters, std::vector<std::string> alternatives,
                std::vector<std::string> unfit = {});

  // Returns the variant for tensors that all are `aligned`: whole vectors of four along their innermost dim.
  gpu::Variant VariantWhen(bool aligned) const {
    return {.read =
                aligned && limits().profile.prefers_texel_loads ? gpu::Read::kTexels : gpu::Read::kBuffers};
  }

  // Returns the variant for a matrix multiplication with weights in whole vectors, to `outputs` channels. The
  // inputs are whole vectors or not.
  gpu::Variant MatmulVariant(bool whole_inputs, int outputs) const {
    using enum gpu::Tail;
    if (!limits().profile.prefers_texel_loads) return {};
    if (outputs % 4 == 0) return {.read = gpu::Read::kTexels, .tail = whole_inputs ? kNone : kSource};
    return {.read = gpu::Read::kTexels, .tail = whole_inputs ? kOutput : kBoth};
  }

  // Returns the variant for a shader that reduces a tensor (shaders/common/lane_reduction.glsl). A device
  // without subgroups prefers no texels.
  gpu::Variant ReductionVariantWhen(bool aligned) const {
    gpu::Variant variant = VariantWhen(aligned);
    variant.subgroups = variant.reads_texels() || limits().subgroup_size > 1;
    return variant;
  }

  // Emits one dispatch of `Shader`, a class generated from its SPIR-V:
  //   lowering.Emit<shaders::MaxPool2d>({.kFilterH = 3, ...}, {.input_h = 8, ...},
  //                                     {.input = in, .output = out}, groups);
  // `own_steps` (the fused activation) come before the steps that fusion attached. Shaders that
  // include common/epilogue.glsl get both; it is an error to give steps to one that does not.
  template <typename Shader>
  void Emit(typename Shader::Spec spec, const typename Shader::Push& push, typename Shader::Bindings bindings,
            std::array<uint32_t, 3> workgroups, std::span<const EpilogueStep> own_steps = {},
            const gpu::Variant& variant = {}) {
    std::vector<EpilogueStep> steps(own_steps.begin(), own_steps.end());
    const auto fused_steps = fused_.epilogue.vector_steps();
    steps.insert(steps.end(), fused_steps.begin(), fused_steps.end());
    if (fused_.result_rows.exists()) SetResultRows<Shader>(ResultWords(), spec);
    if constexpr (Shader::kTraits.pairs_stores) spec.kPaired = spec.kPaired && StoresDenseFloats();
    EmitSteps<Shader>(spec, push, bindings, workgroups, steps, variant, true);
    constexpr bool kFindsRows = Shader::kTraits.finds_result_rows || Shader::kTraits.finds_binding_rows;
    if (!kFindsRows && fused_.result_rows.exists()) out_.graph.dispatches.back().missing_variant = "rows";
  }

  // Emits a dispatch without steps on vectors, such as one whose result another one of this node reads. A
  // shader with fixed-point steps has those of the node in either case.
  template <typename Shader>
  void EmitPart(const typename Shader::Spec& spec, const typename Shader::Push& push,
                const typename Shader::Bindings& bindings, std::array<uint32_t, 3> workgroups,
                const gpu::Variant& variant = {}) {
    EmitSteps<Shader>(spec, push, bindings, workgroups, {}, variant, false);
  }

  // Emits one dispatch of a shader that a user brings. It outlives the executable.
  void EmitModule(const gpu::ShaderInfo& shader, std::span<const std::byte> push,
                  std::vector<gpu::TensorId> bindings, std::array<uint32_t, 3> workgroups) {
    assert(fused_.epilogue.empty());
    Append(shader, {}, push, std::move(bindings), workgroups);
  }

 private:
  // `is_last`: the dispatch writes the node's output.
  template <typename Shader>
  void EmitSteps(typename Shader::Spec spec, typename Shader::Push push, typename Shader::Bindings bindings,
                 std::array<uint32_t, 3> workgroups, std::span<const EpilogueStep> steps,
                 const gpu::Variant& variant, bool is_last) {
    constexpr gpu::ShaderTraits kTraits = Shader::kTraits;
    if constexpr (kTraits.has_epilogue) {
      const EpilogueBinding epilogue = BindEpilogue(steps, is_last, !kTraits.pushes_rows);
      if constexpr (kTraits.pushes_rows) push.row_integers = IntegersOf(epilogue.rows);
      SetEpilogue(epilogue, spec, bindings);
    }
    if constexpr (kTraits.has_fixed_point_steps) SetFixedPoint(BindFixedPoint(), spec, bindings);
    static_assert(sizeof(spec) % sizeof(uint32_t) == 0);
    const auto words = std::bit_cast<std::array<uint32_t, sizeof(spec) / sizeof(uint32_t)>>(spec);
    const gpu::ShaderInfo* found = gpu::FindModule(Shader::kModules, variant);
    Append(found != nullptr ? *found : Shader::kInfo, words, std::as_bytes(std::span(&push, 1)),
           bindings.List(), workgroups);
    out_.graph.dispatches.back().iterations = Shader::Iterations(spec, push);
    if (found == nullptr) out_.graph.dispatches.back().missing_variant = gpu::ToString(variant);
    out_.graph.dispatches.back().stores_quantized =
        is_last && fused_.epilogue.store.as == StoredAs::kQuantized;
  }

  // Sets the constants of a shader that finds the elements of rows itself, of which the caller knows nothing.
  template <typename Shader>
  void SetResultRows(const StridedView& rows, typename Shader::Spec& spec) {
    if constexpr (Shader::kTraits.finds_result_rows) {
      spec.kResultRows = true;
      spec.kResultAligned = rows.IsWhole(4);
    }
  }

  FixedPointBinding BindFixedPoint();
  EpilogueBinding BindEpilogue(std::span<const EpilogueStep> steps, bool is_last, bool binds_rows);
  size_t SlotOf(const EpilogueStep& step, std::vector<gpu::TensorId>& slots, EpilogueRows& rows);
  bool HasRows(std::span<const EpilogueStep> steps) const;
  StridedView RowsOf(const EpilogueStep& step) const;
  // Returns output 0's view in another tensor, in words.
  StridedView ResultWords() const { return InWords(fused_.result_rows, OutputBytes()); }
  gpu::TensorId AddEpilogueIntegers(const EpilogueRows& rows, std::span<const int32_t> stored);
  bool StoresDenseFloats() const { return !fused_.result_rows.exists() && !fused_.epilogue.store.exists(); }
  ir::TensorId InputId(int index) const { return InputIdOf(view_, fused_, index); }
  gpu::TensorId Map(ir::TensorId id);
  std::string NodeLabel() const;  // "conv_2d node 4"
  size_t TakenOf(const ChoicePoint& point) const;
  void Append(const gpu::ShaderInfo& shader, std::span<const uint32_t> spec, std::span<const std::byte> push,
              std::vector<gpu::TensorId> bindings, std::array<uint32_t, 3> workgroups);

  NodeView view_;
  const FusedNode& fused_;
  const LowerOptions& options_;
  LoweredPartition& out_;
  std::string move_reason_;  // reason for the next dispatch
};

// Returns the number of workgroups of `local` invocations that cover `count`.
inline uint32_t GroupsFor(int64_t count, uint32_t local) {
  return static_cast<uint32_t>((count + local - 1) / local);
}
// Returns the workgroups for FlatInvocation() of common/flat.glsl: `count` invocations in groups of `local`,
// folded into x and y if the device's limit on x would be passed.
std::array<uint32_t, 3> FlatGroups(int64_t count, uint32_t local, const gpu::DeviceLimits& limits);

// Returns the single step of the fused activation (abi::TfLiteFusedActivation) of an operator that adds up
// its inputs or chooses among them. As in TFLite, NONE is a clamp too: an infinity becomes the largest float.
std::vector<EpilogueStep> ActivationSteps(int activation);

// Lowers a whole partition. The constants of the result read the graph when they are written, so it must
// live until the executable is built.
// `positions` are the partition's nodes in execution order; `inputs` and `outputs` its runtime edges.
LoweredPartition Lower(const JudgedGraph& judged, std::span<const int> positions,
                       std::span<const ir::TensorId> inputs, std::span<const ir::TensorId> outputs,
                       const LowerOptions& options);

}  // namespace litevk
