#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "ui/render/theme.h"

class QHBoxLayout;

namespace astrolabe::ui {

/// A label that wraps, by name and role.
QLabel* wordsOf(QWidget* parent, const QString& name, TextRole role);
/// Gives a label the colour of what it says.
void inkLabel(QLabel* label, const QColor& color);

/// A statement with an edge in the colour of what it says, and what can be done about it.
class WhyCard : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { Best, Neutral, Refused };

  explicit WhyCard(QWidget* parent = nullptr);
  void say(Kind kind, const QString& title, const QString& text);
  QPushButton* addButton(const QString& name, const QString& text);
  void clearButtons();
  /// Title and text as they are said.
  QString words() const { return m_title->text() + u'\n' + m_text->text(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Kind m_kind = Kind::Neutral;
  QLabel *m_title, *m_text;
  QWidget* m_row;
  QHBoxLayout* m_buttons;
  QList<QPushButton*> m_shown;
};

}  // namespace astrolabe::ui
