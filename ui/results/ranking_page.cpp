#include "ui/results/ranking_page.h"

#include <QApplication>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/flow_row.h"
#include "ui/render/icons.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/sides_page.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

void ink(QWidget* widget, const QColor& color) {
  QPalette palette = widget->palette();
  palette.setColor(QPalette::WindowText, color);
  palette.setColor(QPalette::Text, color);
  widget->setPalette(palette);
}

}  // namespace

RankingPage::RankingPage(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent) {
  setObjectName(u"rankingPage"_s);
  SidesPage* page = SidesPage::in(*this);
  page->setHead(makeBar());
  m_stack = new QStackedWidget(this);
  page->setSides(m_stack);
  page->setFoot(makeUnknown());
  m_view = new RankingView(document, selection, m_stack);
  m_stack->addWidget(m_view);
  m_stack->addWidget(makeNothing());
  connect(m_field, &QLineEdit::textChanged, this, &RankingPage::check);
  connect(m_rejected, &QToolButton::toggled, m_view, &RankingView::setShowRejected);
  connect(m_view, &RankingView::rowsChanged, this, &RankingPage::updateCounts);
  m_bar->setVisible(false);
  check();
}

/// The filter, how many rows it leaves, and whether rejected strategies are shown.
QWidget* RankingPage::makeBar() {
  m_bar = new QWidget(this);
  auto* row = new FlowRow(m_bar);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  row->setSpacing(scaled(8));
  m_field = new QLineEdit(m_bar);
  m_field->setObjectName(u"ranking.filter"_s);
  m_field->setAccessibleName(tr("Filter of the ranking"));
  m_field->setPlaceholderText(tr("tp=8 mem<90% type:h100"));
  m_field->setToolTip(RowFilter::help());
  m_field->setClearButtonEnabled(true);
  m_field->addAction(icon(u"filter"_s), QLineEdit::LeadingPosition);
  m_field->setMaximumWidth(scaled(420));
  m_field->installEventFilter(this);
  row->addWidget(m_field);
  m_mistake = new QLabel(m_bar);
  m_mistake->setObjectName(u"ranking.filter.mistake"_s);
  m_mistake->setTextFormat(Qt::PlainText);
  m_mistake->setWordWrap(true);
  row->addWidget(m_mistake);
  m_counts = new QLabel(m_bar);
  m_counts->setObjectName(u"ranking.counts"_s);
  m_counts->setWordWrap(true);
  row->addWidget(m_counts);
  row->addStretch();
  m_rejected = new QToolButton(m_bar);
  m_rejected->setObjectName(u"ranking.showRejected"_s);
  m_rejected->setText(tr("Show rejected"));
  m_rejected->setAccessibleName(m_rejected->text());
  m_rejected->setToolTip(tr("List the strategies nearest to being possible, each with its reason"));
  m_rejected->setCheckable(true);
  m_rejected->setAutoRaise(true);
  m_rejected->setFocusPolicy(Qt::TabFocus);
  row->addWidget(m_rejected);
  return m_bar;
}

/// In place of the rows where the filter leaves none.
QWidget* RankingPage::makeNothing() {
  auto* page = new SidesPage(m_stack);
  auto* none = new QWidget(page);
  auto* middle = new QVBoxLayout(none);
  middle->addStretch();
  m_hidden = new QLabel(none);
  m_hidden->setObjectName(u"ranking.hidden"_s);
  m_hidden->setAlignment(Qt::AlignCenter);
  m_hidden->setWordWrap(true);
  middle->addWidget(m_hidden);
  auto* clear = new QPushButton(tr("Clear filter"), none);
  clear->setObjectName(u"ranking.clearFilter"_s);
  middle->addWidget(clear, 0, Qt::AlignHCenter);
  middle->addStretch();
  connect(clear, &QPushButton::clicked, this, [this] { clearFilter(); });
  page->setSides(none);
  return page;
}

/// Below the rows: kinds of plan whose search was stopped early.
QWidget* RankingPage::makeUnknown() {
  m_unknown = new QLabel(this);
  m_unknown->setObjectName(u"ranking.unknown"_s);
  m_unknown->setTextFormat(Qt::PlainText);
  m_unknown->setWordWrap(true);
  m_unknown->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_unknown->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_unknown->hide();
  return m_unknown;
}

void RankingPage::setUnknown(const QString& words) {
  m_unknown->setText(words);
  m_unknown->setAccessibleName(words);
  m_unknown->setVisible(!words.isEmpty());
}

QByteArray RankingPage::saved() const {
  QJsonObject all = m_view->savedColumns();
  all[u"filter"_s] = m_field->text();
  all[u"filterShown"_s] = m_filterShown;
  all[u"places"_s] = m_places;
  return QJsonDocument(all).toJson(QJsonDocument::Compact);
}

void RankingPage::restore(const QByteArray& saved) {
  const QJsonObject all = QJsonDocument::fromJson(saved).object();
  if (all.isEmpty()) return;
  m_view->restoreColumns(all);
  setPlaces(all[u"places"_s].toInt(m_places));
  const QWidget* focus = QApplication::focusWidget();
  setFilterShown(all[u"filterShown"_s].toBool());
  if (focus != m_field) m_field->clearFocus();
  if (m_filterShown) m_field->setText(all[u"filter"_s].toString());
}

void RankingPage::setFilterShown(bool shown) {
  if (m_filterShown == shown) return;
  m_filterShown = shown;
  m_bar->setVisible(shown);
  if (shown)
    m_field->setFocus(Qt::ShortcutFocusReason);
  else
    clearFilter();
  emit filterShownChanged(shown);
}

void RankingPage::focusFilter() {
  setFilterShown(true);
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void RankingPage::setShowRejected(bool shown) {
  if (shown) setFilterShown(true);
  m_rejected->setChecked(shown);
}

void RankingPage::setPlaces(int places) {
  if (places == m_places || !choicesOfPlaces().contains(places)) return;
  m_places = places;
  updateCounts();
  emit placesChanged(places);
}

bool RankingPage::setFilterText(const QString& text) {
  m_field->setText(text);
  return m_mistake->text().isEmpty();
}

QString RankingPage::filterText() const { return m_field->text(); }

/// Checks what is typed at once: a filter is applied; a mistake is told and filters nothing.
void RankingPage::check() {
  const auto filter = RowFilter::parse(m_field->text());
  m_mistake->setVisible(!filter);
  const Theme& theme = currentTheme();
  ink(m_mistake, theme.error);
  ink(m_counts, theme.text2);
  ink(m_hidden, theme.text2);
  ink(m_unknown, theme.text2);
  m_field->setProperty("invalid", !filter);
  if (filter) {
    m_mistake->clear();
    m_field->setAccessibleDescription(RowFilter::help());
    m_view->setFilter(*filter);
  } else {
    m_mistake->setText(tr("%1 No row is filtered.").arg(filter.error().text));
    m_field->setAccessibleDescription(m_mistake->text());
    m_view->setFilter({});
  }
  QPalette words = m_field->palette();
  words.setColor(QPalette::Text, filter ? theme.text : theme.error);
  m_field->setPalette(words);
  updateCounts();
}

void RankingPage::updateCounts() {
  const int shown = m_view->rows().rowCount(), all = m_view->rows().unfilteredCount();
  QString counts = shown == all ? tr("%n row(s)", nullptr, all)
                                : tr("%1 of %n row(s)", nullptr, all).arg(wholeText(shown));
  const plan::SnapshotPtr& snapshot = m_view->rows().snapshot();
  if (snapshot && m_view->rows().showsRejected())
    counts += u" · "_s + tr("rejected: %1 by a rule, %2 by memory, %3 by a limit; the nearest %4 are listed")
                             .arg(wholeText(double(snapshot->space.rejected_by_rule)),
                                  wholeText(double(snapshot->space.rejected_by_memory)),
                                  wholeText(double(snapshot->space.rejected_by_limit)),
                                  wholeText(double(snapshot->rejected.size())));
  m_counts->setText(counts);
  QString hidden = tr("All %n strategies are hidden by the filter.", nullptr, all);
  if (snapshot && !snapshot->best.empty())
    hidden += u'\n' + tr("None of the %n best matches it; with more rows kept, more strategies are ranked.",
                         nullptr, static_cast<int>(snapshot->best.size()));
  m_hidden->setText(hidden);
  const bool nothing = shown == 0 && all > 0;
  if (nothing != (m_stack->currentIndex() == 1)) m_stack->setCurrentIndex(nothing ? 1 : 0);
}

bool RankingPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
      if (m_field->text().isEmpty())
        setFilterShown(false);
      else
        m_field->clear();
      if (!m_filterShown) m_view->setFocus();
      return true;
    }
    if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
      m_view->setFocus();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void RankingPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Slash) {
    focusFilter();
    event->accept();
    return;
  }
  QWidget::keyPressEvent(event);
}

void RankingPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange && m_stack != nullptr) check();
}

}  // namespace astrolabe::ui
