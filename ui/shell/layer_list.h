#pragma once
// The list of layers of a described model: patterns of layers of declared kinds, and a form for the chosen
// one.

#include <QPointer>
#include <QWidget>
#include <vector>

#include "ui/shell/described_layers.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace astrolabe::ui {

class NumberField;

/// A pattern, or layers in it.
struct LayerPlace {
  int pattern = 0;
  int layers = -1;  ///< -1: the pattern itself
  bool operator==(const LayerPlace&) const = default;
};

/// Children: describeModel.list, buttons .addLayers, .addPattern, .remove, .up, .down; of the chosen one
/// describeModel.times or .count, .mixer, .channel and their numbers by key (describeModel.mixer.heads), each
/// with ".error". Delete, Alt+Up and Alt+Down do in the list what the buttons do.
class LayerList : public QWidget {
  Q_OBJECT

 public:
  explicit LayerList(QWidget* parent = nullptr);

  void setPatterns(std::vector<LayerPattern> patterns);
  const std::vector<LayerPattern>& patterns() const { return m_patterns; }
  LayerPlace chosen() const;
  void choose(const LayerPlace& place);
  /// Says of layers what is wrong with them, at the field of `key` where they are the chosen ones and have
  /// it. Without a key of theirs the list says it alone.
  void setProblem(const LayerPlace& place, const std::string& key, const QString& problem);
  void clearProblems();
  /// A value that stands in a field is none.
  bool isWrong() const;

 signals:
  void changed();

 private:
  void buildList(QWidget* side);
  void buildForm(QWidget* side);
  QPushButton* addButton(QWidget* row, const char* name, const QString& text, const QString& tip,
                         void (LayerList::*act)());
  NumberField* addNumber(QGridLayout* grid, const QString& name, const QString& label, QLabel*& caption);
  /// Puts the fields of a part's numbers in the place of `holder`, behind `before` in the order of tabs.
  void fillNumbers(QPointer<QWidget>& holder, QWidget* before, const LayerPartSpec& part,
                   const QString& name);
  void rebuild(const LayerPlace& chosen);
  void showTexts();
  void showChosen();
  void showButtons();
  void takeKinds();
  void addLayers();
  void addPattern();
  void remove();
  void moveUp() { move(-1); }
  void moveDown() { move(1); }
  void move(int by);
  QTreeWidgetItem* item(const LayerPlace& place) const;
  DescribedLayers* chosenLayers();
  void tell();

  std::vector<LayerPattern> m_patterns;
  QTreeWidget* m_tree = nullptr;
  QPushButton *m_remove = nullptr, *m_up = nullptr, *m_down = nullptr;
  QGridLayout* m_form = nullptr;
  QLabel *m_timesLabel = nullptr, *m_countLabel = nullptr, *m_mixerLabel = nullptr, *m_channelLabel = nullptr;
  NumberField *m_times = nullptr, *m_count = nullptr;
  QComboBox *m_mixer = nullptr, *m_channel = nullptr;
  QPointer<QWidget> m_mixerNumbers, m_channelNumbers;
  bool m_showing = false;  ///< what changes now is what this shows, not what a person does
};

}  // namespace astrolabe::ui
