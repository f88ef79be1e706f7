#include "ui/shell/slide_author.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <algorithm>

#include "ui/render/curve_figure.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct SlideAuthorWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ServingSlides)
};

constexpr std::size_t kBestRows = 6;
constexpr qsizetype kToldReasons = 6;

/// A page with the heads of a table; numbers stand behind what a row is of and what its option is called.
SlideContent headedPage(const QString& headline, const QStringList& heads) {
  SlideContent page = emptySlide(headline);
  page.rows.push_back(heads);
  for (qsizetype column = 2; column < heads.size(); ++column) page.numbers.push_back(column);
  return page;
}

}  // namespace

SlideAuthor::SlideAuthor(const planning::Found& found, const Theme& theme, bool hideMoney)
    : m_problem(found.question->problem), m_theme(theme), m_hide(hideMoney), m_answer(found) {}

SlideContent SlideAuthor::page(Slide slide, const std::vector<SlideOption>& compared) const {
  if (slide == Slide::Options && compared.size() > 1) return scenarios(compared);
  switch (slide) {
    case Slide::Cluster:
      return cluster();
    case Slide::Winner:
      return winner();
    case Slide::Why:
      return why();
    case Slide::Cost:
      return cost();
    case Slide::Risks:
      return risks();
    case Slide::Options:
    case Slide::Ranking:
      return ranking();
    case Slide::Pareto:
      return frontier();
    case Slide::Timeline:
      return timeline();
    case Slide::Breakdown:
      break;
  }
  return breakdown();
}

SlideContent SlideAuthor::reasons(const QString& headline, const QStringList& because) const {
  SlideContent page = emptySlide(headline);
  for (const QString& sentence : because.mid(0, kToldReasons))
    page.sentences << withoutMoney(sentence, m_hide);
  return page;
}

SlideDrawing SlideAuthor::curve(const QString& x, const QString& y, std::vector<QPointF> points,
                                QPointF answer) const {
  CurveFigure figure;
  figure.x = x;
  figure.y = y;
  std::sort(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); });
  figure.lines = {{SlideAuthorWords::tr("not beaten in both at once"), std::move(points)}};
  figure.chosen = answer;
  figure.chosenName = SlideAuthorWords::tr("the answer");
  return [figure, theme = m_theme](QPainter& painter, const QRectF& area, const QFont& letters) {
    // Drawn as on paper, as large as the letters ask for.
    constexpr double kPaperLetters = 11.0;
    const double scale = std::max(1.0, QFontInfo(letters).pixelSize() / kPaperLetters);
    CurveFigure sized = figure;
    sized.plot = std::max(60.0, area.height() / scale - (curveHeight(figure) - figure.plot));
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    paintCurves(painter, area.width() / scale, sized, theme);
    painter.restore();
  };
}

SlideContent SlideAuthor::ranking() const {
  const TableWords words = tableWords(1);
  SlideContent page = headedPage(words.best, QStringList{u"#"_s} + words.heads);
  for (std::size_t i = 0; i < std::min(kBestRows, m_answer.options.size()); ++i)
    if (const QStringList row = cells(m_answer.options[i], m_problem); !row.isEmpty())
      page.rows.push_back(QStringList{wholeText(static_cast<double>(i + 1))} + row);
  page.sentences << kindWords(m_answer.planner).elsewhere(m_answer).end + u"."_s;
  return page;
}

SlideContent SlideAuthor::scenarios(const std::vector<SlideOption>& options) const {
  std::vector<PlacedOption> placed;
  for (const SlideOption& option : options) {
    PlacedOption& one = placed.emplace_back();
    one.id = option.id;
    one.name = option.name;
    one.baseline = option.baseline;
    if (!option.found || option.found->options.empty()) continue;
    one.best = option.found->options.front();
    one.problem = &option.found->question->problem;
  }
  const DecisionWords decided = decision(placed);
  const TableWords words = tableWords(static_cast<int>(options.size()));
  SlideContent page =
      headedPage(decided.message.isEmpty() ? words.options : withoutMoney(decided.message, m_hide),
                 QStringList{SlideAuthorWords::tr("Option")} + words.heads);
  page.boldRow = decided.decision.winner >= 0 ? static_cast<std::size_t>(decided.decision.winner) + 1 : 0;
  for (const PlacedOption& one : placed) {
    QStringList row = one.best ? cells(one.best, *one.problem) : QStringList();
    if (row.isEmpty()) row = QStringList(words.heads.size(), unknownText());
    page.rows.push_back(QStringList{withoutMoney(one.name, m_hide)} + row);
  }
  for (const QString& sentence : decided.told()) page.sentences << withoutMoney(sentence, m_hide);
  return page;
}

}  // namespace astrolabe::ui
