#include "ui/shell/announcer.h"

#include <QAccessible>
#include <QLabel>
#include <QStatusBar>
#include <QStatusTipEvent>
#include <QToolButton>
#include <QUndoStack>
#include <utility>

#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QLabel* statusLabel(QStatusBar& bar, const char* name) {
  auto* label = new QLabel(&bar);
  label->setObjectName(QLatin1StringView(name));
  label->setContentsMargins(scaled(8), 0, scaled(8), 0);
  label->setFont(ui::font(TextRole::Caption));
  return label;
}

Announcer::Announcer(const QUndoStack& steps) : m_steps(steps) {
  constexpr int kUndoReadMs = 8000;
  constexpr int kAnnounceMs = 2000;  // between two announcements
  m_foundDue.setSingleShot(true);
  m_foundDue.setInterval(kUndoReadMs);
  connect(&m_foundDue, &QTimer::timeout, this, [this] { say(QString(m_found)); });
  m_quiet.setSingleShot(true);
  m_quiet.setInterval(kAnnounceMs);
  connect(&m_quiet, &QTimer::timeout, this, [this] {
    if (!m_waiting.isEmpty()) announce(m_waiting);
  });
  connect(&m_steps, &QUndoStack::indexChanged, this, [this](int index) {
    if (isBuilt() && index != m_undoAt) {
      m_undoable = false;
      show();
    }
  });
}

void Announcer::build(QStatusBar& bar) {
  m_undo = new QToolButton(&bar);
  m_undo->setObjectName(u"statusBar.undo"_s);
  m_undo->setText(tr("Undo"));
  m_undo->setAccessibleName(tr("Undo the last edit"));
  m_undo->setFont(ui::font(TextRole::Caption));
  m_undo->setFocusPolicy(Qt::StrongFocus);
  m_undo->setFixedHeight(scaled(24));
  bar.addWidget(m_undo);
  connect(m_undo, &QToolButton::clicked, this, &Announcer::undoRequested);
  m_message = statusLabel(bar, "statusBar.message");
  m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  bar.addWidget(m_message, 1);
  bar.window()->installEventFilter(this);  // to which tips come
  say({});
}

void Announcer::leave() {
  m_message = nullptr;
  m_undo = nullptr;
  m_tip.clear();
}

void Announcer::say(const QString& text) {
  if (!isBuilt()) return;
  m_undoable = false;
  m_found.clear();
  m_foundDue.stop();
  m_text = text;
  show();
}

void Announcer::show() {
  m_undo->setVisible(m_undoable && m_tip.isEmpty());
  m_message->setText(m_tip.isEmpty() ? m_text : m_tip);
  m_message->setToolTip(m_message->text());
}

bool Announcer::eventFilter(QObject*, QEvent* event) {
  if (event->type() != QEvent::StatusTip) return false;
  m_tip = static_cast<QStatusTipEvent*>(event)->tip();
  if (isBuilt()) show();
  return true;
}

void Announcer::sayEdit(const QString& text) {
  say(text);
  if (!isBuilt() || !m_steps.canUndo()) return;
  m_undoAt = m_steps.index();
  m_undo->setToolTip(tr("Undo: %1").arg(m_steps.undoText()));
  m_undoable = true;
  show();
}

void Announcer::sayFound(const QString& text) {
  if (!isBuilt()) return;
  if (!m_undoable) return say(text);
  m_found = text;
  if (!m_foundDue.isActive()) m_foundDue.start();
}

void Announcer::announce(const QString& text) {
  if (!isBuilt()) return;
  m_waiting = text;
  if (m_quiet.isActive()) return;
  m_message->setAccessibleName(std::exchange(m_waiting, {}));
  QAccessibleEvent event(m_message, QAccessible::Alert);
  QAccessible::updateAccessibility(&event);
  m_quiet.start();
}

}  // namespace astrolabe::ui
