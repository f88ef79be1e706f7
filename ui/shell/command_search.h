#pragma once
// Everything the window can do, found by typing: actions, hardware, models, places.

#include <QDialog>
#include <QIcon>
#include <QString>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace astrolabe::ui {

struct Command {
  QString name;   ///< stable: the action's objectName, or "preset.llama-3.1-8b"
  QString title;  ///< "Fit all"
  QString place;  ///< "View", "Hardware": where it stands otherwise
  QString keys;   ///< "Ctrl+9"
  QIcon icon;
  bool enabled = true;
  std::function<void()> run;
};

/// How well a command answers the words typed, in any order and without case: 0 not at all, more is better.
/// Starts of words count most, then parts of words; further down, words that mean the same and parts of the
/// place find it, too.
int commandRank(const Command& command, const QString& typed);

/// A field and the list of what matches. Up and Down choose, Enter runs, Escape goes back to where the focus
/// was.
class CommandSearch : public QDialog {
  Q_OBJECT

 public:
  static constexpr int kMostShown = 50;

  explicit CommandSearch(std::vector<Command> commands, QWidget* parent = nullptr);

  /// Names of the commands shown, best first.
  QStringList shown() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& typed);
  void runCurrent();
  std::vector<Command> m_commands;
  QLineEdit* m_field;
  QListWidget* m_list;
};

}  // namespace astrolabe::ui
