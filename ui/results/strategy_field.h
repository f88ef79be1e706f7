#pragma once

#include <QComboBox>

namespace astrolabe::ui {

/// A strategy to pick from a list or to type. It is told in words, and as the line that is edited where the
/// field has the keys.
class StrategyField : public QComboBox {
  Q_OBJECT

 public:
  explicit StrategyField(QWidget* parent);
  /// Offers strategies to pick, in words; `current` is the place of the one that is asked about, -1 where it
  /// is none of them.
  void offer(const QStringList& words, int current);
  /// The strategy that is asked about, in both forms. Ends an edit.
  void tell(const QString& words, const QString& line);
  /// Somebody typed something that was not read yet.
  bool isEdited() const;
  void endEdit();
  /// Shows the strategy again in the form that the field asks for, unless it is being edited.
  void showStrategy();
  /// Marks what is typed as something that cannot be read; empty: it can.
  void setMistake(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showAs(bool edited);
  QString m_words, m_line;
};

}  // namespace astrolabe::ui
