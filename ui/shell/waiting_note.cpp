#include "ui/shell/waiting_note.h"

#include <QGuiApplication>
#include <QHideEvent>
#include <QPushButton>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

WaitingNote::WaitingNote(const QString& told, const QString& more, const QString& goOn, const QString& cancel,
                         int quiet, QWidget* parent)
    : QMessageBox(parent) {
  setObjectName(u"waitingNote"_s);
  setWindowModality(Qt::NonModal);
  setWindowTitle(QGuiApplication::applicationDisplayName());
  setIcon(QMessageBox::Information);
  setText(told);
  setInformativeText(more);
  m_goOn = addButton(goOn, QMessageBox::AcceptRole);
  m_goOn->setObjectName(u"waitingNote.goOn"_s);
  QPushButton* none = addButton(cancel, QMessageBox::RejectRole);
  none->setObjectName(u"waitingNote.cancel"_s);
  setDefaultButton(none);
  setEscapeButton(none);
  m_quiet.setSingleShot(true);
  connect(&m_quiet, &QTimer::timeout, this, &WaitingNote::appear);
  m_quiet.start(quiet);
}

/// A window that has gone meanwhile waits for nothing.
void WaitingNote::appear() {
  if (parentWidget() != nullptr && !parentWidget()->isVisible()) return choose(Choice::Cancel);
  show();
}

void WaitingNote::hideEvent(QHideEvent* event) {
  QMessageBox::hideEvent(event);
  if (!event->spontaneous()) choose(clickedButton() == m_goOn ? Choice::GoOn : Choice::Cancel);
}

void WaitingNote::choose(Choice choice) {
  if (m_choice != Choice::Wait) return;
  m_choice = choice;
  emit chosen();
}

}  // namespace astrolabe::ui
