#include "ui/shell/slide_figures.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "ui/render/gpu_order.h"
#include "ui/render/numbers.h"
#include "ui/render/pareto_figure.h"
#include "ui/render/report_words.h"
#include "ui/render/timeline_painter.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct SlideFigureWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

constexpr double kPlotLetters = 11.0;  ///< the size of text that the painters' measures belong to
constexpr double kTallLane = 54.0, kLowLane = 20.0;

std::vector<LaneLabel> slideLanes(const plan::Snapshot& snapshot, const planning::Option& detail,
                                  const Theme& theme) {
  return laneLabels(detail, *snapshot.problem, theme,
                    [&](const std::string& gpu) { return gpuPlace(theme, *snapshot.problem, gpu); });
}

}  // namespace

SlideDrawing timelineDrawing(const plan::SnapshotPtr& snapshot, planning::OptionPtr detail, double begin,
                             double end, const Theme& theme) {
  return [snapshot, detail = std::move(detail), begin, end, theme](QPainter& painter, const QRectF& area,
                                                                   const QFont& letters) {
    std::vector<LaneLabel> labels = slideLanes(*snapshot, *detail, theme);
    TimelineLook look;
    look.theme = theme;
    look.caption = look.body = look.strong = letters;
    look.strong.setBold(true);
    look.scale = letters.pixelSize() / kPlotLetters;
    look.laneHeight = kTallLane;
    look.memory = false;
    const cost::Timeline* shown = &detail->timeline;
    const auto high = [&] { return TimelinePainter(*shown, labels, look).height(); };
    const double line = QFontMetricsF(letters).height();
    if (high() > area.height() - line) look.laneHeight = kLowLane;
    cost::Timeline some;
    const std::size_t all = shown->lanes.size();
    if (high() > area.height() - line) {
      some = *shown;
      shown = &some;
      while (some.lanes.size() > 1 && high() > area.height() - line) some.lanes.pop_back();
      labels.resize(some.lanes.size());
    }
    const double whole = shown->step;
    const bool part = end > begin && begin < whole;
    const TimelinePainter drawn(*shown, labels, look);
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    drawn.paint(painter, drawn.axis(area.width(), part ? begin : 0.0, part ? std::min(end, whole) : whole));
    if (shown->lanes.size() < all) {
      painter.setFont(letters);
      painter.setPen(theme.text2);
      painter.drawText(QRectF(0, area.height() - line, area.width(), line), Qt::AlignLeft | Qt::AlignBottom,
                       SlideFigureWords::tr("The first %1 of %n stage(s).", nullptr, static_cast<int>(all))
                           .arg(wholeText(static_cast<double>(shown->lanes.size()))));
    }
    painter.restore();
  };
}

QStringList timelineTold(const plan::Snapshot& snapshot, const planning::Option& detail) {
  QStringList told;
  const std::vector<LaneLabel> labels = slideLanes(snapshot, detail, currentTheme());
  for (std::size_t i = 0; i < labels.size() && i < detail.timeline.lanes.size(); ++i)
    told << SlideFigureWords::tr("%1, %2: waits %3 of the step", "a stage, its GPUs, a share")
                .arg(labels[i].title, labels[i].gpus, percentText(detail.timeline.lanes[i].idle));
  return told;
}

SlideDrawing paretoDrawing(const plan::SnapshotPtr& snapshot, const Theme& theme) {
  return [snapshot, theme](QPainter& painter, const QRectF& area, const QFont& letters) {
    ParetoFigure figure = tradeoffFigure(*snapshot, *snapshot->problem, theme);
    QFont small = letters;
    small.setPixelSize(static_cast<int>(kPlotLetters));
    const double scale = letters.pixelSize() / kPlotLetters, wide = area.width() / scale;
    figure.plot = std::max(60.0, figure.plot + area.height() / scale - paretoHeight(figure, wide, small));
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    paintPareto(painter, wide, figure, theme, small);
    painter.restore();
  };
}

QStringList paretoTold(const plan::Snapshot& snapshot, const Theme& theme) {
  QStringList told;
  for (const FigurePoint& point : tradeoffFigure(snapshot, *snapshot.problem, theme).points)
    if (point.frontier)
      told << SlideFigureWords::tr("%1 tokens/s at %2 per 1T tokens")
                  .arg(significantText(point.tokensPerSecond), moneyText(point.usdPerTrillion));
  return told;
}

}  // namespace astrolabe::ui
