#include "ui/render/distinct_degrees.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>
#include <array>

#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/report_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct DistinctWords {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

/// GPU types of the stages in their order, each once in a row: "A100, H100".
QString stageOrder(const strategy::Strategy& s, const strategy::Problem& problem) {
  QStringList types;
  for (const strategy::Stage& stage : s.stages) {
    const QString type = shortGpuName(problem.cluster.pools[static_cast<std::size_t>(stage.pool)].gpu);
    if (types.isEmpty() || types.back() != type) types << type;
  }
  return types.join(u", "_s);
}

QString stageTensors(const strategy::Strategy& s) {
  QStringList degrees;
  for (const strategy::Stage& stage : s.stages) degrees << wholeText(stage.tensor_parallel);
  return degrees.join(u" · "_s);
}

/// What may tell two strategies of equal degrees apart, what is most asked for first.
using Setting = QString (*)(const strategy::Strategy&, const strategy::Problem&);
constexpr std::array<Setting, 10> kSettings{
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("micro-batch %1").arg(wholeText(s.micro_batch));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("%1 chunks a stage").arg(wholeText(s.virtual_pipeline));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("recompute %1").arg(recomputeText(s));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("ZeRO %1").arg(s.zero_stage);
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("state over %1 ranks").arg(wholeText(s.sharding_group));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return s.sequence_parallel ? DistinctWords::tr("sequence parallel")
                                 : DistinctWords::tr("not sequence parallel");
    },
    [](const strategy::Strategy& s, const strategy::Problem& problem) {
      return DistinctWords::tr("stages on %1").arg(stageOrder(s, problem));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("TP of the stages %1").arg(stageTensors(s));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return DistinctWords::tr("layers %1").arg(layersText(s));
    },
    [](const strategy::Strategy& s, const strategy::Problem&) {
      return s.overlap_tensor_parallel ? DistinctWords::tr("tensor traffic overlapped")
                                       : DistinctWords::tr("tensor traffic not overlapped");
    }};

}  // namespace

QStringList distinctDegrees(const std::vector<const strategy::Strategy*>& strategies,
                            const strategy::Problem& problem) {
  QStringList texts;
  for (const strategy::Strategy* one : strategies) texts << reportDegrees(*one);
  for (const Setting setting : kSettings) {
    QHash<QString, QList<qsizetype>> alike;
    for (qsizetype i = 0; i < texts.size(); ++i) alike[texts[i]] << i;
    if (alike.size() == texts.size()) break;
    for (const QList<qsizetype>& places : std::as_const(alike)) {
      QStringList said;
      for (const qsizetype i : places) said << setting(*strategies[static_cast<std::size_t>(i)], problem);
      if (QSet<QString>(said.begin(), said.end()).size() < 2) continue;
      for (qsizetype i = 0; i < places.size(); ++i) texts[places[i]] += u", "_s + said[i];
    }
  }
  return texts;
}

}  // namespace astrolabe::ui
