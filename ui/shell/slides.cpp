#include "ui/shell/slides.h"

#include <QCoreApplication>
#include <QTextDocumentFragment>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/render/answer_text.h"
#include "ui/render/marks.h"
#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/report_words.h"
#include "ui/results/why_reasons.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

struct SlideWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

constexpr double kDesignHeight = 1080.0;
constexpr double kSlideLabel = 24.0, kSlideText = 28.0, kSlideHeadline = 60.0,
                 kSlideFigure = 84.0;    ///< tokens "presentation"
constexpr double kSlideSmallest = 24.0;  ///< 18 pt at 96 to the inch, on every screen
constexpr std::size_t kRanks = 4, kOptions = 6, kSources = 6, kReasons = 6;

QString slideWord(const std::string& text) { return QString::fromStdString(text); }

QString slideGpus(const cost::Evaluation& row, const strategy::Problem& problem) {
  QStringList parts;
  for (std::size_t pool = 0; pool < row.gpus.size(); ++pool)
    if (row.gpus[pool] > 0)
      parts << u"%1 %2"_s.arg(wholeText(row.gpus[pool]), shortGpuName(problem.cluster.pools[pool].gpu));
  return parts.join(u" + "_s);
}

/// Fills one page; money goes through usd() so that nothing of it is left when it is hidden.
class Author {
 public:
  Author(const plan::Snapshot& snapshot, const hardware::Catalogue& catalogue, const Theme& theme, bool hide)
      : m_snapshot(snapshot),
        m_problem(*snapshot.problem),
        m_best(snapshot.best.front()),
        m_catalogue(catalogue),
        m_theme(theme),
        m_hide(hide) {}

  SlideContent cluster() const {
    SlideContent page;
    page.headline = grouped(SlideWords::tr("%1 on %n GPU(s)", nullptr, m_problem.cluster.gpus()),
                            m_problem.cluster.gpus())
                        .arg(slideWord(m_problem.graph->name));
    double bytes = 0.0, flops = 0.0;
    bool known = true;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const auto peak = hardware::peak(pool.gpu, m_problem.job.precision);
      known = known && peak && pool.gpu.memory;
      if (!known) break;
      bytes += pool.gpus() * pool.gpu.memory->value;
      flops += pool.gpus() * peak->value;
    }
    page.answer = false;
    page.figures.push_back({wholeText(m_problem.cluster.gpus()), SlideWords::tr("GPUs")});
    if (known) {
      page.figures.push_back({gibText(bytes, 0), SlideWords::tr("memory of the GPUs")});
      page.figures.push_back(
          {SlideWords::tr("%1 PFLOP/s").arg(significantText(flops / 1e15)),
           SlideWords::tr("peak in %1").arg(slideWord(hardware::to_string(m_problem.job.precision)))});
    }
    page.rows.push_back({SlideWords::tr("Pool"), SlideWords::tr("GPUs"), SlideWords::tr("Inside a node"),
                         SlideWords::tr("Network"), SlideWords::tr("$/GPU h")});
    std::vector<std::string> types;
    for (const hardware::Pool& pool : m_problem.cluster.pools) {
      const auto type = std::find(types.begin(), types.end(), pool.gpu.id);
      const auto index = type - types.begin();
      if (type == types.end()) types.push_back(pool.gpu.id);
      const GpuStyle style = m_theme.gpu(static_cast<int>(index));
      page.shapes.emplace_back(style.shape, style.color);
      page.rows.push_back(
          {slideWord(pool.id),
           u"%1 × %2 %3"_s.arg(wholeText(pool.nodes), wholeText(pool.gpus_per_node), shortGpuName(pool.gpu)),
           bandwidthText(pool.intra_node.bandwidth.value), networkText(pool.inter_node.bandwidth.value),
           pool.usd_per_gpu_hour ? usd(pool.usd_per_gpu_hour->value) : unknownText()});
    }
    return page;
  }

  SlideContent options() const {
    SlideContent page;
    page.headline = SlideWords::tr("The best of %1 strategies")
                        .arg(significantText(static_cast<double>(m_snapshot.space.total)));
    page.rows.push_back({u"#"_s, SlideWords::tr("Strategy"), SlideWords::tr("GPUs"),
                         SlideWords::tr("Tokens/s"), SlideWords::tr("$/1T tokens"),
                         SlideWords::tr("Δ best")});
    for (std::size_t i = 0; i < std::min(kOptions, m_snapshot.best.size()); ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      page.rows.push_back(
          {wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy), slideGpus(row, m_problem),
           significantText(row.tokens_per_second), usd(row.money.usd_per_trillion_tokens),
           i == 0 ? unknownText() : signedPercentText(row.tokens_per_second / m_best.tokens_per_second - 1)});
    }
    page.sentences << endText(m_snapshot) + u"."_s;
    return page;
  }

  SlideContent winner() const {
    SlideContent page;
    page.headline = reportDegrees(m_best.strategy) + u" · "_s + slideGpus(m_best, m_problem);
    page.figures = {{significantText(m_best.tokens_per_second), SlideWords::tr("tokens/s")},
                    {hoursText(m_best.hours_for_job),
                     SlideWords::tr("for %1 tokens").arg(significantText(m_problem.job.tokens))},
                    {usd(m_best.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
                    {percentText(m_best.mfu), SlideWords::tr("of the FLOP/s of the GPUs used")}};
    page.sentences << usageText(m_best, m_problem)
                   << SlideWords::tr("One step takes %1; four of five such runs take %2 to %3.")
                          .arg(durationText(m_best.step.value), durationText(m_best.step_low.value),
                               durationText(m_best.step_high.value));
    if (m_snapshot.best.size() > 1) page.ranksTitle = SlideWords::tr("Tokens per second, beside the next");
    for (std::size_t i = 0; i < std::min(kRanks, m_snapshot.best.size()) && m_snapshot.best.size() > 1; ++i) {
      const cost::Evaluation& row = m_snapshot.best[i];
      page.ranks.push_back(
          {u"%1  %2"_s.arg(wholeText(static_cast<double>(i + 1)), reportDegrees(row.strategy)),
           row.tokens_per_second, wholeText(row.tokens_per_second),
           row.money.usd_per_trillion_tokens
               ? SlideWords::tr("%1 per 1T tokens").arg(usd(row.money.usd_per_trillion_tokens))
               : slideGpus(row, m_problem),
           i == 0});
    }
    return page;
  }

  SlideContent why() const {
    SlideContent page;
    page.headline = SlideWords::tr("Chosen because");
    for (const Reason& reason : chosenBecause(m_snapshot)) {
      const QString text = QTextDocumentFragment::fromHtml(reason.html).toPlainText();
      if (m_hide && text.contains(u'$')) continue;
      if (page.sentences.size() < qsizetype(kReasons)) page.sentences << text;
    }
    page.bars.push_back({SlideWords::tr("One step"), timeShares(m_best, m_theme),
                         [](double value) { return durationText(value); }});
    return page;
  }

  SlideContent cost() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it costs");
    if (m_hide) {
      page.sentences << SlideWords::tr("Money is hidden.");
      return page;
    }
    page.figures = {
        {usd(m_best.money.usd_for_job ? std::optional(m_best.money.usd_for_job->value) : std::nullopt),
         SlideWords::tr("for the job")},
        {usd(m_best.money.usd_per_hour ? std::optional(m_best.money.usd_per_hour->value) : std::nullopt),
         SlideWords::tr("an hour")},
        {usd(m_best.money.usd_per_trillion_tokens), SlideWords::tr("per 1T tokens")},
        {powerText(m_best.money.power_kw * 1000.0), SlideWords::tr("drawn")}};
    const std::vector<Share> shares = moneyShares(m_best, m_theme);
    if (!shares.empty())
      page.bars.push_back(
          {SlideWords::tr("One hour"), shares, [](double value) { return moneyText(value); }});
    page.sentences << SlideWords::tr("$/1T tokens = cost per hour × 10¹² ÷ (tokens per second × 3600)");
    return page;
  }

  SlideContent risks() const {
    SlideContent page;
    page.headline = SlideWords::tr("What it rests on");
    page.sentences << endText(m_snapshot) + u"."_s
                   << SlideWords::tr("The step is computed, not measured: 80 % band %1 to %2.")
                          .arg(durationText(m_best.step_low.value), durationText(m_best.step_high.value));
    if (m_best.goodput.hours_for_job > 0.0)
      page.sentences << SlideWords::tr("With failures %1 of the hours make progress: %2.")
                            .arg(percentText(m_best.goodput.share), hoursText(m_best.goodput.hours_for_job));
    page.sentences
        << SlideWords::tr("Prices and hardware: catalogue of %1.").arg(slideWord(m_catalogue.date()));
    if (m_snapshot.assumptions.empty()) return page;
    page.rows.push_back({SlideWords::tr("Assumed"), SlideWords::tr("Value"), SlideWords::tr("Why")});
    for (std::size_t i = 0; i < std::min(kSources, m_snapshot.assumptions.size()); ++i) {
      const hardware::Assumption& assumed = m_snapshot.assumptions[i];
      page.rows.push_back({slideWord(assumed.what), slideWord(assumed.value), reasonText(assumed.why)});
    }
    if (m_snapshot.assumptions.size() > kSources)
      page.sentences << SlideWords::tr("%n more value(s) are assumed; the report lists all.", nullptr,
                                       static_cast<int>(m_snapshot.assumptions.size() - kSources));
    return page;
  }

 private:
  QString usd(const std::optional<double>& value) const { return m_hide ? u"•••"_s : moneyText(value); }

  const plan::Snapshot& m_snapshot;
  const strategy::Problem& m_problem;
  const cost::Evaluation& m_best;
  const hardware::Catalogue& m_catalogue;
  const Theme& m_theme;
  bool m_hide;
};

/// Text from top to bottom of a page; remembers its smallest size.
class SlidePen {
 public:
  SlidePen(QPainter& painter, const QRectF& page, const Theme& theme, double zoom)
      : m_painter(painter), m_theme(theme), m_scale(page.height() / kDesignHeight), m_zoom(zoom) {
    const double edge = 72.0 * m_scale;
    m_area = page.adjusted(edge, edge, -edge, -edge);
    m_y = m_area.top();
  }
  double px(double design) const { return design * m_scale; }
  double design(double pixels) const { return pixels / m_scale; }
  QFont face(double design, bool bold) {
    QFont font = ui::font(bold ? TextRole::BodyStrong : TextRole::Body);
    const int size = static_cast<int>(std::lround(std::max(kSlideSmallest, design * m_scale) * m_zoom));
    font.setPixelSize(size);
    m_smallest = m_smallest == 0 ? size : std::min(m_smallest, size);
    return font;
  }
  void text(const QString& words, double design, bool bold, const QColor& ink, double after) {
    const QFont font = face(design, bold);
    const QRectF room(m_area.left(), m_y, m_area.width(), std::max(0.0, m_area.bottom() - m_y));
    const QRectF taken = QFontMetricsF(font).boundingRect(room, Qt::TextWordWrap, words);
    m_painter.setFont(font);
    m_painter.setPen(ink);
    m_painter.drawText(QRectF(room.left(), m_y, room.width(), taken.height() + 2), Qt::TextWordWrap, words);
    m_y += taken.height() + px(after);
  }
  void figures(const std::vector<std::array<QString, 2>>& figures, bool answer) {
    if (figures.empty()) return;
    const double share = m_area.width() / static_cast<double>(figures.size());
    QFont large = face(kSlideFigure, true);
    for (const auto& [value, what] : figures)  // one size for all, so that they are compared
      while (large.pixelSize() > 2 * kSlideSmallest &&
             QFontMetricsF(large).horizontalAdvance(value) > share - px(24))
        large.setPixelSize(large.pixelSize() - 2);
    const QFont small = face(kSlideLabel, false);
    const double high = QFontMetricsF(large).height();
    double below = 0.0;
    for (std::size_t i = 0; i < figures.size(); ++i) {
      const QRectF room(m_area.left() + share * static_cast<double>(i), m_y, share - px(24), high);
      m_painter.setFont(large);
      m_painter.setPen(i == 0 && answer ? m_theme.best : m_theme.text);
      m_painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, figures[i][0]);
      const QRectF label(room.left(), m_y + high, room.width(), px(200));
      m_painter.setFont(small);
      m_painter.setPen(m_theme.text2);
      m_painter.drawText(label, Qt::TextWordWrap, figures[i][1]);
      below =
          std::max(below, QFontMetricsF(small).boundingRect(label, Qt::TextWordWrap, figures[i][1]).height());
    }
    m_y += high + below + px(40);
  }
  void rows(const SlideContent& content, double air) {
    if (content.rows.empty()) return;
    const qsizetype columns = content.rows.front().size();
    const QFont head = face(kSlideLabel, false), body = face(kSlideText, false),
                strong = face(kSlideText, true);
    std::vector<double> widths(static_cast<std::size_t>(columns), 0.0);
    double sum = 0.0;
    const double gap = px(40), mark = content.shapes.empty() ? 0.0 : px(44);
    for (const QStringList& row : content.rows)
      for (qsizetype c = 0; c < columns; ++c)
        widths[static_cast<std::size_t>(c)] = std::max(
            widths[static_cast<std::size_t>(c)], QFontMetricsF(strong).horizontalAdvance(row.value(c)) + gap);
    for (const double width : widths) sum += width;
    // Long last columns give way, the others keep their words whole.
    if (sum > m_area.width() - mark) widths.back() -= sum - (m_area.width() - mark);
    widths.back() = std::max(widths.back(), px(160));
    // What is left goes to the columns alike: a table is as wide as its lines.
    const double spare = (m_area.width() - mark - sum) / static_cast<double>(columns);
    for (double& width : widths) width += std::max(0.0, spare);
    for (std::size_t r = 0; r < content.rows.size(); ++r) {
      const QFont& font = r == 0 ? head : r == 1 && content.shapes.empty() ? strong : body;
      const double high = QFontMetricsF(font).height() * 1.5 + air;
      if (m_y + high > m_area.bottom()) return;
      double x = m_area.left();
      if (r > 0 && r - 1 < content.shapes.size())
        drawShape(m_painter, QRectF(x, m_y + high / 2 - px(12), px(24), px(24)), content.shapes[r - 1].first,
                  content.shapes[r - 1].second);
      x += mark;
      m_painter.setFont(font);
      m_painter.setPen(r == 0 ? m_theme.text3 : m_theme.text);
      for (qsizetype c = 0; c < columns; ++c) {
        const double width = widths[static_cast<std::size_t>(c)];
        const QString cell = QFontMetricsF(font).elidedText(content.rows[r].value(c), Qt::ElideRight,
                                                            c + 1 == columns ? width : width - gap / 2);
        m_painter.drawText(QRectF(x, m_y, width, high), Qt::AlignLeft | Qt::AlignVCenter, cell);
        x += width;
      }
      m_y += high;
      m_painter.setPen(QPen(m_theme.border, 1));
      m_painter.drawLine(QPointF(m_area.left(), m_y), QPointF(m_area.right(), m_y));
    }
    m_y += px(32);
  }
  void bar(const SlideBar& bar) {
    double whole = 0.0;
    for (const Share& share : bar.shares) whole += share.value;
    const QFont small = face(kSlideLabel, false);
    const double line = QFontMetricsF(small).height() * 1.3, swatch = px(20);
    m_painter.setFont(small);
    m_painter.setPen(m_theme.text2);
    m_painter.drawText(QRectF(m_area.left(), m_y, m_area.width(), line), Qt::AlignLeft,
                       u"%1: %2"_s.arg(bar.name, bar.text(whole)));
    m_y += line;
    // The values stand in the legend: inside the bar they would be too small to read.
    paintStack(m_painter, QRectF(m_area.left(), m_y, m_area.width(), px(56)), bar.shares, whole, m_theme,
               [](double) { return QString(); });
    m_y += px(72);
    double x = m_area.left();
    m_painter.setFont(small);
    for (const Share& share : bar.shares) {
      const QString words = u"%1 %2"_s.arg(share.name, bar.text(share.value));
      const double width = swatch + px(12) + QFontMetricsF(small).horizontalAdvance(words) + px(40);
      if (x + width > m_area.right() && x > m_area.left()) {
        x = m_area.left();
        m_y += line;
      }
      if (m_y + line > m_area.bottom()) return;
      paintSwatch(m_painter, QRectF(x, m_y + (line - swatch) / 2, swatch, swatch), share, m_theme);
      m_painter.setPen(m_theme.text);
      m_painter.drawText(QRectF(x + swatch + px(12), m_y, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
      x += width;
    }
    m_y += line + px(32);
  }
  /// Bars from one line at 0, so that lengths compare; the best in brass and bold.
  void ranks(const QString& title, const std::vector<SlideRank>& ranks) {
    if (ranks.empty()) return;
    text(title, kSlideText, true, m_theme.text, 12);
    const QFont body = face(kSlideText, false), strong = face(kSlideText, true);
    double most = 0.0, label = 0.0, value = 0.0, beside = 0.0;
    for (const SlideRank& rank : ranks) {
      most = std::max(most, rank.value);
      label = std::max(label, QFontMetricsF(strong).horizontalAdvance(rank.name));
      value = std::max(value, QFontMetricsF(strong).horizontalAdvance(rank.text));
      beside = std::max(beside, QFontMetricsF(body).horizontalAdvance(rank.beside));
    }
    const double left = m_area.left() + label + px(32), gap = px(20), row = px(76), high = px(44);
    const double room = m_area.right() - left - value - beside - 3 * gap;
    if (room < px(120)) return;
    const double top = m_y;
    for (const SlideRank& rank : ranks) {
      if (m_y + row > m_area.bottom()) break;
      const double length = most > 0.0 ? room * rank.value / most : 0.0;
      const auto say = [&](double x, double width, Qt::Alignment side, const QString& words,
                           const QColor& ink, bool bold) {
        m_painter.setFont(bold ? strong : body);
        m_painter.setPen(ink);
        m_painter.drawText(QRectF(x, m_y, width, row), side | Qt::AlignVCenter, words);
      };
      say(m_area.left(), label + px(8), Qt::AlignLeft, rank.name, m_theme.text, rank.best);
      m_painter.fillRect(QRectF(left, m_y + (row - high) / 2, length, high),
                         rank.best ? m_theme.best : m_theme.disabled);
      say(left + length + gap, value + gap, Qt::AlignLeft, rank.text, m_theme.text, true);
      say(m_area.right() - beside, beside, Qt::AlignRight, rank.beside, m_theme.text2, false);
      m_y += row;
    }
    m_painter.setPen(QPen(m_theme.borderStrong, 1));
    m_painter.drawLine(QPointF(left, top), QPointF(left, m_y));
    m_y += px(24);
  }
  /// More air between the blocks of a page that would end far above its bottom.
  void air(double pixels) { m_y += pixels; }
  double left() const { return std::max(0.0, m_area.bottom() - m_y); }
  int smallest() const { return m_smallest; }

 private:
  QPainter& m_painter;
  const Theme& m_theme;
  double m_scale, m_zoom, m_y = 0.0;
  QRectF m_area;
  int m_smallest = 0;
};

}  // namespace

QString slideTitle(Slide slide) {
  switch (slide) {
    case Slide::Cluster:
      return SlideWords::tr("Cluster");
    case Slide::Options:
      return SlideWords::tr("Options");
    case Slide::Winner:
      return SlideWords::tr("Winner");
    case Slide::Why:
      return SlideWords::tr("Why");
    case Slide::Cost:
      return SlideWords::tr("Cost");
    case Slide::Risks:
      break;
  }
  return SlideWords::tr("Risks");
}

QString SlideContent::spoken() const {
  QStringList all{headline};
  for (const auto& [value, what] : figures) all << value + u' ' + what;
  all += sentences;
  for (const SlideRank& rank : ranks) all << rank.name + u' ' + rank.text + u", "_s + rank.beside;
  for (const QStringList& row : rows) all << row.join(u", "_s);
  for (const SlideBar& bar : bars)
    for (const Share& share : bar.shares) all << share.name + u' ' + bar.text(share.value);
  return all.join(u". "_s);
}

SlideContent slideContent(Slide slide, const plan::SnapshotPtr& snapshot,
                          const hardware::Catalogue& catalogue, const Theme& theme, bool hideMoney) {
  SlideContent none;
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) {
    none.headline = snapshot && snapshot->status == plan::Status::infeasible
                        ? SlideWords::tr("No strategy fits")
                        : SlideWords::tr("Searching…");
    return none;
  }
  const Author author(*snapshot, catalogue, theme, hideMoney);
  switch (slide) {
    case Slide::Cluster:
      return author.cluster();
    case Slide::Options:
      return author.options();
    case Slide::Winner:
      return author.winner();
    case Slide::Why:
      return author.why();
    case Slide::Cost:
      return author.cost();
    case Slide::Risks:
      break;
  }
  return author.risks();
}

int paintSlide(QPainter& painter, const QRectF& page, const SlideContent& content, const Theme& theme,
               double zoom) {
  int blocks = 0;
  const auto paint = [&](QPainter& at, double air) {
    SlidePen pen(at, page, theme, zoom);
    blocks = 0;
    const auto next = [&](bool there) {
      if (!there) return;
      pen.air(air);
      ++blocks;
    };
    pen.text(content.headline, kSlideHeadline, true, theme.text, 48);
    next(!content.figures.empty());
    pen.figures(content.figures, content.answer);
    for (const SlideBar& bar : content.bars) {
      next(true);
      pen.bar(bar);
    }
    next(!content.ranks.empty());
    pen.ranks(content.ranksTitle, content.ranks);
    next(!content.sentences.empty());
    for (const QString& sentence : content.sentences)
      pen.text(sentence, kSlideText, false, theme.text, 20 + pen.design(air) / 4);
    next(!content.rows.empty());
    pen.rows(content, air / 3);
    return std::pair(pen.left(), pen.smallest());
  };
  QImage nowhere(1, 1, QImage::Format_RGB32);
  QPainter measure(&nowhere);
  const double spare = paint(measure, 0.0).first;
  // Two thirds of what is left goes between the blocks, up to a ninth of the page each.
  const double parts = blocks + (content.rows.empty() ? 0.0 : double(content.rows.size()) / 3.0) +
                       double(content.sentences.size()) / 4.0;
  const double air = blocks == 0 ? 0.0 : std::min(page.height() / 9.0, spare * 2.0 / 3.0 / parts);
  return paint(painter, air).second;
}

}  // namespace astrolabe::ui
