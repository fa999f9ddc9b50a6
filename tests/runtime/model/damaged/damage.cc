#include "tests/runtime/model/damaged/damage.h"

#include <initializer_list>
#include <vector>

#include "tests/runtime/model/damaged/model_parts.h"

namespace litevk::test {
namespace {

constexpr Damage kModelDamages[] = {
    {"version", "text", [](ModelT& m) { m.version = 2; }, "format version 2, expected 3"},
    {"no_subgraphs", "text", [](ModelT& m) { m.subgraphs.clear(); }, "the model has no subgraph"},
    {"no_buffers", "text", [](ModelT& m) { m.buffers.clear(); }, "the model has no buffers"},
    {"missing_buffers", "text", [](ModelT& m) { m.buffers.resize(1); },
     "subgraph 0: tensor 1: its buffer is 1 of 1"},
    {"buffer_behind_the_end", "outside", [](ModelT& m) { Buffer(m, 1).offset = 1 << 20; },
     "buffer 1: bytes 1048576 + 24 lie outside of the file of "},
    {"buffer_offset_overflows", "outside", [](ModelT& m) { Buffer(m, 1).offset = UINT64_MAX - 7; },
     "buffer 1: bytes 18446744073709551608 + 24 lie outside"},
    {"buffer_size_overflows", "outside", [](ModelT& m) { Buffer(m, 1).size = UINT64_MAX; },
     "buffer 1: bytes "},
    {"unknown_operator", "text", [](ModelT& m) { m.operator_codes[0]->builtin_code = 210; },
     "operator code 0: builtin operator 210 is not known"},
    {"negative_operator", "convolution",
     [](ModelT& m) {
       m.operator_codes[0]->builtin_code = -5;
       m.operator_codes[0]->deprecated_builtin_code = -1;
     },
     "operator code 0: builtin operator -1 is not known"},
    {"operator_version", "text", [](ModelT& m) { m.operator_codes[0]->version = 0; },
     "operator code 0: version 0, expected 1 or more"},
    {"custom_without_a_name", "text", [](ModelT& m) { m.operator_codes[1]->custom_code.clear(); },
     "operator code 1: a custom operator without a name"},
    {"metadata_buffer", "text", [](ModelT& m) { m.metadata[0]->buffer = 77; },
     "metadata 0: its buffer is 77 of 3"},
    {"signature_subgraph", "text", [](ModelT& m) { m.signature_defs[0]->subgraph_index = 1; },
     "signature 0: it is for subgraph 1 of 1"},
    {"signature_without_a_key", "text", [](ModelT& m) { m.signature_defs[0]->signature_key.clear(); },
     "signature 0: it has no key"},
    {"signature_input", "text", [](ModelT& m) { m.signature_defs[0]->inputs[0]->tensor_index = 4; },
     "signature 0: input 0 is tensor 4 of 4"},
    {"signature_output", "text",
     [](ModelT& m) { m.signature_defs[0]->outputs[0]->tensor_index = UINT32_MAX; },
     "signature 0: output 0 is tensor 4294967295 of 4"},
    {"signature_name", "text", [](ModelT& m) { m.signature_defs[0]->inputs[0]->name.clear(); },
     "signature 0: input 0 has no name"},
    {"subgraph_input", "text", [](ModelT& m) { m.subgraphs[0]->inputs = {4}; },
     "subgraph 0: input 0 is tensor 4 of 4"},
    {"absent_subgraph_input", "text", [](ModelT& m) { m.subgraphs[0]->inputs = {-1}; },
     "subgraph 0: input 0 is tensor -1 of 4"},
    {"subgraph_output", "text",
     [](ModelT& m) {
       m.subgraphs[0]->outputs = {3, kLeast};
     },
     "subgraph 0: output 1 is tensor -2147483648 of 4"},
    {"constant_input", "text",
     [](ModelT& m) {
       m.subgraphs[0]->inputs = {0, 1};
     },
     "subgraph 0: input 1 is tensor 1, which is a constant"},
};

constexpr Damage kOperatorDamages[] = {
    {"code", "convolution", [](ModelT& m) { Operator(m, 1).opcode_index = 3; },
     "subgraph 0: operator 1: its code is 3 of 3"},
    {"input", "convolution", [](ModelT& m) { Operator(m, 0).inputs[1] = 99; },
     "subgraph 0: operator 0 (CONV_2D): input 1 is tensor 99 of 7"},
    {"negative_input", "convolution", [](ModelT& m) { Operator(m, 0).inputs[1] = -2; },
     "operator 0 (CONV_2D): input 1 is tensor -2 of 7"},
    {"output", "convolution", [](ModelT& m) { Operator(m, 1).outputs[0] = 7; },
     "operator 1 (RESHAPE): output 0 is tensor 7 of 7"},
    {"intermediate", "convolution",
     [](ModelT& m) {
       Operator(m, 1).intermediates = {0, -1, 7};
     },
     "operator 1 (RESHAPE): intermediate 2 is tensor 7 of 7"},
    {"unsorted", "convolution",
     [](ModelT& m) { std::swap(m.subgraphs[0]->operators[0], m.subgraphs[0]->operators[1]); },
     "operator 0 (RESHAPE): input 0 is tensor 3, which only operator 1 writes"},
    {"cycle", "convolution", [](ModelT& m) { Operator(m, 1).inputs[0] = 6; },
     "operator 1 (RESHAPE): input 0 is tensor 6, which only operator 2 writes"},
    {"reads_its_output", "convolution", [](ModelT& m) { Operator(m, 2).inputs[0] = 6; },
     "operator 2 (ADD): input 0 is tensor 6, which only operator 2 writes"},
    {"reads_nothing", "convolution", [](ModelT& m) { m.subgraphs[0]->inputs.clear(); },
     "operator 0 (CONV_2D): input 0 is tensor 0, which nothing writes"},
    {"output_of_nothing", "text", [](ModelT& m) { m.subgraphs[0]->operators.pop_back(); },
     "subgraph 0: output 0 is tensor 3, which nothing writes"},
    {"two_writers", "convolution", [](ModelT& m) { Operator(m, 2).outputs[0] = 3; },
     "operator 2 (ADD): output 0 is tensor 3, which operator 0 writes too"},
    {"written_twice", "convolution",
     [](ModelT& m) {
       Operator(m, 2).outputs = {6, 6};
     },
     "operator 2 (ADD): output 1 is tensor 6, which operator 2 writes too"},
    {"writes_a_constant", "convolution", [](ModelT& m) { Operator(m, 2).outputs = {1}; },
     "operator 2 (ADD): output 0 is tensor 1, which is a constant"},
    {"writes_an_input", "convolution", [](ModelT& m) { Operator(m, 2).outputs = {0}; },
     "operator 2 (ADD): output 0 is tensor 0, which is an input of the subgraph"},
    {"options_of_another", "convolution",
     [](ModelT& m) { Operator(m, 0).builtin_options.Set(schema::Pool2DOptionsT()); },
     "operator 0 (CONV_2D): has options of kind 5, expected 1, Conv2DOptions"},
    {"padding", "convolution",
     [](ModelT& m) {
       Operator(m, 0).builtin_options.AsConv2DOptions()->padding = static_cast<schema::Padding>(2);
     },
     "operator 0 (CONV_2D): padding 2 in its options is not known"},
    {"activation", "convolution",
     [](ModelT& m) {
       Operator(m, 0).builtin_options.AsConv2DOptions()->fused_activation_function =
           static_cast<schema::ActivationFunctionType>(-7);
     },
     "operator 0 (CONV_2D): activation -7 in its options is not known"},
    {"nine_dims", "convolution",
     [](ModelT& m) { Operator(m, 1).builtin_options.AsReshapeOptions()->new_shape.assign(9, 1); },
     "operator 1 (RESHAPE): 9 dims in its options, expected 8 or less"},
    {"custom_options", "outside", [](ModelT& m) { Operator(m, 1).large_custom_options_offset = 1 << 20; },
     "operator 1 (CUSTOM): its options at bytes 1048576 + 5 lie outside of the file of "},
    {"custom_options_overflow", "outside",
     [](ModelT& m) { Operator(m, 1).large_custom_options_offset = UINT64_MAX - 3; },
     "operator 1 (CUSTOM): its options at bytes 18446744073709551612 + 5 lie outside of the file of "},
    {"callee", "control_flow",
     [](ModelT& m) { Operator(m, 3).builtin_options.AsIfOptions()->then_subgraph_index = 5; },
     "subgraph 0: operator 3: it calls subgraph 5 of 5"},
    {"negative_callee", "control_flow",
     [](ModelT& m) { Operator(m, 4).builtin_options.AsWhileOptions()->body_subgraph_index = -1; },
     "subgraph 0: operator 4: it calls subgraph -1 of 5"},
    {"no_callee", "control_flow", [](ModelT& m) { Operator(m, 0).builtin_options.Reset(); },
     "subgraph 0: operator 0: it has no options that say which subgraphs it calls"},
    {"calls_itself", "control_flow",
     [](ModelT& m) { Operator(m, 0).builtin_options.AsCallOnceOptions()->init_subgraph_index = 0; },
     "subgraph 0: its operators call it again"},
    {"calls_its_caller", "control_flow",
     [](ModelT& m) {
       m.operator_codes.back()->builtin_code = abi::kTfLiteBuiltinCall;
       m.operator_codes.back()->deprecated_builtin_code = abi::kTfLiteBuiltinCall;
       schema::OperatorT& op = Operator(m, 1, 4);
       op.inputs.clear();
       op.builtin_options.Set(schema::CallOptionsT());
     },
     "subgraph 0: its operators call it again"},
};

std::vector<Damage> Join(std::initializer_list<std::span<const Damage>> lists) {
  std::vector<Damage> all;
  for (const std::span<const Damage> list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace

std::span<const Damage> Damages() {
  static const std::vector<Damage> kAll =
      Join({kModelDamages, TensorDamages(), SparsityDamages(), kOperatorDamages});
  return kAll;
}

}  // namespace litevk::test
