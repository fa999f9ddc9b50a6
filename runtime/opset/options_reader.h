// Converts the options table of a model's node to a parameter struct of the ABI. Provides the readers of the
// records, and conversions that several records share. The struct is zero before.
#pragma once

#include <string>

#include "runtime/opset/op_info.h"
#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/builtin_params.h"
#include "runtime/tflite/schema_vector.h"

namespace litevk {

// Converts the model's values to the ABI's and keeps the last error.
class OptionsReader {
 public:
  const Status& status() const { return status_; }

  // Most enumerators have the same number in the ABI as in the format.
  template <typename Enum>
  int Read(Enum value, const char* what) {
    if (value < Enum::MIN || value > Enum::MAX) Complain(what, static_cast<int>(value));
    return static_cast<int>(value);
  }
  // Paddings and mirror modes count from 1 in the ABI, since 0 means unknown.
  int ReadPadding(schema::Padding value) { return Read(value, "padding") + 1; }
  int ReadMirrorMode(schema::MirrorPadMode value) { return Read(value, "mirror pad mode") + 1; }
  int ReadActivation(schema::ActivationFunctionType value) { return Read(value, "activation"); }
  int ReadType(schema::TensorType value) {
    Read(value, "element type");
    return ToTfLiteType(value);
  }
  // Copies the values and returns their number.
  template <typename T, size_t kMost>
  int ReadInts(const flatbuffers::Vector<T>* values, T (&out)[kMost], const char* what) {
    const size_t count = SizeOf(values);
    if (count > kMost) {
      status_ = InvalidArgument(std::to_string(count) + " " + what + " in its options, expected " +
                                std::to_string(kMost) + " or less");
      return 0;
    }
    for (size_t index = 0; index < count; ++index) out[index] = ValueAt(*values, index);
    return static_cast<int>(count);
  }

 private:
  void Complain(const char* what, int value) {
    status_ =
        InvalidArgument(std::string(what) + " " + std::to_string(value) + " in its options is not known");
  }

  Status status_;
};

// Makes the member `params` of a record from `kFill`, a void (const Options&, Params&, OptionsReader&) that
// reads its table.
template <auto kFill, typename Options, typename Params>
constexpr OpParams MakeOpParams(void (*)(const Options&, Params&, OptionsReader&)) {
  return {sizeof(Params), schema::BuiltinOptionsTraits<Options>::enum_value,
          [](const void* options, void* params, OptionsReader& reader) {
            kFill(*static_cast<const Options*>(options), *static_cast<Params*>(params), reader);
          },
          schema::BuiltinOptions2Traits<Options>::enum_value};
}
template <auto kFill>
constexpr OpParams ParamsOf() {
  return MakeOpParams<kFill>(kFill);
}
// Makes the member `params` of a record whose struct grew. It has `bytes_before` in the first runtimes, and
// all bytes in runtimes that accept `version`.
template <auto kFill>
constexpr OpParams GrownParamsOf(size_t bytes_before, int version) {
  OpParams params = MakeOpParams<kFill>(kFill);
  params.whole_since = version;
  params.bytes_before = bytes_before;
  return params;
}
inline constexpr OpParams kNoParams = {0, schema::BuiltinOptions::NONE, nullptr};

// For MulOptions and DivOptions.
template <typename Options>
void FillArithmetic(const Options& options, abi::TfLiteArithmeticParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

// For AddOptions and SubOptions.
template <typename Options>
void FillSum(const Options& options, abi::TfLiteAddParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.pot_scale_int16 = options.pot_scale_int16();
}

// For ArgMaxOptions and ArgMinOptions.
template <typename Options>
void FillArgMinMax(const Options& options, abi::TfLiteArgMinMaxParams& params, OptionsReader& reader) {
  params.output_type = reader.ReadType(options.output_type());
}

// For SpaceToDepthOptions and DepthToSpaceOptions.
template <typename Options>
void FillBlockSize(const Options& options, abi::TfLiteBlockSizeParams& params, OptionsReader&) {
  params.block_size = options.block_size();
}

// For SplitOptions and SplitVOptions.
template <typename Options>
void FillSplit(const Options& options, abi::TfLiteSplitParams& params, OptionsReader&) {
  params.num_splits = options.num_splits();
}

inline void FillPool(const schema::Pool2DOptions& options, abi::TfLitePoolParams& params,
                     OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.filter_width = options.filter_width();
  params.filter_height = options.filter_height();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

inline void FillReducer(const schema::ReducerOptions& options, abi::TfLiteReducerParams& params,
                        OptionsReader&) {
  params.keep_dims = options.keep_dims();
}

// The form of ADD and MUL in shape lists.
inline constexpr LayerForm kArithmeticLayer = {
    .operands = 2, .params = [](const LayerAttributes& layer, int /*channels*/) {
      return PackParams(abi::TfLiteAddParams{.activation = layer.activation, .pot_scale_int16 = false});
    }};

}  // namespace litevk
