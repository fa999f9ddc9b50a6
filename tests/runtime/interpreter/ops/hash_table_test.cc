// Tests of HASHTABLE, HASHTABLE_IMPORT, HASHTABLE_FIND and HASHTABLE_SIZE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/tflite/strings.h"
#include "tests/runtime/interpreter/ops/control_flow_models.h"
#include "tests/runtime/interpreter/test_interpreter.h"

namespace litevk::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kLong = schema::TensorType::INT64;

// Adds a HASHTABLE and returns its handle.
int AddTable(TestModel& model, int id, schema::TensorType keys, schema::TensorType values) {
  const int handle = model.Tensor({1}, kResource);
  schema::HashtableOptionsT options;
  options.table_id = id;
  options.key_dtype = keys;
  options.value_dtype = values;
  model.AddOp(abi::kTfLiteBuiltinHashtable, {}, {handle}).builtin_options.Set(options);
  return handle;
}

int Longs(TestModel& model, const std::vector<int64_t>& values) {
  return model.Constant({static_cast<int>(values.size())}, kLong, values);
}

int Words(TestModel& model, const std::vector<std::string>& words) {
  return model.Constant({static_cast<int>(words.size())}, kString, ref::PackStrings(words));
}

void AddImport(TestModel& model, int table, int keys, int values) {
  model.AddOp(abi::kTfLiteBuiltinHashtableImport, {table, keys, values}, {});
}

int AddFind(TestModel& model, int table, int keys, int default_value, schema::TensorType type, int count) {
  const int found = model.Tensor({count}, type);
  model.AddOp(abi::kTfLiteBuiltinHashtableFind, {table, keys, default_value}, {found});
  return found;
}

int AddSize(TestModel& model, int table) {
  const int size = model.Tensor({1}, kLong);
  model.AddOp(abi::kTfLiteBuiltinHashtableSize, {table}, {size});
  return size;
}

std::span<const std::byte> BytesOf(TestInterpreter& interpreter, int id) {
  const abi::TfLiteTensor& tensor = interpreter.main().tensor(id);
  return {static_cast<const std::byte*>(tensor.data.data), tensor.bytes};
}

std::vector<int64_t> LongsOf(TestInterpreter& interpreter, int id) {
  const std::span<const std::byte> bytes = BytesOf(interpreter, id);
  const auto* values = reinterpret_cast<const int64_t*>(bytes.data());
  return {values, values + bytes.size() / sizeof(int64_t)};
}

std::vector<std::string> WordsOf(TestInterpreter& interpreter, int id) {
  const auto words = ref::UnpackStrings(BytesOf(interpreter, id));
  EXPECT_OK(words.status());
  return {words->begin(), words->end()};
}

TEST(HashTables, FindWordsByNumbers) {
  TestModel model;
  const int keys = model.Input({3}, kLong);
  const int table = AddTable(model, 7, kLong, kString);
  AddImport(model, table, Longs(model, {10, -1, 10}), Words(model, {"ten", "", "again"}));
  const int found = AddFind(model, table, keys, Words(model, {"none"}), kString, 3);
  model.SetOutputs({found, AddSize(model, table)});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int64_t>(0, {-1, 11, 10});
  for (int run = 0; run < 2; ++run) {
    ASSERT_OK(interpreter->Invoke());
    EXPECT_THAT(WordsOf(interpreter, found), ElementsAre("", "none", "ten"));
    EXPECT_THAT(LongsOf(interpreter, found + 1), ElementsAre(2));
  }
  ASSERT_OK(interpreter->ResizeInput(0, {2, 1}));
  ASSERT_OK(interpreter->AllocateTensors());
  interpreter.SetInput<int64_t>(0, {10, 0});
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(WordsOf(interpreter, found), ElementsAre("ten", "none"));
  EXPECT_EQ(interpreter.Dims(found), (ir::Shape{2, 1}));
}

TEST(HashTables, FindNumbersByWords) {
  TestModel model;
  const int table = AddTable(model, 0, kString, kLong);
  AddImport(model, table, Words(model, {"a", "bc"}), Longs(model, {1LL << 40, -5}));
  const int found = AddFind(model, table, Words(model, {"bc", "b", "a"}), Longs(model, {-1, 3}), kLong, 3);
  model.SetOutputs({found});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(LongsOf(interpreter, found), ElementsAre(-5, -1, 1LL << 40));
}

TEST(HashTables, AreKnownByTheirIdsInEverySubgraph) {
  TestModel model;
  AddCallOnce(model, 1);
  const int found =
      AddFind(model, AddTable(model, 3, kString, kLong), Words(model, {"x"}), Longs(model, {0}), kLong, 1);
  model.SetOutputs({found, AddSize(model, AddTable(model, 4, kString, kLong))});
  model.AddSubgraph("init");
  AddImport(model, AddTable(model, 3, kString, kLong), Words(model, {"x"}), Longs(model, {42}));
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(LongsOf(interpreter, interpreter.main().outputs()[0]), ElementsAre(42));
  EXPECT_THAT(LongsOf(interpreter, interpreter.main().outputs()[1]), ElementsAre(0));
}

TEST(HashTables, IgnoreASecondImport) {
  TestModel model;
  const int table = AddTable(model, 0, kString, kLong);
  AddImport(model, table, Words(model, {"a"}), Longs(model, {1}));
  AddImport(model, table, Words(model, {"b"}), Longs(model, {2}));
  const int found = AddFind(model, table, Words(model, {"a", "b"}), Longs(model, {0}), kLong, 2);
  model.SetOutputs({found});
  TestInterpreter interpreter(model);
  ASSERT_OK(interpreter.status());
  ASSERT_OK(interpreter->AllocateTensors());
  ASSERT_OK(interpreter->Invoke());
  EXPECT_THAT(LongsOf(interpreter, found), ElementsAre(1, 0));
}

std::string RunError(TestModel& model) {
  TestInterpreter interpreter(model);
  if (!interpreter.status().ok()) return interpreter.status().message();
  const Status allocated = interpreter->AllocateTensors();
  return allocated.ok() ? interpreter->Invoke().message() : allocated.message();
}

TEST(HashTables, SayWhatDoesNotFit) {
  TestModel types;
  types.SetOutputs({AddTable(types, 0, kLong, kFloat)});
  EXPECT_THAT(RunError(types), HasSubstr("HASHTABLE: expected int64 keys with string values or string keys"));

  TestModel unfilled;
  const int table = AddTable(unfilled, 0, kString, kLong);
  unfilled.SetOutputs({AddFind(unfilled, table, Words(unfilled, {"a"}), Longs(unfilled, {0}), kLong, 1)});
  EXPECT_THAT(RunError(unfilled),
              HasSubstr("HASHTABLE_FIND: the table is used before anything was imported"));

  TestModel other_types;
  AddImport(other_types, AddTable(other_types, 0, kString, kLong), Longs(other_types, {1}),
            Words(other_types, {"a"}));
  EXPECT_THAT(RunError(other_types),
              HasSubstr("the table is of string to int64, its use of int64 to string"));

  TestModel counts;
  AddImport(counts, AddTable(counts, 0, kString, kLong), Words(counts, {"a"}), Longs(counts, {1, 2}));
  EXPECT_THAT(RunError(counts), HasSubstr("HASHTABLE_IMPORT: 1 keys come with 2 values"));

  TestModel no_table;
  const int handle = AddHandle(no_table, "a variable");
  no_table.SetOutputs({AddSize(no_table, handle)});
  EXPECT_THAT(RunError(no_table), HasSubstr("HASHTABLE_SIZE: there is no table 0"));

  TestModel no_default;
  const int empty = AddTable(no_default, 0, kString, kLong);
  AddImport(no_default, empty, Words(no_default, {}), Longs(no_default, {}));
  no_default.SetOutputs(
      {AddFind(no_default, empty, Words(no_default, {"a"}), Longs(no_default, {}), kLong, 1)});
  EXPECT_THAT(RunError(no_default), HasSubstr("the default value is empty"));
}

}  // namespace
}  // namespace litevk::test
