#pragma once
// ONNX models, kernel models and plans changed by what they hold: sizes, operators, tables, cells.

#include <onnx/onnx_pb.h>
#include <sqlite3.h>

#include <QtTest>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/file_read.h"
#include "core/base/json.h"
#include "tests/program/mutations.h"

namespace astrolabe::tests {

/// An ONNX model with sizes, names, operators and branches changed, or its bytes.
inline std::string changed_onnx(Mutator& mutator, const std::string& sound) {
  if (mutator.below(3) == 0) return mutator.bytes(sound);
  ::onnx::ModelProto model;
  if (!model.ParseFromString(sound)) qFatal("no model");
  ::onnx::GraphProto& graph = *model.mutable_graph();
  static const std::vector<std::int64_t> sizes{-1, 0, 1, 3, 1 << 20, INT64_MAX, INT64_MIN, 4'000'000'000};
  static const std::vector<std::string> types{"Reshape", "MatMul", "Gather", "If",     "Loop",
                                              "Conv",    "Expand", "Split",  "Nothing"};
  const auto size = [&] { return sizes[mutator.below(sizes.size())]; };
  for (std::size_t edit = 0, edits = 1 + mutator.below(4); edit < edits; ++edit) {
    auto& node =
        *graph.mutable_node(static_cast<int>(mutator.below(static_cast<std::size_t>(graph.node_size()))));
    auto& weight = *graph.mutable_initializer(
        static_cast<int>(mutator.below(static_cast<std::size_t>(graph.initializer_size()))));
    switch (mutator.below(10)) {
      case 0:
        if (weight.dims_size() > 0) weight.set_dims(0, size());
        break;
      case 1:
        weight.add_dims(size());
        break;
      case 2:
        node.set_op_type(types[mutator.below(types.size())]);
        break;
      case 3:
        if (node.input_size() > 0) node.set_input(0, node.output(0));  // of itself
        break;
      case 4:
        node.add_input(graph.node(0).output(0));
        break;
      case 5:
        *graph.add_node() = ::onnx::NodeProto(node);
        break;
      case 6:
        for (auto& attribute : *node.mutable_attribute()) {
          attribute.set_i(size());
          if (attribute.ints_size() > 0) attribute.set_ints(0, size());
        }
        break;
      case 7: {
        auto* branch = node.add_attribute();
        branch->set_name("then_branch");
        branch->set_type(::onnx::AttributeProto::GRAPH);
        for (int depth = 0; depth < 30; ++depth) {
          auto* inner = branch->mutable_g()->add_node();
          inner->set_op_type("If");
          inner->add_output("x");
          branch = inner->add_attribute();
          branch->set_name("else_branch");
        }
        break;
      }
      case 8: {
        weight.set_data_location(::onnx::TensorProto::EXTERNAL);
        auto* entry = weight.add_external_data();
        entry->set_key("location");
        entry->set_value(mutator.below(2) == 0 ? "/dev/zero" : std::string(5'000, 'n'));
        break;
      }
      default:
        if (graph.input_size() > 0)
          for (auto& dim :
               *graph.mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim())
            dim.set_dim_value(size());
    }
  }
  return model.SerializeAsString();
}
/// Bytes of CBOR that went through the text of JSON, as bytes again.
inline void make_binary(Json& json) {
  if (!json.is_structured()) return;
  if (json.is_object() && json.contains("bytes") && json["bytes"].is_array()) {
    std::vector<std::uint8_t> bytes;
    for (const Json& each : json["bytes"])
      if (each.is_number_unsigned() && each.get<std::uint64_t>() < 256)
        bytes.push_back(each.get<std::uint8_t>());
    json = Json::binary(std::move(bytes));
    return;
  }
  for (Json& inner : json) make_binary(inner);
}

/// A plan's file with its tables changed: cells and their kinds, rows, tables swapped and taken out.
inline std::string changed_plan(Mutator& mutator, const std::string& sound, const std::string& path) {
  if (mutator.below(3) == 0) return mutator.bytes(sound);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << sound;
  sqlite3* database = nullptr;
  if (sqlite3_open(path.c_str(), &database) != SQLITE_OK) qFatal("no database");
  const auto run = [database](const std::string& sql) {
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
  };
  static const std::vector<std::pair<std::string, std::vector<std::string>>> tables{
      {"meta", {"key", "value"}},
      {"catalogue", {"kind", "id", "json"}},
      {"model", {"id", "name", "text", "entered"}},
      {"scenarios", {"id", "name", "cluster", "job", "stated", "objective", "model"}},
      {"objects", {"scenario", "id", "x", "y"}},
      {"notes", {"scenario", "id", "text", "x", "y", "width", "height"}},
      {"racks", {"scenario", "name", "pools", "power_kw", "node_slots"}},
      {"layouts", {"scenario", "place", "strategy"}},
      {"runs", {"scenario", "answer"}}};
  for (std::size_t edit = 0, edits = 1 + mutator.below(3); edit < edits; ++edit) {
    const auto& [table, columns] = tables[mutator.below(tables.size())];
    const std::string& column = columns[mutator.below(columns.size())];
    switch (mutator.below(9)) {
      case 0:
        run("DROP TABLE " + table);
        break;
      case 1: {
        const std::string& other = tables[mutator.below(tables.size())].first;
        run("ALTER TABLE " + table + " RENAME TO t0");
        run("ALTER TABLE " + other + " RENAME TO " + table);
        run("ALTER TABLE t0 RENAME TO " + other);
        break;
      }
      case 2:
        run("DELETE FROM " + table);
        break;
      case 3:
        run("CREATE VIEW v AS SELECT * FROM " + table);
        run("DROP TABLE " + table);
        run("ALTER TABLE v RENAME TO " + table);
        break;
      case 4:
        run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT OR IGNORE "
            "INTO " +
            table + " SELECT " +
            [&] {
              std::string list;
              for (const std::string& each : columns)
                list +=
                    (list.empty() ? "" : ", ") +
                    (each == "id" || each == "name" || each == "key" ? "t." + each + " || n.i" : "t." + each);
              return list;
            }() +
            " FROM n, " + table + " t");
        break;
      case 5:
        run("UPDATE " + table + " SET " + column + " = x'00ff80'");
        break;
      case 6:
        run("UPDATE " + table + " SET " + column + " = 9e999");
        break;
      default: {  // its own text, changed
        sqlite3_stmt* query = nullptr;
        sqlite3_prepare_v2(database, ("SELECT " + column + " FROM " + table).c_str(), -1, &query, nullptr);
        std::string text;
        if (query != nullptr && sqlite3_step(query) == SQLITE_ROW && sqlite3_column_text(query, 0) != nullptr)
          text = reinterpret_cast<const char*>(sqlite3_column_text(query, 0));
        sqlite3_finalize(query);
        text = mutator.json(text);
        sqlite3_stmt* update = nullptr;
        sqlite3_prepare_v2(database, ("UPDATE OR IGNORE " + table + " SET " + column + " = ?").c_str(), -1,
                           &update, nullptr);
        if (update != nullptr) {
          sqlite3_bind_text(update, 1, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
          sqlite3_step(update);
        }
        sqlite3_finalize(update);
      }
    }
  }
  sqlite3_close(database);
  return read_file(path).value_or(sound);
}

}  // namespace astrolabe::tests
