#include "ui/render/measure.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>

#include "ui/render/numbers.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using cost::SpanKind;

namespace {

constexpr int kKinds = static_cast<int>(SpanKind::optimizer) + 1;

}  // namespace

Measure measure(const cost::Timeline& timeline, double begin, double end, int lane) {
  Measure result;
  result.begin = std::clamp(std::min(begin, end), 0.0, timeline.step);
  result.end = std::clamp(std::max(begin, end), 0.0, timeline.step);
  result.lane = lane;
  std::array<double, kKinds> seconds{};
  for (int i = 0; i < static_cast<int>(timeline.lanes.size()); ++i) {
    if (lane >= 0 && i != lane) continue;
    double busy = 0.0;
    for (const cost::Span& span : timeline.lanes[static_cast<std::size_t>(i)].work) {
      const double inside = std::min(span.end, result.end) - std::max(span.start, result.begin);
      if (inside <= 0.0) continue;
      seconds[static_cast<std::size_t>(span.kind)] += inside;
      busy += inside;
    }
    result.idle += result.end - result.begin - busy;
  }
  for (int kind = 0; kind < kKinds; ++kind)
    if (seconds[static_cast<std::size_t>(kind)] > 0.0)
      result.sums.push_back({static_cast<SpanKind>(kind), seconds[static_cast<std::size_t>(kind)]});
  return result;
}

QString measureText(const Measure& measure) {
  QStringList parts;
  for (const Measure::Sum& sum : measure.sums)
    parts << u"%1 %2"_s.arg(spanLetter(sum.kind), durationText(sum.seconds));
  if (measure.idle > 1e-9)
    parts << QCoreApplication::translate("TimelinePainter", "waiting %1").arg(durationText(measure.idle));
  return u"%1: %2"_s.arg(durationText(measure.end - measure.begin), parts.join(u" · "_s));
}

bool SpanQuery::matches(const cost::Span& span, int lane) const {
  return (!kind || span.kind == *kind) && (!microBatch || span.micro_batch == *microBatch) &&
         (!stage || lane == *stage);
}

std::optional<SpanQuery> readSpanQuery(const QString& text) {
  SpanQuery query;
  const QStringList words = text.toLower().split(u' ', Qt::SkipEmptyParts);
  if (words.isEmpty()) return std::nullopt;
  for (const QString& word : words) {
    bool number = false;
    if (const int value = word.toInt(&number); number) {
      query.microBatch = value - 1;
      continue;
    }
    if (const int stage = QStringView(word).mid(1).toInt(&number); number && word.startsWith(u's')) {
      query.stage = stage - 1;
      continue;
    }
    // "b17" is letter and number at once.
    if (const int value = QStringView(word).mid(1).toInt(&number); number) query.microBatch = value - 1;
    const QString name = number ? word.left(1) : word;
    bool known = false;
    for (int kind = 0; kind < kKinds && !known; ++kind) {
      const auto each = static_cast<SpanKind>(kind);
      known = name == spanLetter(each).toLower() || (name.size() > 1 && spanName(each).startsWith(name));
      if (known) query.kind = each;
    }
    if (!known) return std::nullopt;
  }
  return query;
}

}  // namespace astrolabe::ui
