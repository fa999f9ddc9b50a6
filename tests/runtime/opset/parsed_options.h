// Options tables for tests.
#pragma once

#include "runtime/opset/builtin_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/opset/tensor_type.h"
#include "runtime/tflite/builtin_params.h"
#include "tests/runtime/model/test_model.h"

namespace litevk::test {

// One operator with these options. The params live as long as this object.
class Parsed {
 public:
  Parsed(int op_code, schema::BuiltinOptionsUnion options, schema::BuiltinOptions2Union options_2 = {})
      : Parsed(op_code, With(std::move(options), std::move(options_2))) {}
  Parsed(int op_code, const schema::OperatorT& op) {
    builder_.Finish(schema::Operator::Pack(builder_, &op));
    const auto* packed = flatbuffers::GetRoot<litevk::schema::Operator>(builder_.GetBufferPointer());
    result_.emplace(ParseBuiltinOptions(*packed, op_code));
  }

  bool ok() const { return result_->ok(); }
  const std::string& message() const { return result_->status().message(); }
  void* get() const { return (*result_)->get(); }
  template <typename Params>
  const Params& As() const {
    return *static_cast<const Params*>(get());
  }

 private:
  static schema::OperatorT With(schema::BuiltinOptionsUnion options, schema::BuiltinOptions2Union options_2) {
    schema::OperatorT op;
    op.builtin_options = std::move(options);
    op.builtin_options_2 = std::move(options_2);
    return op;
  }

  flatbuffers::FlatBufferBuilder builder_;
  std::optional<Result<BuiltinData>> result_;
};

template <typename Options>
Parsed Parse(int op_code, const Options& options) {
  schema::BuiltinOptionsUnion all;
  all.Set(Options(options));
  return Parsed(op_code, std::move(all));
}

// Parses options of the format's second enumeration.
template <typename Options>
Parsed Parse2(int op_code, const Options& options) {
  schema::BuiltinOptions2Union all;
  all.Set(Options(options));
  return {op_code, schema::BuiltinOptionsUnion(), std::move(all)};
}

}  // namespace litevk::test
