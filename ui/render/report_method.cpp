// What the figures of a report rest on: assumed values, the method with its sources, the model's constants.

#include "ui/render/report_method.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/calibration/calibration.h"
#include "core/calibration/model_constants.h"
#include "core/hardware/pool_price.h"
#include "core/model/model_reader.h"
#include "ui/render/answer_text.h"
#include "ui/render/assumed_words.h"
#include "ui/render/calibration_text.h"
#include "ui/render/constant_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/report_question.h"
#include "ui/render/text.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using namespace std::string_literals;

struct MethodText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// The constants that the plan keeps; none where it is predicted with the shipped ones.
std::optional<calibration::Calibration> calibrationOf(const ReportContent& c) {
  if (c.plan.calibration.empty()) return std::nullopt;
  auto own = calibration::read_calibration_text(c.plan.calibration);
  return own ? std::optional(std::move(*own)) : std::nullopt;
}

}  // namespace

void drawAssumptions(ReportWriter& page, const ReportContent& c) {
  page.heading(MethodText::tr("Assumed values"));
  std::vector<QStringList> rows;
  std::set<std::string> listed;
  for (const hardware::Assumption& assumed : c.snapshot.assumptions) {
    listed.insert(assumed.what);
    rows.push_back(
        {assumedName(assumed.what), shownSum(assumedValue(assumed.value)), reasonText(assumed.why)});
  }
  const strategy::Job& job = c.problem.job;
  const auto add = [&](const std::string& key, const QString& name, const QString& value) {
    if (!listed.contains(key) && listed.insert("job." + key).second)
      rows.push_back({name, value, MethodText::tr("not stated: the usual value")});
  };
  const auto unstated = [&](const char* key, const QString& value) {
    if (!strategy::is_stated(job, key)) add(key, assumedName("job."s + key), value);
  };
  unstated("optimizer", text(strategy::to_string(job.optimizer)));
  unstated("gradient_precision", text(strategy::to_string(job.gradient_precision)));
  unstated("flash_attention", job.flash_attention ? MethodText::tr("yes") : MethodText::tr("no"));
  unstated("limits.memory_headroom", percentText(job.limits.memory_headroom, 0));
  for (const ReportCost& cost : reportCosts(c.problem))
    if (!cost.stated) add(cost.key, cost.name, cost.value);
  if (const auto model = model::read_saved(c.plan.model_name, c.plan.model_text, c.plan.model_entered))
    for (const model::Field& field : model->fields)
      if (field.mark == model::Mark::assumed && !isTyped(field))
        rows.push_back({u"model."_s + text(field.key), text(field.value), reasonText(field.from)});
  if (rows.empty())
    page.paragraph(MethodText::tr("None: every value was stated or read from a source."));
  else
    page.table(MethodText::tr("Values that nobody stated."),
               {{MethodText::tr("Assumed"), 2}, {MethodText::tr("Value"), 1.3}, {MethodText::tr("Why"), 2.4}},
               rows);
}

void drawMethod(ReportWriter& page, const ReportContent& c) {
  page.heading(MethodText::tr("Method"));
  page.paragraph(MethodText::tr(
      "The cost of a strategy is computed, not measured. Every matrix product takes the time of its "
      "shape on the GPU type, limited by arithmetic or by memory traffic; collectives take the time of "
      "their bytes on the link they use, less what overlaps. The blocks of all micro-batches are then "
      "laid out by the pipeline's order, and the last one ends the step. Memory is weights, gradients, "
      "optimizer state, activations held and workspace of the fullest GPU."));
  const plan::Space& space = c.snapshot.space;
  page.paragraph(
      MethodText::tr("%1. Of %2 configurations, rules rejected %3, limits %4, memory %5 and bounds %6; %7 "
                     "were evaluated in %8.")
          .arg(endText(c.snapshot), wholeText(static_cast<double>(space.total)),
               wholeText(static_cast<double>(space.rejected_by_rule)),
               wholeText(static_cast<double>(space.rejected_by_limit)),
               wholeText(static_cast<double>(space.rejected_by_memory)),
               wholeText(static_cast<double>(space.cut_by_bound)),
               wholeText(static_cast<double>(space.evaluated)), durationText(c.snapshot.seconds)));
  drawFormulas(page);
  page.heading(MethodText::tr("Data sources"));
  std::vector<QStringList> rows;
  const std::vector<hardware::PoolSpec>& specs = c.plan.cluster.pools;
  const bool buys = c.problem.job.cost.basis == hardware::CostBasis::buy;
  for (const hardware::Pool& pool : c.problem.cluster.pools) {
    rows.push_back({text(pool.gpu.name), text(pool.gpu.source.text), text(pool.gpu.source.date)});
    if (const hardware::NodeType* node = c.catalogue.find_node(pool.node_id))
      rows.push_back({text(node->name), text(node->source.text), text(node->source.date)});
    if (!pool.price_source.empty())
      rows.push_back(
          {(buys ? MethodText::tr("Rent of %1") : MethodText::tr("Price of %1")).arg(text(pool.id)),
           text(pool.price_source), text(pool.price_date)});
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [&](const hardware::PoolSpec& one) { return one.id == pool.id; });
    if (!buys || spec == specs.end()) continue;
    if (const auto price = hardware::pool_purchase(*spec, c.catalogue); price && !price->source.empty())
      rows.push_back(
          {MethodText::tr("Price of %1").arg(text(pool.id)), text(price->source), text(price->date)});
  }
  if (const std::optional<calibration::Calibration> own = calibrationOf(c))
    rows.push_back({MethodText::tr("Constants of the model"),
                    own->source.empty() ? MethodText::tr("runs of your own") : text(own->source),
                    own->date.empty() ? MethodText::tr("date not known") : text(own->date)});
  page.table(MethodText::tr("Sources of hardware values and prices."),
             {{MethodText::tr("What"), 1.5}, {MethodText::tr("Source"), 4}, {MethodText::tr("Date"), 0.9}},
             rows);
  if (const QString rate = rateText(c.options.created.date()); !rate.isEmpty())
    page.paragraph(MethodText::tr("Money: %1.", "rate of exchange").arg(rate));
}

void drawConstants(ReportWriter& page, const ReportContent& c) {
  page.heading(MethodText::tr("Constants of the model"));
  page.paragraph(
      MethodText::tr("Fitted constants rest on published training runs; fixed ones are estimates or facts "
                     "of the software, those called assumed are guesses."));
  if (const std::optional<calibration::Calibration> own = calibrationOf(c)) {
    QStringList gpus;
    for (const std::string& id : own->gpus) {
      const hardware::Gpu* gpu = c.catalogue.find_gpu(id);
      gpus << text(gpu != nullptr ? gpu->name : id);
    }
    page.paragraph(MethodText::tr("The plan has constants of its own, %1: fitted to %n run(s) on %2, whose "
                                  "median error they bring from %3 to %4.",
                                  "when and from what, GPU types, errors", own->runs)
                       .arg(calibrationText(*own), QLocale().createSeparatedList(gpus),
                            percentText(own->median_abs_error_before),
                            percentText(own->median_abs_error_after)));
  }
  // Six digits: years and shares alike.
  const auto number = [](double value) {
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'g', 6);
  };
  const std::vector<TableColumn> columns{{MethodText::tr("Constant"), 1.9},
                                         {MethodText::tr("Value"), 0.8, true},
                                         {MethodText::tr("Meaning"), 3.4}};
  std::vector<QStringList> fitted, fixed;
  for (const calibration::ModelConstant& one : calibration::model_constants(c.problem))
    (one.fitted ? fitted : fixed)
        .push_back({text(one.name), number(one.value), constantMeaning(one.meaning)});
  page.table(c.problem.coefficients ? MethodText::tr("Fitted constants, replaced in part by a calibration.")
                                    : MethodText::tr("Fitted constants."),
             columns, fitted);
  page.table(MethodText::tr("Fixed constants."), columns, fixed);
}

}  // namespace astrolabe::ui
