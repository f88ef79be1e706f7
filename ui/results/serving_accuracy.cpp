#include "ui/results/serving_accuracy.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kPortion = 64;  // rows that are predicted between two looks at `stop`
constexpr double kMsPerSecond = 1000.0;

bool isInside(const serving::ServingRow& row) {
  return row.predicted.low <= row.measured && row.measured <= row.predicted.high;
}

QString modelKindText(const serving::ServingCase& run) {
  if (run.deployment.disaggregated()) return ServingErrorGroups::tr("Disaggregated");
  if (run.deployment.worker.speculation.draft_tokens > 0) return ServingErrorGroups::tr("With draft tokens");
  return run.moe ? ServingErrorGroups::tr("Models with experts") : ServingErrorGroups::tr("Dense models");
}

QString loadKindText(const std::string& kind) {
  if (kind == "concurrency") return ServingErrorGroups::tr("at a concurrency");
  if (kind == "batch") return ServingErrorGroups::tr("static batches");
  if (kind == "offline_max") return ServingErrorGroups::tr("offline");
  if (kind == "request_rate") return ServingErrorGroups::tr("at a request rate");
  return QString::fromStdString(kind);
}

QStringList errorLine(const QString& group, const ServingRows& rows) {
  const serving::ServingErrors errors = serving::errors_of(rows);
  return {group,
          wholeText(errors.rows),
          percentText(errors.median_abs),
          percentText(errors.p90_abs),
          signedPercentText(errors.bias),
          percentText(errors.in_band, 0)};
}

calibration::ValidatedRow pointOf(const serving::ServingRow& row) {
  calibration::ValidatedRow point;
  point.id = row.of->id;
  point.source = row.of->source;
  point.gpu = row.of->gpu;
  point.moe = row.of->moe;
  point.measured = row.measured;
  point.predicted = row.predicted.value;
  point.low = row.predicted.low;
  point.high = row.predicted.high;
  return point;
}

/// Predicts the table in portions; false once `stop` is requested.
bool predictTable(const serving::ServingTable& table, serving::ServingValidation& whole,
                  const std::stop_token& stop) {
  whole.rows = table.rows;
  whole.skipped = table.skipped;
  std::vector<const serving::ServingCase*> portion;
  for (std::size_t i = 0; i < table.cases.size(); ++i) {
    portion.push_back(&table.cases[i]);
    if (portion.size() < kPortion && i + 1 < table.cases.size()) continue;
    if (stop.stop_requested()) return false;
    serving::ServingValidation part = serving::validate(portion, serving::shipped_values());
    whole.predicted_cases += part.predicted_cases;
    std::move(part.predicted.begin(), part.predicted.end(), std::back_inserter(whole.predicted));
    std::move(part.skipped.begin(), part.skipped.end(), std::back_inserter(whole.skipped));
    portion.clear();
  }
  serving::count_order(whole);
  return true;
}

/// The table with its predictions; null once `stop` is requested.
ServingAccuracyPtr predicted(serving::ServingTable table, std::optional<serving::ServingCalibration> own,
                             const std::stop_token& stop) {
  auto made = std::make_shared<ServingAccuracy>();
  made->table = std::move(table);
  made->own = std::move(own);
  if (!predictTable(made->table, made->validation, stop)) return {};
  std::map<std::string, int> counts;
  made->points.reserve(made->validation.predicted.size());
  for (const serving::ServingRow& row : made->validation.predicted) {
    made->points.push_back(pointOf(row));
    ++counts[row.of->gpu];
  }
  made->types = AccuracyTypes(counts);
  return made;
}

}  // namespace

Result<ServingAccuracyPtr> servingAccuracyOf(const std::string& csv, const hardware::Catalogue& catalogue,
                                             const std::stop_token& stop) {
  auto table = serving::read_serving_table(csv, catalogue);
  if (!table) return tl::unexpected<Error>(table.error());
  return predicted(std::move(*table), std::nullopt, stop);
}

Result<ServingAccuracyPtr> fittedServingAccuracyOf(const std::string& csv,
                                                   const hardware::Catalogue& catalogue,
                                                   const std::stop_token& stop) {
  auto table = serving::read_serving_table(csv, catalogue);
  if (!table) return tl::unexpected<Error>(table.error());
  serving::OwnTables tables;
  tables.runs = *table;
  auto fit = serving::calibrate(tables, catalogue);
  if (!fit) return tl::unexpected<Error>(fit.error());
  for (serving::ServingCase& one : table->cases)
    if (const auto applied = serving::apply(fit->fitted, one.asked); !applied)
      return tl::unexpected<Error>(applied.error());
  return predicted(std::move(*table), std::move(fit->fitted), stop);
}

AccuracyQuantity servingQuantity(serving::Metric metric) {
  if (metric == serving::Metric::output_rate)
    return {ServingRuns::tr("measured, output tokens a second"),
            ServingRuns::tr("predicted, output tokens a second"),
            ServingRuns::tr("too many"),
            ServingRuns::tr("too few"),
            1.0,
            1e5,
            [](double rate) { return ServingRuns::tr("%1 tokens/s").arg(significantText(rate)); }};
  const bool first = metric == serving::Metric::ttft;
  return {
      first ? ServingRuns::tr("measured, ms to the first token") : ServingRuns::tr("measured, ms a token"),
      first ? ServingRuns::tr("predicted, ms to the first token") : ServingRuns::tr("predicted, ms a token"),
      ServingRuns::tr("too slow"),
      ServingRuns::tr("too fast"),
      1.0,
      1000.0,
      [](double ms) { return durationText(ms / kMsPerSecond); }};
}

void ServingErrorGroups::setRows(const ServingRows& rows) {
  std::map<QString, ServingRows> kinds, loads, engines, gpus;
  for (const serving::ServingRow* row : rows) {
    kinds[modelKindText(*row->of)].push_back(row);
    loads[loadKindText(row->of->load_kind)].push_back(row);
    engines[QString::fromStdString(row->of->framework)].push_back(row);
    gpus[QString::fromStdString(row->of->gpu)].push_back(row);
  }
  std::vector<QStringList> lines;
  if (!rows.empty()) lines.push_back(errorLine(tr("All shown"), rows));
  for (const auto& [kind, group] : kinds) lines.push_back(errorLine(kind, group));
  for (const auto& [load, group] : loads) lines.push_back(errorLine(tr("Load: %1").arg(load), group));
  for (const auto& [engine, group] : engines) lines.push_back(errorLine(tr("Engine: %1").arg(engine), group));
  for (const auto& [gpu, group] : gpus) lines.push_back(errorLine(tr("GPU: %1").arg(gpu), group));
  setTable({{tr("Group")},
            {tr("Runs"), true},
            {tr("Median"), true},
            {tr("9 of 10"), true},
            {tr("Typical"), true},
            {tr("In 80 % band"), true}},
           std::move(lines));
}

void ServingRuns::setRows(ServingRows rows) {
  std::vector<QStringList> lines;
  lines.reserve(rows.size());
  std::map<serving::Metric, AccuracyQuantity> quantities;
  for (const serving::Metric metric : serving::kMetrics) quantities.emplace(metric, servingQuantity(metric));
  for (const serving::ServingRow* row : rows) {
    const serving::ServingCase& run = *row->of;
    const auto& text = quantities.at(row->metric).text;
    lines.push_back({QString::fromStdString(run.id), QString::fromStdString(run.source),
                     QString::fromStdString(run.model), QString::fromStdString(run.gpu),
                     QString::fromStdString(run.framework), loadKindText(run.load_kind), text(row->measured),
                     text(row->predicted.value), signedPercentText(row->error()),
                     isInside(*row) ? tr("inside") : tr("outside")});
  }
  m_rows = std::move(rows);
  setTable({{tr("Run")},
            {tr("Source")},
            {tr("Model")},
            {tr("GPU")},
            {tr("Engine")},
            {tr("Load")},
            {tr("Measured"), true},
            {tr("Predicted"), true},
            {tr("Error"), true},
            {tr("80 % band")}},
           std::move(lines));
}

const serving::ServingRow* ServingRuns::row(int row) const {
  return row < 0 || row >= static_cast<int>(m_rows.size()) ? nullptr : m_rows[static_cast<std::size_t>(row)];
}

QVariant ServingRuns::data(const QModelIndex& index, int role) const {
  const serving::ServingRow* of = index.isValid() ? row(index.row()) : nullptr;
  if (of == nullptr) return {};
  if (role == SortRole) {
    if (index.column() == Measured) return of->measured;
    if (index.column() == Predicted) return of->predicted.value;
    if (index.column() == Error) return of->error();
    return TextTable::data(index, Qt::DisplayRole);
  }
  if (role == Qt::ToolTipRole && index.column() == Band) {
    const auto text = servingQuantity(of->metric).text;
    return tr("80 % band: %1 to %2").arg(text(of->predicted.low), text(of->predicted.high));
  }
  if (role == Qt::ToolTipRole)
    return of->of->assumed.empty() ? tr("The source states every setting.")
                                   : tr("Assumed: %1").arg(QString::fromStdString(of->of->assumed));
  return TextTable::data(index, role);
}

}  // namespace astrolabe::ui
