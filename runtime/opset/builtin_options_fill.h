// How each options table of the model becomes a parameter struct of the ABI: one Fill per pair, found by
// overload. The struct is zero before.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>

#include "runtime/opset/builtin_options.h"
#include "runtime/tflite/builtin_params.h"

namespace litevk {

// Turns the model's values into the ABI's and keeps the last complaint.
class OptionsReader {
 public:
  const Status& status() const { return status_; }

  // The ABI numbers most enumerators as the format does.
  template <typename Enum>
  int Read(Enum value, const char* what) {
    if (value < Enum::MIN || value > Enum::MAX) Complain(what, static_cast<int>(value));
    return static_cast<int>(value);
  }
  // These the ABI counts from 1, as 0 means unknown.
  int ReadPadding(schema::Padding value) { return Read(value, "padding") + 1; }
  int ReadMirrorMode(schema::MirrorPadMode value) { return Read(value, "mirror pad mode") + 1; }
  int ReadActivation(schema::ActivationFunctionType value) { return Read(value, "activation"); }
  int ReadType(schema::TensorType value) {
    Read(value, "element type");
    return ToTfLiteType(value);
  }
  // Returns how many there are.
  template <size_t kMost>
  int ReadInts(const flatbuffers::Vector<int32_t>* values, int (&out)[kMost], const char* what) {
    if (values == nullptr) return 0;
    if (values->size() > kMost) {
      status_ = InvalidArgument(std::to_string(values->size()) + " " + what + " in its options, expected " +
                                std::to_string(kMost) + " or less");
      return 0;
    }
    std::copy(values->begin(), values->end(), std::begin(out));
    return static_cast<int>(values->size());
  }

 private:
  void Complain(const char* what, int value) {
    status_ =
        InvalidArgument(std::string(what) + " " + std::to_string(value) + " in its options is not known");
  }

  Status status_;
};

// For AddOptions, SubOptions, MulOptions and DivOptions.
template <typename Options>
void Fill(const Options& options, abi::TfLiteArithmeticParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

// For ArgMaxOptions and ArgMinOptions.
template <typename Options>
void Fill(const Options& options, abi::TfLiteArgMinMaxParams& params, OptionsReader& reader) {
  params.output_type = reader.ReadType(options.output_type());
}

// For SpaceToDepthOptions and DepthToSpaceOptions.
template <typename Options>
void Fill(const Options& options, abi::TfLiteBlockSizeParams& params, OptionsReader&) {
  params.block_size = options.block_size();
}

// For SplitOptions and SplitVOptions.
template <typename Options>
void Fill(const Options& options, abi::TfLiteSplitParams& params, OptionsReader&) {
  params.num_splits = options.num_splits();
}

inline void Fill(const schema::Pool2DOptions& options, abi::TfLitePoolParams& params, OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.filter_width = options.filter_width();
  params.filter_height = options.filter_height();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

inline void Fill(const schema::Conv2DOptions& options, abi::TfLiteConvParams& params, OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.dilation_width_factor = options.dilation_w_factor();
  params.dilation_height_factor = options.dilation_h_factor();
}

inline void Fill(const schema::DepthwiseConv2DOptions& options, abi::TfLiteDepthwiseConvParams& params,
                 OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.depth_multiplier = options.depth_multiplier();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.dilation_width_factor = options.dilation_w_factor();
  params.dilation_height_factor = options.dilation_h_factor();
}

inline void Fill(const schema::TransposeConvOptions& options, abi::TfLiteTransposeConvParams& params,
                 OptionsReader& reader) {
  params.padding = reader.ReadPadding(options.padding());
  params.stride_width = options.stride_w();
  params.stride_height = options.stride_h();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

inline void Fill(const schema::FullyConnectedOptions& options, abi::TfLiteFullyConnectedParams& params,
                 OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.weights_format = reader.Read(options.weights_format(), "weights format");
  params.keep_num_dims = options.keep_num_dims();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

inline void Fill(const schema::BatchMatMulOptions& options, abi::TfLiteBatchMatMulParams& params,
                 OptionsReader&) {
  params.adj_x = options.adj_x();
  params.adj_y = options.adj_y();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

inline void Fill(const schema::ConcatenationOptions& options, abi::TfLiteConcatenationParams& params,
                 OptionsReader& reader) {
  params.axis = options.axis();
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

inline void Fill(const schema::L2NormOptions& options, abi::TfLiteL2NormParams& params,
                 OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
}

inline void Fill(const schema::LocalResponseNormalizationOptions& options,
                 abi::TfLiteLocalResponseNormParams& params, OptionsReader&) {
  params.radius = options.radius();
  params.bias = options.bias();
  params.alpha = options.alpha();
  params.beta = options.beta();
}

inline void Fill(const schema::SoftmaxOptions& options, abi::TfLiteSoftmaxParams& params, OptionsReader&) {
  params.beta = options.beta();
}

inline void Fill(const schema::LeakyReluOptions& options, abi::TfLiteLeakyReluParams& params,
                 OptionsReader&) {
  params.alpha = options.alpha();
}

inline void Fill(const schema::GeluOptions& options, abi::TfLiteGeluParams& params, OptionsReader&) {
  params.approximate = options.approximate();
}

inline void Fill(const schema::ReducerOptions& options, abi::TfLiteReducerParams& params, OptionsReader&) {
  params.keep_dims = options.keep_dims();
}

inline void Fill(const schema::CumsumOptions& options, abi::TfLiteCumsumParams& params, OptionsReader&) {
  params.exclusive = options.exclusive();
  params.reverse = options.reverse();
}

inline void Fill(const schema::ResizeBilinearOptions& options, abi::TfLiteResizeBilinearParams& params,
                 OptionsReader&) {
  params.align_corners = options.align_corners();
  params.half_pixel_centers = options.half_pixel_centers();
}

inline void Fill(const schema::ResizeNearestNeighborOptions& options,
                 abi::TfLiteResizeNearestNeighborParams& params, OptionsReader&) {
  params.align_corners = options.align_corners();
  params.half_pixel_centers = options.half_pixel_centers();
}

inline void Fill(const schema::ReshapeOptions& options, abi::TfLiteReshapeParams& params,
                 OptionsReader& reader) {
  params.num_dimensions = reader.ReadInts(options.new_shape(), params.shape, "dims");
}

inline void Fill(const schema::SqueezeOptions& options, abi::TfLiteSqueezeParams& params,
                 OptionsReader& reader) {
  params.num_squeeze_dims = reader.ReadInts(options.squeeze_dims(), params.squeeze_dims, "dims");
}

inline void Fill(const schema::StridedSliceOptions& options, abi::TfLiteStridedSliceParams& params,
                 OptionsReader&) {
  params.begin_mask = options.begin_mask();
  params.end_mask = options.end_mask();
  params.ellipsis_mask = options.ellipsis_mask();
  params.new_axis_mask = options.new_axis_mask();
  params.shrink_axis_mask = options.shrink_axis_mask();
  params.offset = options.offset();
}

inline void Fill(const schema::GatherOptions& options, abi::TfLiteGatherParams& params, OptionsReader&) {
  params.axis = options.axis();
  params.batch_dims = options.batch_dims();
}

inline void Fill(const schema::PackOptions& options, abi::TfLitePackParams& params, OptionsReader&) {
  params.values_count = options.values_count();
  params.axis = options.axis();
}

inline void Fill(const schema::UnpackOptions& options, abi::TfLiteUnpackParams& params, OptionsReader&) {
  params.num = options.num();
  params.axis = options.axis();
}

inline void Fill(const schema::OneHotOptions& options, abi::TfLiteOneHotParams& params, OptionsReader&) {
  params.axis = options.axis();
}

inline void Fill(const schema::ReverseSequenceOptions& options, abi::TfLiteReverseSequenceParams& params,
                 OptionsReader&) {
  params.seq_dim = options.seq_dim();
  params.batch_dim = options.batch_dim();
}

inline void Fill(const schema::MirrorPadOptions& options, abi::TfLiteMirrorPaddingParams& params,
                 OptionsReader& reader) {
  params.mode = reader.ReadMirrorMode(options.mode());
}

inline void Fill(const schema::CastOptions& options, abi::TfLiteCastParams& params, OptionsReader& reader) {
  params.in_data_type = reader.ReadType(options.in_data_type());
  params.out_data_type = reader.ReadType(options.out_data_type());
}

inline void Fill(const schema::ShapeOptions& options, abi::TfLiteShapeParams& params, OptionsReader& reader) {
  params.out_type = reader.ReadType(options.out_type());
}

inline void Fill(const schema::SparseToDenseOptions& options, abi::TfLiteSparseToDenseParams& params,
                 OptionsReader&) {
  params.validate_indices = options.validate_indices();
}

inline void Fill(const schema::LSTMOptions& options, abi::TfLiteLSTMParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.cell_clip = options.cell_clip();
  params.proj_clip = options.proj_clip();
  params.kernel_type = reader.Read(options.kernel_type(), "LSTM kernel type");
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

inline void Fill(const schema::UnidirectionalSequenceLSTMOptions& options,
                 abi::TfLiteUnidirectionalSequenceLSTMParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.cell_clip = options.cell_clip();
  params.proj_clip = options.proj_clip();
  params.time_major = options.time_major();
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
  params.diagonal_recurrent_tensors = options.diagonal_recurrent_tensors();
}

inline void Fill(const schema::RNNOptions& options, abi::TfLiteRNNParams& params, OptionsReader& reader) {
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

inline void Fill(const schema::SVDFOptions& options, abi::TfLiteSVDFParams& params, OptionsReader& reader) {
  params.rank = options.rank();
  params.activation = reader.ReadActivation(options.fused_activation_function());
  params.asymmetric_quantize_inputs = options.asymmetric_quantize_inputs();
}

inline void Fill(const schema::LSHProjectionOptions& options, abi::TfLiteLSHProjectionParams& params,
                 OptionsReader& reader) {
  params.type = reader.Read(options.type(), "LSH projection type");
}

inline void Fill(const schema::SkipGramOptions& options, abi::TfLiteSkipGramParams& params, OptionsReader&) {
  params.ngram_size = options.ngram_size();
  params.max_skip_size = options.max_skip_size();
  params.include_all_ngrams = options.include_all_ngrams();
}

inline void Fill(const schema::EmbeddingLookupSparseOptions& options,
                 abi::TfLiteEmbeddingLookupSparseParams& params, OptionsReader& reader) {
  params.combiner = reader.Read(options.combiner(), "combiner");
}

inline void Fill(const schema::ConcatEmbeddingsOptions& options, abi::TfLiteConcatEmbeddingsParams& params,
                 OptionsReader& reader) {
  params.num_channels = options.num_channels();
  reader.ReadInts(options.num_columns_per_channel(), params.num_columns_per_channel, "channels");
  reader.ReadInts(options.embedding_dim_per_channel(), params.embedding_dim_per_channel, "channels");
}

inline void Fill(const schema::VarHandleOptions& options, abi::TfLiteVarHandleParams& params,
                 OptionsReader&) {
  params.container = options.container() == nullptr ? nullptr : options.container()->c_str();
  params.shared_name = options.shared_name() == nullptr ? nullptr : options.shared_name()->c_str();
}

inline void Fill(const schema::CallOptions& options, abi::TfLiteCallParams& params, OptionsReader&) {
  params.subgraph_index = static_cast<int>(options.subgraph());
}

inline void Fill(const schema::IfOptions& options, abi::TfLiteIfParams& params, OptionsReader&) {
  params.then_subgraph_index = options.then_subgraph_index();
  params.else_subgraph_index = options.else_subgraph_index();
}

inline void Fill(const schema::WhileOptions& options, abi::TfLiteWhileParams& params, OptionsReader&) {
  params.cond_subgraph_index = options.cond_subgraph_index();
  params.body_subgraph_index = options.body_subgraph_index();
}

inline void Fill(const schema::CallOnceOptions& options, abi::TfLiteCallOnceParams& params, OptionsReader&) {
  params.init_subgraph_index = options.init_subgraph_index();
}

}  // namespace litevk
