#include "ui/results/sweep_results.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/file_lines.h"
#include "core/base/hours.h"
#include "core/base/quoting.h"
#include "core/plan/sweep_lines.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Whose figure it is.
enum class SweepTask { any, train, serve, post_train };
struct SweepFigure {
  const char* key;
  SweepResults::Kind kind;
  const char* name;
  SweepTask task = SweepTask::any;
};
/// What stands behind the inputs of a case, in this order.
constexpr std::array<SweepFigure, 17> kSweepFigures{{
    {"status", SweepResults::Kind::Status, QT_TRANSLATE_NOOP("SweepResults", "Status")},
    {"step_seconds", SweepResults::Kind::Seconds, QT_TRANSLATE_NOOP("SweepResults", "Step"),
     SweepTask::train},
    {"days", SweepResults::Kind::Days, QT_TRANSLATE_NOOP("SweepResults", "Days of the job"),
     SweepTask::train},
    {"usd", SweepResults::Kind::Money, QT_TRANSLATE_NOOP("SweepResults", "Cost of the job"),
     SweepTask::train},
    {"purchase_usd", SweepResults::Kind::Money, QT_TRANSLATE_NOOP("SweepResults", "Purchase"),
     SweepTask::train},
    {"output_tokens_per_second_per_gpu", SweepResults::Kind::Rate,
     QT_TRANSLATE_NOOP("SweepResults", "Tokens/s of a GPU"), SweepTask::serve},
    {"ttft_seconds", SweepResults::Kind::Seconds, QT_TRANSLATE_NOOP("SweepResults", "First token"),
     SweepTask::serve},
    {"tpot_seconds", SweepResults::Kind::Seconds, QT_TRANSLATE_NOOP("SweepResults", "Further token"),
     SweepTask::serve},
    {"usd_per_million_tokens", SweepResults::Kind::Money,
     QT_TRANSLATE_NOOP("SweepResults", "Cost of a million tokens"), SweepTask::serve},
    {"usd_per_hour", SweepResults::Kind::Money, QT_TRANSLATE_NOOP("SweepResults", "Cost of an hour"),
     SweepTask::serve},
    {"iteration_seconds", SweepResults::Kind::Seconds, QT_TRANSLATE_NOOP("SweepResults", "Iteration"),
     SweepTask::post_train},
    {"usd_per_iteration", SweepResults::Kind::Money,
     QT_TRANSLATE_NOOP("SweepResults", "Cost of an iteration"), SweepTask::post_train},
    {"busy_share", SweepResults::Kind::Share, QT_TRANSLATE_NOOP("SweepResults", "Busy"),
     SweepTask::post_train},
    {"gpus", SweepResults::Kind::Count, QT_TRANSLATE_NOOP("SweepResults", "GPUs")},
    {"paid_gpus", SweepResults::Kind::Count, QT_TRANSLATE_NOOP("SweepResults", "Paid GPUs")},
    {"gap", SweepResults::Kind::Share, QT_TRANSLATE_NOOP("SweepResults", "Gap")},
    {"error", SweepResults::Kind::Reason, QT_TRANSLATE_NOOP("SweepResults", "What is wrong")},
}};

struct SweepStatus {
  const char* key;
  const char* name;
};
constexpr std::array<SweepStatus, 4> kSweepStatuses{
    {{"optimal", QT_TRANSLATE_NOOP("SweepResults", "Proven best")},
     {"feasible", QT_TRANSLATE_NOOP("SweepResults", "Best so far")},
     {"infeasible", QT_TRANSLATE_NOOP("SweepResults", "Nothing fits")},
     {"refused", QT_TRANSLATE_NOOP("SweepResults", "Wrong inputs")}}};

const Json* member(const Json* object, const char* key) {
  if (object == nullptr || !object->is_object() || !object->contains(key)) return nullptr;
  return &(*object)[key];
}

Json numberIn(const Json* object, const char* key) {
  const Json* value = member(object, key);
  return value != nullptr && value->is_number() ? *value : Json();
}

/// The sum of counts by pool.
Json sumIn(const Json* object, const char* key) {
  const Json* counts = member(object, key);
  if (counts == nullptr || !counts->is_object()) return {};
  std::int64_t sum = 0;
  for (const auto& [pool, count] : counts->items())
    if (count.is_number_integer()) sum += count.get<std::int64_t>();
  return sum;
}

/// What a case that was refused says, in the words of the window.
Json reasonOf(const Json& line) {
  const Json* told = member(&line, "error");
  const auto word = [&](const char* key) {
    const Json* value = member(told, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
  };
  if (word("code").empty()) return {};
  const Error error{
      word("code"), word("file"), word("where"), word("found"), {Wanted::Kind::text, {word("wanted")}}};
  return messageFor(error).plain().toStdString();
}

/// The best row of a case; null where there is none.
const Json* firstRowOf(const Json& line) {
  const Json* best = member(member(&line, "answer"), "best");
  return best != nullptr && best->is_array() && !best->empty() ? &best->front() : nullptr;
}

/// The task that a case was answered for; any: it has no row.
SweepTask taskOf(const Json& line) {
  const Json* first = firstRowOf(line);
  if (first == nullptr) return SweepTask::any;
  if (member(first, "iteration_seconds") != nullptr) return SweepTask::post_train;
  return member(first, "usd_per_million_tokens") != nullptr ||
                 member(first, "flow_tokens_per_second") != nullptr
             ? SweepTask::serve
             : SweepTask::train;
}

/// The figures of a line, as kSweepFigures has them.
std::vector<Json> sweepFiguresOf(const Json& line) {
  const Json* answer = member(&line, "answer");
  const Json* first = firstRowOf(line);
  const Json* outcome = member(first, "outcome");
  const Json hours = numberIn(outcome, "hours");
  return {line.at("status"),
          numberIn(first, "step_seconds"),
          hours.is_null() ? Json() : Json(hours.get<double>() / kHoursPerDay),
          numberIn(outcome, "usd"),
          numberIn(first, "purchase_usd"),
          numberIn(first, "output_tokens_per_second_per_gpu"),
          numberIn(first, "ttft_seconds"),
          numberIn(first, "tpot_seconds"),
          numberIn(first, "usd_per_million_tokens"),
          numberIn(first, "usd_per_hour"),
          numberIn(first, "iteration_seconds"),
          numberIn(first, "usd_per_iteration"),
          numberIn(first, "busy_share"),
          sumIn(first, "gpus"),
          sumIn(first, "paid_gpus"),
          numberIn(answer, "gap"),
          reasonOf(line)};
}

}  // namespace

bool SweepResults::isNumber(int column) const {
  const auto at = static_cast<std::size_t>(column);
  return columns[at].kind != Kind::Status &&
         std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row[at].is_number(); }) &&
         std::all_of(rows.begin(), rows.end(),
                     [&](const auto& row) { return row[at].is_number() || row[at].is_null(); });
}

Result<SweepResults> readSweepResults(const std::string& path) {
  SweepResults results;
  std::vector<std::string> keys;           // of inputs, in the order in which lines name them
  std::vector<std::vector<Json>> inputs;   // by line, by key
  std::vector<std::vector<Json>> figures;  // by line
  std::optional<plan::SweepIdentity> sweep;
  std::set<SweepTask> tasks;
  const auto found = read_lines(path, [&](std::int64_t number, std::string_view text) -> Result<void> {
    auto head = plan::read_sweep_line(text, number);
    if (!head) return tl::unexpected<Error>(std::move(head.error()).in_file(path));
    if (!sweep) sweep = head->sweep;
    if (head->sweep != *sweep)
      return tl::unexpected<Error>(plan::other_sweep(head->sweep, *sweep, path, "its first line"));
    const Json line = json_or_null(text);
    results.refused += head->status == "refused" ? 1U : 0U;
    std::vector<Json>& values = inputs.emplace_back(keys.size());
    const auto put = [&](const std::string& key, const Json& value) {
      auto at = std::find(keys.begin(), keys.end(), key);
      if (at == keys.end()) at = keys.insert(keys.end(), key);
      const auto place = static_cast<std::size_t>(at - keys.begin());
      if (values.size() <= place) values.resize(place + 1);
      values[place] = value;
    };
    if (const Json* named = member(&line, "inputs"); named != nullptr && named->is_object())
      for (const auto& [key, value] : named->items()) {
        if (key != "set") {
          put(key, value);
        } else if (value.is_object()) {
          for (const auto& [path_of_value, each] : value.items()) put(path_of_value, each);
        }
      }
    figures.push_back(sweepFiguresOf(line));
    tasks.insert(taskOf(line));
    return {};
  });
  if (!found) return tl::unexpected<Error>(found.error());
  if (!sweep)
    return tl::unexpected<Error>(Error{std::string(code::empty_file),
                                       path,
                                       {},
                                       "no whole line",
                                       {Wanted::Kind::text, {"lines that sweep wrote"}}});
  results.cases = sweep->cases;
  results.isTorn = found->torn > 0;
  for (std::vector<Json>& values : inputs) values.resize(keys.size());
  // What is the same in all cases says nothing about any.
  std::vector<std::size_t> varying;
  for (std::size_t key = 0; key < keys.size(); ++key)
    if (std::any_of(inputs.begin(), inputs.end(),
                    [&](const auto& values) { return values[key] != inputs.front()[key]; }))
      varying.push_back(key);
  for (const std::size_t key : varying) results.columns.push_back({keys[key], SweepResults::Kind::Input});
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < kSweepFigures.size(); ++i) {
    const SweepFigure& figure = kSweepFigures[i];
    if (figure.kind == SweepResults::Kind::Reason && results.refused == 0) continue;
    // Figures of training stand where no case has a row, too.
    const bool none = !tasks.contains(SweepTask::serve) && !tasks.contains(SweepTask::post_train);
    if (figure.task != SweepTask::any && !tasks.contains(figure.task) &&
        !(figure.task == SweepTask::train && none))
      continue;
    results.columns.push_back({figure.key, figure.kind});
    kept.push_back(i);
  }
  for (std::size_t row = 0; row < inputs.size(); ++row) {
    std::vector<Json> values;
    for (const std::size_t key : varying) values.push_back(std::move(inputs[row][key]));
    for (const std::size_t at : kept) values.push_back(std::move(figures[row][at]));
    results.rows.push_back(std::move(values));
  }
  return results;
}

QString sweepColumnName(const SweepResults::Column& column) {
  for (const SweepFigure& figure : kSweepFigures)
    if (column.kind == figure.kind && column.key == figure.key)
      return QCoreApplication::translate("SweepResults", figure.name);
  return QString::fromStdString(one_line(column.key));
}

QString sweepCellText(const SweepResults::Column& column, const Json& value) {
  using Kind = SweepResults::Kind;
  if (value.is_null() && column.kind == Kind::Reason) return {};
  if (value.is_null()) return column.kind == Kind::Input ? u"–"_s : unknownText();
  if (column.kind == Kind::Status)
    for (const SweepStatus& status : kSweepStatuses)
      if (value == status.key) return QCoreApplication::translate("SweepResults", status.name);
  if (value.is_string()) return QString::fromStdString(one_line(value.get<std::string>()));
  if (!value.is_number()) return QString::fromStdString(one_line(shown(value)));
  const double number = value.get<double>();
  switch (column.kind) {
    case Kind::Seconds:
      return durationText(number);
    case Kind::Days:
    case Kind::Rate:
      return significantText(number);
    case Kind::Money:
      return moneyText(number);
    case Kind::Share:
      return percentText(number);
    case Kind::Count:
      return wholeText(number);
    case Kind::Input:
    case Kind::Status:
    case Kind::Reason:
      break;
  }
  return QString::fromStdString(shown(value));
}

QByteArray sweepCsv(const SweepResults& results) {
  std::string text;
  const auto add = [&](std::size_t at, const std::string& cell) { text += (at == 0 ? "" : ",") + cell; };
  for (std::size_t i = 0; i < results.columns.size(); ++i) add(i, csv_cell(results.columns[i].key));
  text += "\r\n";
  for (const std::vector<Json>& row : results.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].is_null())
        add(i, {});
      else
        add(i, row[i].is_string() ? csv_cell(row[i].get<std::string>()) : csv_cell(text_of(row[i])));
    }
    text += "\r\n";
  }
  return QByteArray::fromStdString(text);
}

}  // namespace astrolabe::ui
