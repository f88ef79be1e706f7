#include "ui/shell/start_page.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/controls/scrolls_down.h"
#include "ui/render/icons.h"
#include "ui/render/theme.h"
#include "ui/shell/actions.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

StartEntry::StartEntry(const QString& name, const QString& title, const QString& detail, QWidget* parent)
    : QAbstractButton(parent), m_detail(detail) {
  setObjectName(name);
  setText(title);
  setAccessibleName(title);
  setAccessibleDescription(detail);
  setToolTip(detail);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StartEntry::sizeHint() const {
  const QFontMetrics title(ui::font(TextRole::BodyStrong)), detail(ui::font(TextRole::Caption));
  return {scaled(360), title.height() + detail.height() + scaled(14)};
}

QSize StartEntry::minimumSizeHint() const { return {scaled(160), sizeHint().height()}; }

void StartEntry::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void StartEntry::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void StartEntry::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

void StartEntry::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF frame = QRectF(rect()).adjusted(1.0, 1.0, -1.0, -1.0);
  if (isEnabled() && (underMouse() || isDown())) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.hover);
    painter.drawRoundedRect(frame, 6.0, 6.0);
  }
  if (hasFocus()) {
    painter.setPen(QPen(theme.focus, 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(frame, 6.0, 6.0);
  }
  const QRect inside = rect().adjusted(scaled(10), scaled(6), -scaled(10), -scaled(6));
  const auto line = [&](const QString& text, TextRole role, const QColor& color, Qt::TextElideMode elide,
                        int top) {
    const QFont face = ui::font(role);
    const QFontMetrics metrics(face);
    painter.setFont(face);
    painter.setPen(isEnabled() ? color : theme.disabled);
    painter.drawText(QRect(inside.left(), top, inside.width(), metrics.height()),
                     int(Qt::AlignVCenter) | int(Qt::AlignLeading),
                     metrics.elidedText(text, elide, inside.width()));
    return top + metrics.height() + scaled(2);
  };
  const int next = line(text(), TextRole::BodyStrong, theme.text, Qt::ElideRight, inside.top());
  line(m_detail, TextRole::Caption, theme.text2, Qt::ElideMiddle, next);
}

namespace {

QLabel* startLabel(const QString& text, TextRole role, QWidget* page) {
  auto* words = new QLabel(text, page);
  words->setFont(ui::font(role));
  words->setTextFormat(Qt::PlainText);
  words->setWordWrap(true);
  return words;
}

}  // namespace

StartPage::StartPage(const QStringList& recent, const QStringList& pinned, const QList<QAction*>& samples,
                     QWidget* over)
    : QFrame(over) {
  setObjectName(u"startPage"_s);
  setAccessibleName(tr("Start page"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setGeometry(over->rect());
  over->installEventFilter(this);

  QVBoxLayout* column = addColumn();
  QWidget* page = column->parentWidget();
  auto* head = new QHBoxLayout;
  head->addWidget(startLabel(tr("What would you like to plan?"), TextRole::Title, page), 1);
  QToolButton* leave = makeLeave(page);
  column->addLayout(head);
  column->addSpacing(scaled(8));
  QPushButton* fresh = addButtons(*column);
  column->addSpacing(scaled(16));

  column->addWidget(startLabel(tr("Recent plans"), TextRole::Section, page));
  if (recent.isEmpty())
    column->addWidget(
        startLabel(tr("None yet: plans that you save or open are listed here."), TextRole::Body, page));
  for (const QString& path : recent) addRecent(*column, path, pinned.contains(path));
  column->addSpacing(scaled(16));
  column->addWidget(startLabel(tr("Samples"), TextRole::Section, page));
  for (QAction* sample : samples) {
    auto* entry =
        new StartEntry(u"startPage.%1"_s.arg(sample->objectName()), withoutLetter(sample->text()),
                       sample->statusTip().isEmpty() ? sample->toolTip() : sample->statusTip(), page);
    connect(entry, &StartEntry::clicked, sample, &QAction::trigger);
    column->addWidget(entry);
  }
  column->addStretch(1);
  head->addWidget(leave, 0, Qt::AlignTop);
  show();
  raise();
  auto* first = page->findChild<StartEntry*>(QString(), Qt::FindDirectChildrenOnly);
  QWidget* begin =
      recent.isEmpty() || first == nullptr || !first->isEnabled() ? static_cast<QWidget*>(fresh) : first;
  begin->setFocus(Qt::OtherFocusReason);
}

/// In the middle of a page that scrolls where the window is too low for it.
QVBoxLayout* StartPage::addColumn() {
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  auto* scroll = new QScrollArea(this);
  scrollDownwards(*scroll);
  whole->addWidget(scroll);
  auto* page = new QWidget(scroll);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  scroll->setWidget(page);
  auto* sides = new QHBoxLayout(page);
  sides->setContentsMargins(scaled(16), scaled(16), scaled(16), scaled(16));
  auto* column = new QVBoxLayout;
  column->setSpacing(scaled(4));
  sides->addStretch(1);
  sides->addLayout(column, 6);
  sides->addStretch(1);
  return column;
}

QToolButton* StartPage::makeLeave(QWidget* page) {
  auto* leave = new QToolButton(page);
  leave->setObjectName(u"startPage.close"_s);
  leave->setIcon(icon(u"close"_s));
  leave->setAutoRaise(true);
  leave->setToolTip(tr("Close the start page (Esc)"));
  leave->setAccessibleName(tr("Close the start page"));
  leave->setFocusPolicy(Qt::TabFocus);
  connect(leave, &QToolButton::clicked, this, &QObject::deleteLater);
  return leave;
}

/// A new plan or one of a file; gives back the first.
QPushButton* StartPage::addButtons(QVBoxLayout& column) {
  QWidget* page = column.parentWidget();
  auto* buttons = new QHBoxLayout;
  auto* fresh = new QPushButton(icon(u"new"_s, true), tr("New plan"), page);
  fresh->setObjectName(u"startPage.new"_s);
  fresh->setProperty("primary", true);
  connect(fresh, &QPushButton::clicked, this, &StartPage::newRequested);
  auto* open = new QPushButton(icon(u"open"_s), tr("Open…"), page);
  open->setObjectName(u"startPage.open"_s);
  connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
  buttons->addWidget(fresh);
  buttons->addWidget(open);
  buttons->addStretch(1);
  column.addLayout(buttons);
  return fresh;
}

/// A plan that is gone stays in the list, but cannot be chosen.
void StartPage::addRecent(QVBoxLayout& column, const QString& path, bool pinned) {
  const QFileInfo file(path);
  auto* row = new QHBoxLayout;
  auto* entry = new StartEntry(u"startPage.recent.%1"_s.arg(path), file.completeBaseName(),
                               QDir::toNativeSeparators(file.absolutePath()), column.parentWidget());
  entry->setEnabled(file.exists());
  connect(entry, &StartEntry::clicked, this, [this, path] { emit planChosen(path); });
  row->addWidget(entry, 1);
  auto* pin = new QToolButton(column.parentWidget());
  pin->setObjectName(u"startPage.pin.%1"_s.arg(path));
  pin->setIcon(icon(u"pin"_s));
  pin->setAutoRaise(true);
  pin->setCheckable(true);
  pin->setChecked(pinned);
  pin->setToolTip(tr("Keep this plan at the top of the recent plans"));
  pin->setAccessibleName(tr("Pin %1").arg(file.completeBaseName()));
  pin->setFocusPolicy(Qt::TabFocus);
  connect(pin, &QToolButton::toggled, this, [this, path](bool on) { emit pinChosen(path, on); });
  row->addWidget(pin);
  column.addLayout(row);
}

bool StartPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  return QFrame::eventFilter(watched, event);
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return deleteLater();
  QFrame::keyPressEvent(event);
}

}  // namespace astrolabe::ui
