#include "ui/results/program_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct ProgramText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ProgramText)
};

QString named(const std::string& text) { return QString::fromStdString(text); }

QString shapeText(const std::vector<std::int64_t>& shape) {
  QStringList extents;
  for (const std::int64_t extent : shape) extents << QString::number(extent);
  return u'[' + extents.join(u", "_s) + u']';
}

QString roleText(spmd::Role role) {
  switch (role) {
    case spmd::Role::activation:
      return ProgramText::tr("activation");
    case spmd::Role::input:
      return ProgramText::tr("input");
    case spmd::Role::parameter:
      return ProgramText::tr("parameter");
    case spmd::Role::constant:
      break;
  }
  return ProgramText::tr("constant");
}

QString movedText(plan::Moved moved) {
  return moved == plan::Moved::weights ? ProgramText::tr("weights, gradients")
                                       : ProgramText::tr("activations");
}

QString lengthText(double seconds) { return seconds > 0.0 ? durationText(seconds) : unknownText(); }

/// In GiB where it is as large, in MiB or KiB below.
QString sizeText(double bytes) {
  constexpr double kKib = 1024.0;
  if (bytes >= kGib) return gibText(bytes);
  const bool mib = bytes >= kKib * kKib;
  return QLocale().toString(bytes / (mib ? kKib * kKib : kKib), 'f', 1) +
         (mib ? u"\u202FMiB"_s : u"\u202FKiB"_s);
}

QString timesText(int times) { return times > 1 ? u"× "_s + QLocale().toString(times) : QString(); }

}  // namespace

QString heldText(spmd::Property property) {
  switch (property.kind) {
    case spmd::Property::Kind::identity:
      return ProgramText::tr("replicated on every device");
    case spmd::Property::Kind::reduce:
      return ProgramText::tr("partial sums");
    case spmd::Property::Kind::gather:
      break;
  }
  return ProgramText::tr("shards along dim %1").arg(int(property.dim));
}

QString phaseText(spmd::Phase phase) {
  switch (phase) {
    case spmd::Phase::forward:
      return ProgramText::tr("forward");
    case spmd::Phase::backward:
      return ProgramText::tr("backward");
    case spmd::Phase::optimizer:
      break;
  }
  return ProgramText::tr("optimizer");
}

QString laneText(const plan::ProgramReport& report, std::size_t lane) {
  const plan::ProgramLane& shown = report.lanes[lane];
  int alike = 0, begin = shown.first;
  for (const plan::ProgramLane& other : report.lanes)
    if (other.pool == shown.pool) {
      ++alike;
      begin = std::min(begin, other.first);
    }
  if (alike == 1)
    return ProgramText::tr("%1 × %2", "devices of a pool").arg(shown.devices).arg(named(shown.pool_id));
  const int first = shown.first - begin;
  if (shown.devices == 1) return ProgramText::tr("%1, device %2").arg(named(shown.pool_id)).arg(first + 1);
  return ProgramText::tr("%1, devices %2 to %3")
      .arg(named(shown.pool_id))
      .arg(first + 1)
      .arg(first + shown.devices);
}

QString laneMemoryText(const plan::ProgramLane& lane) {
  const QString tensors = gibText(lane.memory.value);
  return lane.limit.value > 0.0
             ? ProgramText::tr("tensors %1 of %2", "memory, limit").arg(tensors, gibText(lane.limit.value))
             : ProgramText::tr("tensors %1", "memory").arg(tensors);
}

QString laneLimitText(const plan::ProgramReport& report, const plan::ProgramLane& lane) {
  const std::vector<cost::StageMemory>& memory = report.evaluation.memory;
  const auto row = std::find_if(memory.begin(), memory.end(),
                                [&](const cost::StageMemory& one) { return one.pool == lane.pool; });
  if (row == memory.end() || lane.limit.value <= 0.0) return {};
  return ProgramText::tr("%1 allowed, %2 after workspace", "memory of a GPU")
      .arg(gibText(row->limit.value), gibText(lane.limit.value));
}

QString programStatusText(const plan::ProgramReport& report) {
  const spmd::Synthesis& made = report.synthesis();
  const QString broken = report.violation.binding == cost::Binding::none
                             ? QString()
                             : ProgramText::tr("; not ranked: %1").arg(violationText(report.violation));
  if (report.pipeline)
    return ProgramText::tr("Pipeline of %1 stages, each with a program of its own").arg(report.stages()) +
           broken;
  QString words =
      made.status == spmd::SynthesisStatus::optimal
          ? ProgramText::tr("Optimal: no program is faster")
          : ProgramText::tr("Feasible: no program is more than %1 faster").arg(percentText(made.gap));
  if (made.stopped) words += ProgramText::tr(", stopped early");
  return words + broken;
}

QString stageText(const plan::ProgramReport& report, int stage) {
  const plan::ProgramStage& shown = report.pipeline->stages[static_cast<std::size_t>(stage)];
  QStringList pools;
  for (const hardware::Pool& pool : shown.part.pools)
    if (pool.gpus() > 0)
      pools << ProgramText::tr("%1 × %2", "devices of a pool").arg(pool.gpus()).arg(named(pool.id));
  const QString words = ProgramText::tr("%1: %2").arg(stage + 1).arg(pools.join(u" + "_s));
  return static_cast<int>(report.pipeline->slowest()) == stage ? ProgramText::tr("%1, the slowest").arg(words)
                                                               : words;
}

QString eventName(const plan::ProgramEvent& event) {
  if (event.beside) return ProgramText::tr("host time, gradient reduction and exposed traffic");
  const QString name = named(event.name);
  return event.runs > 1 ? ProgramText::tr("%1, %2 times", "instruction and count").arg(name).arg(event.runs)
                        : name;
}

QString eventText(const plan::ProgramReport& report, std::size_t event) {
  const plan::ProgramEvent& shown = report.events[event];
  return ProgramText::tr("%1, %2: from %3 for %4")
      .arg(eventName(shown), phaseText(shown.phase), durationText(shown.start),
           durationText(shown.end - shown.start));
}

int gpuIndexOf(const PlanDocument& document, const std::string& pool) {
  for (const hardware::PoolSpec& spec : document.plan().cluster.pools)
    if (spec.id == pool) return document.gpuIndex(document.gpuOf(spec));
  return 0;
}

void fillTensors(TextTable& table, const plan::ProgramReport& report) {
  std::vector<QStringList> rows;
  for (const plan::ProgramTensor& tensor : report.tensors)
    rows.push_back({named(tensor.name), roleText(tensor.role), shapeText(tensor.shape),
                    heldText(tensor.property), sizeText(tensor.bytes),
                    tensor.collectives > 0 ? QLocale().toString(tensor.collectives) : unknownText(),
                    lengthText(tensor.moving.value), timesText(tensor.times)});
  table.setTable({{ProgramText::tr("Tensor")},
                  {ProgramText::tr("Role")},
                  {ProgramText::tr("Shape")},
                  {ProgramText::tr("Sharding")},
                  {ProgramText::tr("Size"), true},
                  {ProgramText::tr("Collectives"), true},
                  {ProgramText::tr("Moving"), true},
                  {ProgramText::tr("Layers"), true}},
                 std::move(rows));
}

void fillCollectives(TextTable& table, const plan::ProgramReport& report) {
  std::vector<QStringList> rows;
  int number = 0;
  for (const plan::ProgramCollective& one : report.collectives)
    rows.push_back({QLocale().toString(++number), phaseText(one.phase), collectiveText(one.kind),
                    named(one.tensor), heldText(one.from), heldText(one.to), movedText(one.moved),
                    sizeText(one.bytes), durationText(one.length.value), timesText(one.times)});
  table.setTable({{ProgramText::tr("No."), true},
                  {ProgramText::tr("Phase")},
                  {ProgramText::tr("Collective")},
                  {ProgramText::tr("Tensor")},
                  {ProgramText::tr("From")},
                  {ProgramText::tr("To")},
                  {ProgramText::tr("Moves")},
                  {ProgramText::tr("Size"), true},
                  {ProgramText::tr("Length"), true},
                  {ProgramText::tr("Layers"), true}},
                 std::move(rows));
}

void fillEvents(TextTable& table, const plan::ProgramReport& report) {
  std::vector<TextTable::Column> columns{
      {ProgramText::tr("Block")}, {ProgramText::tr("Phase")}, {ProgramText::tr("Start, s"), true}};
  for (std::size_t lane = 0; lane < report.lanes.size(); ++lane)
    columns.push_back({ProgramText::tr("Computing on %1, ms").arg(laneText(report, lane)), true});
  columns.push_back({ProgramText::tr("Communication, ms"), true});
  std::vector<QStringList> rows;
  const QLocale locale;
  for (const plan::ProgramEvent& event : report.events) {
    QStringList row{eventName(event), phaseText(event.phase), locale.toString(event.start, 'f', 4)};
    for (const double seconds : event.computing) row << locale.toString(1e3 * seconds, 'f', 3);
    row << locale.toString(1e3 * (event.end - event.slowest), 'f', 3);
    rows.push_back(std::move(row));
  }
  table.setTable(std::move(columns), std::move(rows));
}

}  // namespace astrolabe::ui
