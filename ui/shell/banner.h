#pragma once
// A message at the top of the thing it speaks of: edge, icon, bold first words, buttons, code.

#include <QList>
#include <QPushButton>
#include <QWidget>
#include <functional>

#include "ui/render/messages.h"

class QLabel;
class QBoxLayout;
class QScrollArea;

namespace astrolabe::ui {

class FlowRow;

/// Hidden until something is said. Children: "<name>.text", "<name>.code", buttons by the names given.
class Banner : public QWidget {
  Q_OBJECT

 public:
  enum class Kind { Error, Warning, Stale, Note };

  /// `name` becomes the objectName and the stem of those of the children.
  explicit Banner(const QString& name, QWidget* parent = nullptr);

  /// Shows a message; earlier buttons go.
  void say(Kind kind, const Message& message);
  /// Adds a button for the message now shown; `name` is its objectName.
  QPushButton* addButton(const QString& name, const QString& text, const std::function<void()>& pressed);
  /// Adds any other control beside the buttons; taken away with them.
  void addControl(QWidget* control);
  void clear();
  Message message() const { return m_message; }
  /// The height that its words need; where that is much of the window they scroll, and the buttons stay in
  /// sight.
  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return false; }  // layouts would take the height for the least

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void keepWhole();
  void paintIcon();

  Kind m_kind = Kind::Error;
  Message m_message;
  QLabel* m_icon;
  QLabel* m_text;
  QScrollArea* m_words;  ///< the text in it
  QLabel* m_code;
  QWidget* m_row;
  FlowRow* m_buttons;
  QBoxLayout* m_column;  ///< words, then buttons: side by side where there is room
  QList<QWidget*> m_controls;
  int m_whole = 0;  ///< height of all there is to say
};

}  // namespace astrolabe::ui
