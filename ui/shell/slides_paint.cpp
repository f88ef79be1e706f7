// How a page of a presentation is drawn at any size.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/render/marks.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

constexpr double kDesignHeight = 1080.0;
constexpr double kSlideLabel = 24.0, kSlideText = 28.0, kSlideHeadline = 60.0,
                 kSlideFigure = 84.0;    ///< tokens "presentation"
constexpr double kSlideSmallest = 24.0;  ///< 18 pt at 96 to the inch, on every screen

/// Text from top to bottom of a page; remembers its smallest size.
class SlidePen {
 public:
  SlidePen(QPainter& painter, const QRectF& page, const Theme& theme, double zoom, bool tight, bool measuring)
      : m_painter(painter),
        m_theme(theme),
        m_scale(page.height() / kDesignHeight),
        m_zoom(zoom),
        m_tight(tight),
        m_measuring(measuring) {
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
  /// False, with an ellipsis where a line has room, for words that end below the page.
  bool text(const QString& words, double design, bool bold, const QColor& ink, double after) {
    const QFont font = face(design, bold);
    const QFontMetricsF letters(font);
    const QRectF room(m_area.left(), m_y, m_area.width(), std::max(0.0, m_area.bottom() - m_y));
    const QRectF taken = letters.boundingRect(room, Qt::TextWordWrap, words);
    m_painter.setFont(font);
    m_painter.setPen(ink);
    if (!m_measuring && taken.height() > room.height() + 1.0) {
      if (letters.height() <= room.height()) m_painter.drawText(room, Qt::AlignTop, u"…"_s);
      return false;
    }
    m_painter.drawText(QRectF(room.left(), m_y, room.width(), taken.height() + 2), Qt::TextWordWrap, words);
    m_y += taken.height() + px(after);
    return true;
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
    // Where that is not enough the widest one does, so that every column is on the page.
    const double taken = std::accumulate(widths.begin(), widths.end(), 0.0);
    double& widest = *std::max_element(widths.begin(), widths.end());
    widest -= std::clamp(taken - (m_area.width() - mark), 0.0, std::max(0.0, widest - px(200)));
    // What is left goes to the columns alike: a table is as wide as its lines.
    const double spare = (m_area.width() - mark - sum) / static_cast<double>(columns);
    for (double& width : widths) width += std::max(0.0, spare);
    for (std::size_t r = 0; r < content.rows.size(); ++r) {
      const QFont& font = r == 0 ? head : r == content.boldRow && content.shapes.empty() ? strong : body;
      const double high = QFontMetricsF(font).height() * 1.5 + air;
      if (m_y + high > m_area.bottom() && !m_measuring) return;
      double x = m_area.left();
      if (r > 0 && r - 1 < content.shapes.size())
        drawShape(m_painter, QRectF(x, m_y + high / 2 - px(12), px(24), px(24)), content.shapes[r - 1].first,
                  content.shapes[r - 1].second);
      x += mark;
      m_painter.setFont(font);
      m_painter.setPen(r == 0 ? m_theme.text3 : m_theme.text);
      for (qsizetype c = 0; c < columns; ++c) {
        const double width = widths[static_cast<std::size_t>(c)];
        const bool number =
            std::find(content.numbers.begin(), content.numbers.end(), c) != content.numbers.end();
        const double room = c + 1 == columns ? width : width - (number ? gap : gap / 2);
        const QString cell =
            QFontMetricsF(font).elidedText(content.rows[r].value(c), Qt::ElideRight, room + 1);
        m_painter.drawText(QRectF(x, m_y, room, high),
                           (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, cell);
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
    const double line = QFontMetricsF(small).height() * (m_tight ? 1.1 : 1.3), swatch = px(20);
    m_painter.setFont(small);
    m_painter.setPen(m_theme.text2);
    m_painter.drawText(QRectF(m_area.left(), m_y, m_area.width(), line), Qt::AlignLeft,
                       u"%1: %2"_s.arg(bar.name, bar.text(whole)));
    m_y += line;
    // The values stand in the legend: inside the bar they would be too small to read.
    paintStack(m_painter, QRectF(m_area.left(), m_y, m_area.width(), px(56)), bar.shares,
               bar.scale > 0.0 ? bar.scale : whole, m_theme, [](double) { return QString(); });
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
      if (m_y + line > m_area.bottom() && !m_measuring) return;
      paintSwatch(m_painter, QRectF(x, m_y + (line - swatch) / 2, swatch, swatch), share, m_theme);
      m_painter.setPen(m_theme.text);
      m_painter.drawText(QRectF(x + swatch + px(12), m_y, width, line), Qt::AlignLeft | Qt::AlignVCenter,
                         words);
      x += width;
    }
    m_y += line + px(m_tight ? 12 : 32);
  }
  /// Bars from one line at 0, so that lengths compare; the best in brass and bold. Nothing, and no title
  /// either, where names and values leave no room for bars.
  void ranks(const QString& title, const std::vector<SlideRank>& ranks) {
    if (ranks.empty()) return;
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
    text(title, kSlideText, true, m_theme.text, 12);
    const double top = m_y;
    for (const SlideRank& rank : ranks) {
      if (m_y + row > m_area.bottom() && !m_measuring) break;
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
  /// A drawing over all that is left.
  void drawing(const SlideDrawing& draw) {
    const QFont letters = face(kSlideLabel, false);
    const QRectF area(m_area.left(), m_y, m_area.width(), m_area.bottom() - m_y);
    if (area.height() > 4.0 * QFontMetricsF(letters).height()) draw(m_painter, area, letters);
    m_y = m_area.bottom();
  }
  /// More air between the blocks of a page that would end far above its bottom.
  void air(double pixels) { m_y += pixels; }
  /// What is left of the page; below 0 where it ends too late.
  double left() const { return m_area.bottom() - m_y; }
  int smallest() const { return m_smallest; }

 private:
  QPainter& m_painter;
  const Theme& m_theme;
  double m_scale, m_zoom, m_y = 0.0;
  bool m_tight, m_measuring;
  QRectF m_area;
  int m_smallest = 0;
};

/// One way over a page, as an attempt or for good.
struct Pass {
  double air = 0.0;  ///< between the blocks, px
  bool tight = false, measuring = false;
};

/// What a way over a page comes to: room left at its end, below 0 where it ends too late, the smallest size
/// of text, and how many blocks stand below the headline.
struct Passed {
  double left = 0.0;
  int smallest = 0, blocks = 0;
};

Passed paintParts(QPainter& painter, const QRectF& page, const SlideContent& content, const Theme& theme,
                  double zoom, const Pass& pass) {
  SlidePen pen(painter, page, theme, zoom, pass.tight, pass.measuring);
  int blocks = 0;
  const auto next = [&](bool there) {
    if (!there) return;
    pen.air(pass.air);
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
    if (!pen.text(sentence, kSlideText, false, theme.text, 20 + pen.design(pass.air) / 4)) break;
  next(!content.rows.empty());
  pen.rows(content, pass.air / 3);
  if (content.drawing) pen.drawing(content.drawing);
  return {pen.left(), pen.smallest(), blocks};
}

/// Measures the page that paintParts() would paint without air between the blocks; nothing of it is seen.
Passed measureParts(const QRectF& page, const SlideContent& content, const Theme& theme, double zoom,
                    bool tight) {
  QImage nowhere(1, 1, QImage::Format_RGB32);
  QPainter measure(&nowhere);
  return paintParts(measure, page, content, theme, zoom, {.air = 0.0, .tight = tight, .measuring = true});
}

}  // namespace

bool slideFits(const QRectF& page, const SlideContent& content, const Theme& theme, double zoom) {
  return measureParts(page, content, theme, zoom, true).left >= 0.0;
}

int paintSlide(QPainter& painter, const QRectF& page, const SlideContent& content, const Theme& theme,
               double zoom) {
  const Passed measured = measureParts(page, content, theme, zoom, false);
  const double spare = std::max(0.0, measured.left);
  // Two thirds of what is left goes between the blocks, up to a ninth of the page each.
  const double parts = measured.blocks + (content.rows.empty() ? 0.0 : double(content.rows.size()) / 3.0) +
                       double(content.sentences.size()) / 4.0;
  const double air = measured.blocks == 0 ? 0.0 : std::min(page.height() / 9.0, spare * 2.0 / 3.0 / parts);
  const Pass pass{.air = air, .tight = measured.left < 0.0, .measuring = false};
  return paintParts(painter, page, content, theme, zoom, pass).smallest;
}

}  // namespace astrolabe::ui
