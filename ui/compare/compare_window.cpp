#include "ui/compare/compare_window.h"

#include <QApplication>
#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>

#include "core/plan/scenarios.h"
#include "ui/canvas/figure_label.h"
#include "ui/compare/cluster_thumb.h"
#include "ui/compare/compare_bars.h"
#include "ui/render/numbers.h"
#include "ui/render/window_size.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;
using Change = ComparedCell::Change;

constexpr double kLabelWide = 176.0, kColumnWide = 220.0;

/// The table, with hairlines between its rows.
class ComparePage : public QWidget {
 public:
  explicit ComparePage(QWidget* parent) : QWidget(parent) {
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
  }
  std::vector<int> lines;  ///< rows of the layout that have one below, those of sections stronger
  std::vector<int> sections;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const auto* grid = static_cast<const QGridLayout*>(layout());
    const auto bottom = [grid](int row) {
      int y = 0;
      for (int column = 0; column < grid->columnCount(); ++column)
        if (const QLayoutItem* item = grid->itemAtPosition(row, column))
          y = std::max(y, item->geometry().bottom());
      return y;
    };
    const auto draw = [&](const std::vector<int>& rows, const QColor& color) {
      painter.setPen(QPen(color, 0));
      for (const int row : rows) {
        const int y = bottom(row) + grid->verticalSpacing() / 2;
        painter.drawLine(0, y, width(), y);
      }
    };
    QColor faint = currentTheme().border;
    faint.setAlphaF(0.55F);
    draw(lines, faint);
    draw(sections, currentTheme().border);
  }
};

void colour(QLabel& label, const QColor& color) {
  label.setForegroundRole(QPalette::WindowText);
  QPalette palette = label.palette();
  palette.setColor(QPalette::WindowText, color);
  label.setPalette(palette);
}

template <class Label = QLabel>
Label* words(const QString& text, TextRole role, QWidget* parent) {
  auto* label = new Label(parent);
  label->setText(text);
  label->setTextFormat(Qt::PlainText);
  label->setFont(ui::font(role));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  // Text that can be selected goes by its own direction, not by the window's.
  const Qt::AlignmentFlag side = QGuiApplication::isRightToLeft() ? Qt::AlignRight : Qt::AlignLeft;
  label->setAlignment(side | Qt::AlignAbsolute | Qt::AlignVCenter);
  return label;
}

/// A word in a frame, as "baseline".
QLabel* badge(const QString& text, const QColor& ink, const QColor& fill, QWidget* parent) {
  QLabel* label = words(text, TextRole::Caption, parent);
  label->setAutoFillBackground(true);
  label->setBackgroundRole(QPalette::Window);
  label->setContentsMargins(scaled(6), scaled(1), scaled(6), scaled(1));
  colour(*label, ink);
  QPalette palette = label->palette();
  palette.setColor(QPalette::Window, fill);
  label->setPalette(palette);
  return label;
}

}  // namespace

CompareWindow::CompareWindow(PlanDocument& document, ScenarioAnswers& answers, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_answers(answers),
      m_about(new QLabel(this)),
      m_count(new QLabel(this)),
      m_decision(new QLabel(this)),
      m_choose(new QToolButton(this)),
      m_copy(new QToolButton(this)),
      m_export(new QToolButton(this)),
      m_more(new QToolButton(this)),
      m_report(new QPushButton(this)),
      m_differences(new QCheckBox(tr("&Differences only"), this)),
      m_scroll(new QScrollArea(this)),
      m_names(new QFrame(m_scroll->viewport())) {
  setObjectName(u"compareWindow"_s);
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 1280, 860));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildTools();
  m_decision->setObjectName(u"compareWindow.decision"_s);
  m_decision->setTextFormat(Qt::PlainText);
  m_decision->setWordWrap(true);
  m_decision->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  auto* edge = new QHBoxLayout;  // a label gives up margins of its own when its style changes
  edge->setContentsMargins(scaled(kEdge), scaled(8), scaled(kEdge), scaled(8));
  edge->addWidget(m_decision);
  column->addLayout(edge);
  m_scroll->setObjectName(u"compareWindow.scroll"_s);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFocusPolicy(Qt::StrongFocus);
  m_scroll->setAccessibleName(tr("Scenarios side by side"));
  column->addWidget(m_scroll, 1);
  m_names->setObjectName(u"compareWindow.names"_s);
  m_names->setAutoFillBackground(true);
  m_names->setBackgroundRole(QPalette::Base);
  m_names->setFrameShape(QFrame::StyledPanel);
  m_names->hide();
  for (const QScrollBar* bar : {m_scroll->verticalScrollBar(), m_scroll->horizontalScrollBar()})
    connect(bar, &QScrollBar::valueChanged, this, &CompareWindow::placeNames);
  m_count->setObjectName(u"compareWindow.count"_s);
  m_count->setFont(ui::font(TextRole::Caption));
  m_count->setContentsMargins(scaled(kEdge), scaled(5), scaled(kEdge), scaled(5));
  column->addWidget(m_count);
  const auto soon = [this] { refreshSoon(); };
  connect(&m_answers, &ScenarioAnswers::changed, this, soon);  // also tells of every edit of the plan
  for (const auto& beside : m_answers.besides()) connect(beside.get(), &PlannerAnswers::changed, this, soon);
  connect(&m_document, &PlanDocument::wasReset, this, [this] { m_ids.clear(); });
  // At once: the next scenario that is added may get the number of one that has gone.
  connect(&m_document, &PlanDocument::planChanged, this, &CompareWindow::dropGone);
  refresh();
}

bool CompareWindow::differencesOnly() const { return m_differences->isChecked(); }

bool CompareWindow::isWanted(const ComparedRow& row) const {
  return !row.idle && (!differencesOnly() || m_comparison.columns.size() == 1 || row.differs());
}

void CompareWindow::setShown(std::vector<int> ids) {
  if (ids.size() > kMostCompared) ids.resize(kMostCompared);
  std::sort(ids.begin(), ids.end());
  m_ids = std::move(ids);
  dropGone();
  refresh();
}

void CompareWindow::dropGone() {
  std::erase_if(m_ids, [this](int id) { return plan::find_scenario(m_document.plan(), id) == nullptr; });
}

void CompareWindow::setInReport(bool inside) {
  m_inReport = inside;
  m_report->setText(inside ? tr("Re&move from report") : tr("Add to &report"));
}

void CompareWindow::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  m_answers.searchMissing();
  if (m_outdated) return refresh();
  planKinds();
}

/// Nobody sees a window that is closed: it is drawn when it is shown again.
void CompareWindow::refreshSoon() {
  m_outdated = true;
  if (isVisible()) m_refresh.soon();
}

void CompareWindow::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) refreshSoon();
}

void CompareWindow::resizeEvent(QResizeEvent* event) {
  QDialog::resizeEvent(event);
  layout()->activate();
  placeNames();
}

void CompareWindow::refresh() {
  m_outdated = false;
  const std::vector<int> ids = m_ids.empty() ? firstCompared(m_document.plan()) : m_ids;
  m_comparison = compareScenarios(m_document, m_answers, ids, currentTheme());
  setWindowTitle(tr("%1 · Compare").arg(m_document.displayName()));
  const ComparedRow& model = m_comparison.rows[0];
  const ComparedRow& sizes = m_comparison.rows[1];
  const strategy::Job& job = m_comparison.columns.front().scenario.job;
  m_aboutText =
      model.differs() || sizes.differs()
          ? (job.trains() ? tr("Models or batches differ") : tr("Models or what is asked of them differ"))
      : !job.trains()
          ? tr("Model %1 · %2", "model, traffic or dataflow").arg(model.cells[0].text, sizes.cells[0].text)
          : tr("Model %1 · sequence %2 · batch %3")
                .arg(model.cells[0].text, wholeText(job.sequence_length), wholeText(job.global_batch));
  fitAbout();
  m_count->setText(tr("%1 of %n scenario(s) shown", nullptr, m_comparison.all)
                       .arg(static_cast<int>(m_comparison.columns.size())));
  m_decision->setText(m_comparison.decision.told().join(u' '));
  m_decision->setAccessibleName(m_decision->text());
  m_decision->setVisible(!m_decision->text().isEmpty());
  m_choose->setEnabled(m_comparison.all > 1);
  buildGrid();
  buildNames();
  m_refresh.drawn();
  planKinds();
}

/// The names of the scenarios once more, for the strip over the rows.
void CompareWindow::buildNames() {
  qDeleteAll(m_names->findChildren<QLabel*>(Qt::FindDirectChildrenOnly));
  for (const ComparedColumn& column : m_comparison.columns) {
    QLabel* name = words(column.letter + u"  "_s + column.name, TextRole::BodyStrong, m_names);
    name->setObjectName(u"compareWindow.names.%1"_s.arg(column.letter));
    name->setToolTip(column.label());
    name->show();
  }
  QTimer::singleShot(0, this, &CompareWindow::placeNames);  // when the rows have found their places
}

/// Over the columns that they name, as soon as the heads of these are out of sight.
void CompareWindow::placeNames() {
  const QWidget* page = m_scroll->widget();
  if (page == nullptr) return;
  const auto* grid = static_cast<const QGridLayout*>(page->layout());
  const QLayoutItem* head = grid->itemAtPosition(0, 1);
  m_names->setVisible(head != nullptr && head->geometry().isValid() &&
                      page->y() + head->geometry().bottom() < 0);
  const int high = QFontMetrics(ui::font(TextRole::BodyStrong)).height() + scaled(10);
  m_names->setGeometry(0, 0, m_scroll->viewport()->width(), high);
  int column = 1;
  for (QLabel* name : m_names->findChildren<QLabel*>(Qt::FindDirectChildrenOnly)) {
    const QRect place = grid->cellRect(0, column++);
    const QString letter = name->objectName().section(u'.', -1);
    const auto* above = page->findChild<QLabel*>(u"compareWindow.name.%1"_s.arg(letter));
    const int x = above != nullptr ? above->mapTo(page, QPoint()).x() : place.x();
    name->setGeometry(page->x() + x, 0, place.right() + 1 - x, high);
    name->setText(name->fontMetrics().elidedText(name->toolTip(), Qt::ElideRight, name->width()));
  }
  m_names->raise();
}

/// What had the focus, made anew; where it is gone ("Show" of the scenario that is shown now), another link
/// of its column, or else any link.
QWidget* CompareWindow::sameOrBeside(const QWidget& page, const QString& focused) {
  if (auto* again = page.findChild<QWidget*>(focused)) return again;
  const QString column = focused.section(u'.', -1);
  QWidget* any = nullptr;
  for (auto* link : page.findChildren<QToolButton*>()) {
    if (link->objectName().section(u'.', -1) == column) return link;
    if (any == nullptr) any = link;
  }
  return any;
}

/// Anew each time: a few dozen words and bars.
void CompareWindow::buildGrid() {
  const QString focused = m_scroll->isAncestorOf(QApplication::focusWidget())
                              ? QApplication::focusWidget()->objectName()
                              : QString();
  const int scrolled = m_scroll->verticalScrollBar()->value();
  auto* page = new ComparePage(m_scroll);
  page->setObjectName(u"compareWindow.page"_s);
  auto* grid = new QGridLayout(page);
  grid->setContentsMargins(scaled(kEdge), scaled(kEdge), scaled(kEdge), scaled(kEdge));
  grid->setHorizontalSpacing(scaled(24));
  grid->setVerticalSpacing(scaled(8));
  grid->setColumnMinimumWidth(0, scaled(kLabelWide) - scaled(24));
  const int columns = static_cast<int>(m_comparison.columns.size());
  int at = 0, wide = scaled(kColumnWide);
  for (int i = 0; i < columns; ++i) {
    const ComparedColumn& column = m_comparison.columns[static_cast<std::size_t>(i)];
    QWidget* head = header(column);
    wide = std::max(wide, head->minimumSizeHint().width());
    grid->addWidget(head, at, i + 1, Qt::AlignTop);
    grid->addWidget(new ClusterThumb(m_document, column.scenario, page), at + 1, i + 1);
  }
  for (int i = 1; i <= columns; ++i) {  // equal, so that bars of equal length are equal
    grid->setColumnMinimumWidth(i, wide);
    grid->setColumnStretch(i, 1);
  }
  at += 2;
  const ComparedSection* section = nullptr;
  for (const ComparedRow& row : m_comparison.rows) {
    if (!isWanted(row)) continue;
    if (section != row.section) {
      section = row.section;
      auto* line = new QWidget(page);
      auto* laid = new QHBoxLayout(line);
      laid->setContentsMargins(0, scaled(12), 0, 0);
      laid->setSpacing(scaled(16));
      laid->addWidget(words(sectionName(*row.section), TextRole::Section, line));
      if (row.most > 0.0) laid->addWidget(new CompareLegend(row, line), 1);
      if (row.most <= 0.0) laid->addStretch(1);
      grid->addWidget(line, at, 0, 1, columns + 1);
      page->sections.push_back(at++);
    }
    QLabel* name = words(row.name, TextRole::Body, page);
    name->setWordWrap(true);
    colour(*name, currentTheme().text2);
    if (row.large) {  // on the line of its figures
      const QFontMetrics figures(ui::font(TextRole::Figure));
      name->setContentsMargins(0, figures.ascent() - name->fontMetrics().ascent(), 0, 0);
    }
    grid->addWidget(name, at, 0, Qt::AlignTop);
    for (int i = 0; i < columns; ++i) grid->addWidget(cell(row, static_cast<std::size_t>(i)), at, i + 1);
    page->lines.push_back(at++);
  }
  if (!section)
    grid->addWidget(words(tr("These scenarios do not differ."), TextRole::Body, page), at++, 1, 1, columns);
  if (columns == 1) {
    auto* hint = new QWidget(page);
    auto* line = new QVBoxLayout(hint);
    line->setContentsMargins(0, scaled(16), 0, 0);
    QLabel* text =
        words(tr("This plan has one scenario. Duplicate it, change the copy, and both stand here side by "
                 "side."),
              TextRole::Body, hint);
    text->setWordWrap(true);
    line->addWidget(text);
    auto* duplicate = new QPushButton(tr("D&uplicate the scenario"), hint);
    duplicate->setObjectName(u"compareWindow.duplicate"_s);
    duplicate->setAutoDefault(false);
    connect(duplicate, &QPushButton::clicked, this, &CompareWindow::duplicateRequested);
    line->addWidget(duplicate, 0, Qt::AlignLeft);
    grid->addWidget(hint, at++, 1, 1, columns);
  } else if (QWidget* hint = kindsHint()) {
    grid->addWidget(hint, at++, 1, 1, columns);
  }
  grid->setRowStretch(at, 1);
  m_scroll->setWidget(page);
  m_scroll->verticalScrollBar()->setValue(scrolled);
  if (!focused.isEmpty())
    if (QWidget* again = sameOrBeside(*page, focused)) again->setFocus(Qt::OtherFocusReason);
}

QWidget* CompareWindow::header(const ComparedColumn& column) {
  const Theme& theme = currentTheme();
  auto* box = new QWidget(m_scroll);
  auto* lines = new QVBoxLayout(box);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(scaled(4));
  QLabel* name = words(column.letter + u"  "_s + column.name, TextRole::Title, box);
  name->setObjectName(u"compareWindow.name.%1"_s.arg(column.letter));
  name->setWordWrap(true);
  lines->addWidget(name);
  if (!column.state.isEmpty()) {
    QLabel* state = badge(column.state, column.stale ? theme.stale : theme.text2,
                          column.stale ? theme.staleFill : theme.header, box);
    state->setObjectName(u"compareWindow.state.%1"_s.arg(column.letter));
    state->setWordWrap(true);
    lines->addWidget(state);
  }
  auto* links = new QHBoxLayout;
  links->setSpacing(scaled(8));
  if (column.baseline) links->addWidget(badge(tr("baseline"), theme.text2, theme.header, box));
  const auto link = [&](const QString& what, const QString& text, const auto& act) {
    auto* button = new QToolButton(box);
    button->setObjectName(u"compareWindow.%1.%2"_s.arg(what, column.letter));
    button->setText(text);
    button->setAccessibleName(tr("%1: %2", "what is done, with which scenario").arg(text, column.label()));
    button->setToolTip(button->accessibleName());
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    QPalette palette = button->palette();
    palette.setColor(QPalette::ButtonText, theme.accent);
    button->setPalette(palette);
    connect(button, &QToolButton::clicked, this, act);
    links->addWidget(button);
  };
  const bool fresh = !column.stale && m_answers.of(column.id) != nullptr;
  if (!column.searching && !fresh && column.searchable)
    link(u"run"_s, column.stale ? tr("Run again") : tr("Run"),
         [this, id = column.id] { m_answers.search(id); });
  if (column.searching) link(u"stop"_s, tr("Stop"), [this, id = column.id] { m_answers.stop(id); });
  if (!column.shown) link(u"show"_s, tr("Show"), [this, id = column.id] { emit scenarioChosen(id); });
  if (!column.baseline)
    link(u"baseline"_s, tr("Make baseline"), [this, id = column.id] { emit baselineChosen(id); });
  links->addStretch(1);
  lines->addLayout(links);
  return box;
}

QWidget* CompareWindow::cell(const ComparedRow& row, std::size_t column) {
  const Theme& theme = currentTheme();
  const ComparedCell& cell = row.cells[column];
  const ComparedColumn& of = m_comparison.columns[column];
  auto* box = new QWidget(m_scroll);
  box->setObjectName(u"compareWindow.%1.%2"_s.arg(QLatin1StringView(row.field), of.letter));
  auto* lines = new QVBoxLayout(box);
  lines->setContentsMargins(0, 0, 0, 0);
  lines->setSpacing(scaled(4));
  if (!cell.text.isEmpty()) {
    auto* line = new QHBoxLayout;
    line->setSpacing(scaled(8));
    const bool number = row.good != ComparedRow::Good::Neither;
    const TextRole role = row.large ? TextRole::Figure : number ? TextRole::BodyStrong : TextRole::Body;
    QLabel* value = nullptr;
    if (canAsk(row, column)) {
      auto* figure = words<FigureLabel>(cell.text, role, box);
      figure->setObjectName(box->objectName() + u".figure"_s);
      figure->setTextInteractionFlags(Qt::NoTextInteraction);
      figure->setAskable(true);
      // The rows are made anew meanwhile; the name of this one is text of the program.
      connect(figure, &FigureLabel::asked, this, [this, field = row.field, column](const QRect& at) {
        for (const ComparedRow& one : m_comparison.rows)
          if (std::string_view(one.field) == field && column < one.cells.size()) return ask(one, column, at);
      });
      value = figure;
    } else {
      value = words(cell.text, role, box);
    }
    value->setWordWrap(!number);
    if (cell.estimated) {
      QFont leaning = value->font();
      leaning.setItalic(true);
      value->setFont(leaning);
    }
    if (cell.stale) colour(*value, theme.text2);
    const QString change = changeText(cell, of.baseline);
    const QString quantity = row.most > 0.0 ? sectionName(*row.section) : row.name;
    value->setAccessibleName(
        tr("%1, %2: %3", "a quantity, a scenario, its value").arg(quantity, of.label(), cell.text));
    line->addWidget(value, number ? 0 : 1, Qt::AlignBaseline);
    if (!change.isEmpty()) {
      QLabel* by = words(change, TextRole::Caption, box);
      by->setObjectName(box->objectName() + u".change"_s);
      by->setAccessibleName(
          tr("%1, %2, change: %3", "a quantity, a scenario").arg(quantity, of.label(), change));
      const bool plain = of.baseline || (cell.change != Change::Better && cell.change != Change::Worse);
      colour(*by, plain ? theme.text3 : theme.text2);
      if (!plain) {  // the triangle alone says good or bad by its colour, the tip and the ear by a word
        const QColor& ink = cell.change == Change::Better ? theme.success : theme.warn;
        by->setTextFormat(Qt::RichText);
        by->setText(u"<span style='color:%1'>%2</span>%3"_s.arg(ink.name(), change.left(1), change.mid(1)));
      }
      by->setToolTip(plain                           ? QString()
                     : cell.change == Change::Better ? tr("better than the baseline")
                                                     : tr("worse than the baseline"));
      line->addWidget(by, 0, Qt::AlignBaseline);
    }
    if (number) line->addStretch(1);
    lines->addLayout(line);
  }
  if (!cell.bars.empty()) {
    auto* bars = new CompareBars(row, cell, cell.stale, box);
    bars->setObjectName(box->objectName() + u".bars"_s);
    lines->addWidget(bars);
  }
  lines->addStretch(1);
  return box;
}

}  // namespace astrolabe::ui
