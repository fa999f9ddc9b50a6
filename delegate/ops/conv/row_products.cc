#include "delegate/ops/conv/row_products.h"

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

std::vector<TilePlan> PlansFor(const Lowering& lowering, const RowProducts& products, uint32_t max_slices) {
  FilterLayout layout = products.Layout(lowering.limits());
  layout.groups = 1;  // plans are for one group, a row of an image
  const int64_t rows = int64_t{products.images} * products.filters * products.pixel_rows;
  return ConvTileCandidates(layout, rows, products.pixels_of_row(),
                            lowering.ProductVariant(products.has_whole_inputs(), products.outputs),
                            lowering.limits(), max_slices);
}

Shader::Spec SpecOf(const Lowering& lowering, const RowProducts& products, const TilePlan& plan,
                    const gpu::Variant& variant) {
  const auto inputs = static_cast<uint32_t>(products.inputs);
  const auto outputs = static_cast<uint32_t>(products.outputs);
  const bool is_one = products.images == 1 && products.filters == 1;
  const ImageStrides strides = products.SourceStrides().value_or(ImageStrides());
  return {.kLocalSizeX = plan.lanes,
          .kLocalSizeY = plan.height,
          .kLocalSizeZ = plan.slices,
          .kTile = plan.tile,
          .kInputTail = inputs % 4,
          .kMayMiss = false,
          .kAligned = outputs % 4 == 0,
          .kStrideH = products.repeats_source ? 0U : 1U,
          .kStep = StepOf(inputs / 4, variant),
          .kPointwise = is_one && products.pixel_rows == 1,
          .kFillsRows =
              !variant.reads_texels() && static_cast<uint32_t>(products.pixels_of_row()) % plan.tile == 0,
          .kUniformSlices = SlicesAreUniform(plan, lowering.limits()),
          .kRowWeights = !is_one,
          .kHasBlocks = inputs >= 4,
          .kPaired = StoresInPairs(variant, outputs, plan.tile),
          .kSharedFilters = products.images > 1,
          .kSourceAligned = strides.AreWhole(4)};
}

Shader::Push PushOf(const RowProducts& products, const FilterLayout& layout, const TilePlan& plan) {
  const auto u32 = [](int value) { return static_cast<uint32_t>(value); };
  const int input_h = (products.repeats_source ? 1 : products.filters) * products.pixel_rows;
  const int output_h = products.filters * products.pixel_rows;
  Shader::Push push = {.by_tiles_w = gpu::Divisor(plan.tiles_w),
                       .by_image_h = gpu::Divisor(u32(output_h)),
                       .by_output_w = gpu::Divisor(u32(products.pixels_of_row())),
                       .input_h = input_h,
                       .input_w = products.pixels_of_row(),
                       .inputs = u32(products.inputs),
                       .output_h = u32(products.images * output_h),
                       .output_w = u32(products.pixels_of_row()),
                       .output_c = u32(products.outputs),
                       .outputs = u32(products.outputs),
                       .panels = layout.Panels(),
                       .image_h = u32(output_h),
                       .tiles_w = plan.tiles_w};
  SetStrides(products.SourceStrides().value_or(ImageStrides()), push);
  return push;
}

Shader::Bindings BindingsOf(const RowProductTensors& tensors) {
  return {
      .source = tensors.source, .weights = tensors.weights, .bias = tensors.bias, .result = tensors.result};
}

}  // namespace

std::optional<ImageStrides> RowProducts::SourceStrides() const {
  const int rows = (repeats_source ? 1 : filters) * pixel_rows;
  return StridesOf({images, rows, pixels_of_row(), inputs}, source_rows);
}

RowProducts RowProducts::WithSourceRows(const RowView& rows) const {
  RowProducts products = *this;
  products.source_rows = rows;
  const bool is_one = images == 1 && filters == 1 && rows.row % inputs == 0;
  if (rows.exists() && is_one) products.pixel_rows = ImageOf(pixels, inputs, rows)[1];
  return products;
}

bool RowProducts::has_whole_inputs() const {
  const auto strides = SourceStrides();
  return inputs % 4 == 0 && strides && strides->AreWhole(4);
}

FilterLayout RowProducts::Layout(const gpu::DeviceLimits& limits) const {
  FilterLayout layout = {.groups = filters, .outputs = outputs, .inputs = inputs};
  layout.lanes = LanesOn(layout.Blocks(), limits);
  return layout;
}

std::vector<TilePlan> RowProductPlans(const Lowering& lowering, const RowProducts& products) {
  return PlansFor(lowering, products, kMaxSlices);
}

void EmitRowProducts(Lowering& lowering, const RowProducts& products, const RowProductTensors& tensors,
                     const TilePlan& plan) {
  const gpu::Variant variant = lowering.ProductVariant(products.has_whole_inputs(), products.outputs);
  lowering.Emit<Shader>(SpecOf(lowering, products, plan, variant),
                        PushOf(products, products.Layout(lowering.limits()), plan), BindingsOf(tensors),
                        plan.workgroups, {}, variant);
}

void EmitRowProductsPart(Lowering& lowering, const RowProducts& products, const RowProductTensors& tensors) {
  const gpu::Variant variant = lowering.ProductVariant(products.has_whole_inputs(), products.outputs);
  const TilePlan plan = PlansFor(lowering, products, 1).front();
  lowering.EmitPart<Shader>(SpecOf(lowering, products, plan, variant),
                            PushOf(products, products.Layout(lowering.limits()), plan), BindingsOf(tensors),
                            plan.workgroups, variant);
}

}  // namespace litevk
