#pragma once

#include <QPlainTextEdit>

#include "core/plan/snapshot.h"

namespace astrolabe::ui {

/// The run as plain text: what was asked of which hardware at which prices, each improvement with its time in
/// the unit of the goal, what was pruned, how it ended.
class LogView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LogView(QWidget* parent = nullptr);
  void setSnapshot(const plan::SnapshotPtr& snapshot);
  /// The lines so far and the search that they are of, for a log that takes this one's place.
  struct Kept {
    QString text;
    std::uint64_t revision = 0;
    std::size_t improvements = 0;
    double seconds = 0.0;
    bool running = false;
  };
  Kept kept() const;
  void restore(const Kept& kept);

 private:
  void say(const QString& line);
  void begin(const plan::Snapshot& snapshot);
  void sayQuestion(const plan::Snapshot& snapshot);
  void end(const plan::Snapshot& snapshot);
  std::uint64_t m_revision = 0;
  std::size_t m_improvements = 0;
  double m_seconds = 0.0;
  bool m_running = false;
};

}  // namespace astrolabe::ui
