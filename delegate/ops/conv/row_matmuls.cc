#include "delegate/ops/conv/row_matmuls.h"

#include "shaders/conv/conv_2d.h"

namespace litevk {
namespace {

using Shader = shaders::Conv2d;

// Number of input blocks in one turn of the loop: four save a seventh of navi21's cycles, and nothing on a
// CPU.
uint32_t StepOf(uint32_t blocks, const gpu::Variant& variant) {
  if (variant.reads_texels()) return 1;
  return blocks % 4 == 0 ? 4 : blocks % 2 == 0 ? 2 : 1;
}

std::vector<TilePlan> PlansFor(const Lowering& lowering, const RowMatmuls& matmuls, uint32_t max_slices) {
  FilterLayout layout = matmuls.Layout(lowering.limits());
  layout.groups = 1;  // plans are for one group, a row of an image
  const int64_t rows = int64_t{matmuls.images} * matmuls.filters * matmuls.pixel_rows;
  return ConvTileCandidates(layout, rows, matmuls.pixels_of_row(),
                            lowering.MatmulVariant(matmuls.has_whole_inputs(), matmuls.outputs),
                            lowering.limits(), max_slices);
}

Shader::Spec SpecOf(const Lowering& lowering, const RowMatmuls& matmuls, const TilePlan& plan,
                    const gpu::Variant& variant) {
  const auto inputs = static_cast<uint32_t>(matmuls.inputs);
  const auto outputs = static_cast<uint32_t>(matmuls.outputs);
  const bool is_one = matmuls.images == 1 && matmuls.filters == 1;
  const ImageStrides strides = matmuls.SourceStrides().value_or(ImageStrides());
  return {.kLocalSizeX = plan.lanes,
          .kLocalSizeY = plan.height,
          .kLocalSizeZ = plan.slices,
          .kTile = plan.tile,
          .kInputTail = inputs % 4,
          .kMayMiss = false,
          .kAligned = outputs % 4 == 0,
          .kStrideH = matmuls.repeats_source ? 0U : 1U,
          .kStep = StepOf(inputs / 4, variant),
          .kPointwise = is_one && matmuls.pixel_rows == 1,
          .kFillsRows =
              !variant.reads_texels() && static_cast<uint32_t>(matmuls.pixels_of_row()) % plan.tile == 0,
          .kUniformSlices = SlicesAreUniform(plan, lowering.limits()),
          .kRowWeights = !is_one,
          .kHasBlocks = inputs >= 4,
          .kPaired = StoresInPairs(variant, outputs, plan.tile),
          .kSharedFilters = matmuls.images > 1,
          .kSourceAligned = strides.AreWhole(4)};
}

Shader::Push PushOf(const RowMatmuls& matmuls, const FilterLayout& layout, const TilePlan& plan) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const int input_h = (matmuls.repeats_source ? 1 : matmuls.filters) * matmuls.pixel_rows;
  const int output_h = matmuls.filters * matmuls.pixel_rows;
  Shader::Push push = {.by_tiles_w = gpu::Divisor(plan.tiles_w),
                       .by_image_h = gpu::Divisor(u32(output_h)),
                       .by_output_w = gpu::Divisor(u32(matmuls.pixels_of_row())),
                       .input_h = input_h,
                       .input_w = matmuls.pixels_of_row(),
                       .inputs = u32(matmuls.inputs),
                       .output_h = u32(matmuls.images * output_h),
                       .output_w = u32(matmuls.pixels_of_row()),
                       .output_c = u32(matmuls.outputs),
                       .outputs = u32(matmuls.outputs),
                       .panels = layout.Panels(),
                       .image_h = u32(output_h),
                       .tiles_w = plan.tiles_w};
  SetStrides(matmuls.SourceStrides().value_or(ImageStrides()), push);
  return push;
}

Shader::Bindings BindingsOf(const RowMatmulTensors& tensors) {
  return {
      .source = tensors.source, .weights = tensors.weights, .bias = tensors.bias, .result = tensors.result};
}

}  // namespace

std::optional<ImageStrides> RowMatmuls::SourceStrides() const {
  const int rows = (repeats_source ? 1 : filters) * pixel_rows;
  return StridesOf({images, rows, pixels_of_row(), inputs}, source_rows);
}

RowMatmuls RowMatmuls::WithSourceRows(const StridedView& rows) const {
  RowMatmuls matmuls = *this;
  matmuls.source_rows = rows;
  const bool is_one = images == 1 && filters == 1 && rows.row % inputs == 0;
  if (rows.exists() && is_one) matmuls.pixel_rows = ImageOf(pixels, inputs, rows)[1];
  return matmuls;
}

bool RowMatmuls::has_whole_inputs() const {
  const auto strides = SourceStrides();
  return inputs % 4 == 0 && strides && strides->AreWhole(4);
}

FilterLayout RowMatmuls::Layout(const gpu::DeviceLimits& limits) const {
  FilterLayout layout = {.groups = filters, .outputs = outputs, .inputs = inputs};
  layout.lanes = LanesOn(layout.Blocks(), limits);
  return layout;
}

std::vector<TilePlan> RowMatmulPlans(const Lowering& lowering, const RowMatmuls& matmuls) {
  return PlansFor(lowering, matmuls, kMaxSlices);
}

void EmitRowMatmuls(Lowering& lowering, const RowMatmuls& matmuls, const RowMatmulTensors& tensors,
                    const TilePlan& plan) {
  const gpu::Variant variant = lowering.MatmulVariant(matmuls.has_whole_inputs(), matmuls.outputs);
  lowering.Emit<Shader>(SpecOf(lowering, matmuls, plan, variant),
                        PushOf(matmuls, matmuls.Layout(lowering.limits()), plan), BindingsOf(tensors),
                        plan.workgroups, {}, variant);
}

void EmitRowMatmulsPart(Lowering& lowering, const RowMatmuls& matmuls, const RowMatmulTensors& tensors) {
  const gpu::Variant variant = lowering.MatmulVariant(matmuls.has_whole_inputs(), matmuls.outputs);
  const TilePlan plan = PlansFor(lowering, matmuls, 1).front();
  lowering.EmitPart<Shader>(SpecOf(lowering, matmuls, plan, variant),
                            PushOf(matmuls, matmuls.Layout(lowering.limits()), plan), BindingsOf(tensors),
                            plan.workgroups, variant);
}

}  // namespace litevk
