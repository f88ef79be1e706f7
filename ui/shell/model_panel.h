#pragma once
// The model of the plan: what was read, where each value comes from, and what is wrong with a file that
// cannot be read.

#include <QWidget>
#include <functional>

#include "core/model/model_reader.h"
#include "ui/document/plan_document.h"
#include "ui/shell/described_model.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace astrolabe::ui {

class Banner;
struct ModelOrigin;
struct Message;

/// Children: modelPanel.name, .source, .family, .parameters, .layers, .heads, .ffn, .experts, .tied (values,
/// with ".mark" behind), .load, .preset (empty state), banner modelPanel.banner with buttons .openFile,
/// .copyShard, .copyDetails, .enterValue, .describe, .dismiss.
class ModelPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ModelPanel(PlanDocument& document, QWidget* parent = nullptr);

  /// Takes the widget for what is to be trained: it stands above the model's own figures, whether there is a
  /// model or not.
  void setInputs(QWidget* inputs);
  /// The height of all that the panel shows, in pixels.
  int wantedHeight() const;
  /// The part of it from the top to the end of what the task asks for.
  int inputsHeight() const;
  /// Reads a config.json, a folder with one, an index, a safetensors header, an ONNX file or arguments of
  /// Megatron-LM. A wrong file changes nothing
  /// and is told in the banner; a right one is one undoable step.
  bool load(const QString& path);
  /// Takes a built-in model by id.
  bool loadPreset(const QString& id);
  /// load() and the questions below for one role of post-training; else the leading one takes the model.
  bool loadRole(const QString& role, const QString& where);
  void askForFileOf(const QString& role);
  void askForPresetOf(const QString& role);
  /// Several models become the roles of post-training, whatever the task before: one undo step. A wrong file
  /// changes nothing and is told in the banner.
  bool loadRoles(const QStringList& paths);
  /// Asks for a file, for a folder that holds a config.json and weights, or for a preset.
  void askForFile();
  void askForFolder();
  void askForPreset();
  /// Opens the form that describes a model by hand, filled with what is known of the plan's own.
  void describe();

  /// The mark behind a value and what it says: "≡" file, "ƒ" derived, "≈" assumed.
  static QString markText(model::Mark mark);

 signals:
  void loaded(const QString& name);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Row {
    QWidget* label = nullptr;
    QLabel* value = nullptr;
    QLabel* mark = nullptr;
  };
  QWidget* buildModel();
  QWidget* buildEmpty();
  void buildMenu();
  Row makeRow(const QString& name, const QString& label);
  Row addRow(QGridLayout* grid, const QString& name, const QString& label);
  void setRow(const Row& row, const QString& value, const ModelOrigin& origin);
  bool read(const QString& where, const model::EnteredValues& entered);
  void take(const model::Architecture& architecture, const QString& name,
            const model::EnteredValues& entered);
  void refresh();
  void showModel();
  void showWarning();
  void addMessageButtons(const Message& message, const std::function<void()>& dismiss);
  void fitPages();
  void placeInputs();
  void describe(const DescribedModel& start);
  void describeFile(const QString& path);
  /// `counted`: what was read of a model that cannot be planned.
  void showError(const QString& where, const Error& error, const model::EnteredValues& entered,
                 const QString& counted = {});
  void offerValue(const QString& where, const QString& key, const model::EnteredValues& entered);
  void colour();

  PlanDocument& m_document;
  Banner* m_banner = nullptr;
  QStackedWidget* m_pages = nullptr;
  QScrollArea* m_scroll = nullptr;
  QWidget* m_inputs = nullptr;
  QLabel* m_name = nullptr;
  QLabel* m_source = nullptr;
  Row m_family, m_parameters, m_layers, m_heads, m_ffn, m_experts, m_tied;
  QList<QLabel*> m_quiet, m_faint;
  QString m_role;       ///< that the model being chosen is for; empty: the leading one
  QString m_warning;    ///< plain text of the warning that was told last; empty: none
  QString m_dismissed;  ///< the one that a person put away
};

}  // namespace astrolabe::ui
