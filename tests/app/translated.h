#pragma once
// What of a window was not translated: read under ui::PseudoLanguage, which marks all that was.

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabBar>

#include "core/hardware/catalogue.h"
#include "core/runtimes/runtime.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// Names that are data, not words: hardware, models, training runtimes, numeric formats, settings of a
/// strategy, dataflows by their papers, rules as they are written, sources of measured runs.
inline bool isData(const QString& text, const hardware::Catalogue& catalogue) {
  static const QRegularExpression plain(
      u"^(bf16|fp16|fp32|fp8|fp8_block|mxfp8|mxfp4|nvfp4|vLLM|SGLang|TensorRT-LLM|Adam|AdamW|SGD|Adafactor|"
      u"Muon|LoRA|QLoRA|DoRA|GRPO|ReMax|Safe-RLHF|English|[a-"
      u"z_]+_[a-z_]+|"
      u"[≡≈✓] [a-z_]+|\\$[a-z_]+|[a-z0-9]+(-[a-z0-9.]+)+|bert|colossalai|internevo|llmq|primus|"
      u"bf16 · [a-z]+|[a-z_]+: reject if [\\s\\S]*|recompute|schedule|llama[-.\\w]*|astrolabe.*)$"_s);
  if (plain.match(text).hasMatch()) return true;
  for (const hardware::Gpu& gpu : catalogue.gpus())
    if (text.contains(QString::fromStdString(gpu.name))) return true;
  for (const hardware::NodeType& node : catalogue.nodes())
    if (text == QString::fromStdString(node.provider)) return true;
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    if (text == QString::fromStdString(runtime.title)) return true;
  return false;
}

/// A run of four plain letters outside the brackets: words that nobody can translate.
inline QString untranslated(QString text) {
  static const QRegularExpression bracketed(u"⟦[^⟦⟧]*⟧"_s), word(u"[A-Za-z]{4,}"_s);
  for (qsizetype before = -1; before != text.size();) {
    before = text.size();
    text.remove(bracketed);
  }
  return word.match(text).captured();
}

/// Every text of a window that a person can read.
inline QStringList textsOf(QWidget* window) {
  QStringList texts{window->windowTitle()};
  QList<QWidget*> widgets = window->findChildren<QWidget*>();
  for (QWidget* widget : widgets) {
    if (QByteArray(widget->metaObject()->className()).startsWith("QtPrivate")) continue;
    texts << widget->accessibleName() << widget->toolTip();
    if (auto* label = qobject_cast<QLabel*>(widget)) texts << label->text();
    if (auto* button = qobject_cast<QAbstractButton*>(widget)) texts << button->text();
    if (auto* line = qobject_cast<QLineEdit*>(widget)) texts << line->placeholderText();
    if (auto* group = qobject_cast<QGroupBox*>(widget)) texts << group->title();
    if (auto* dock = qobject_cast<QDockWidget*>(widget)) texts << dock->windowTitle();
    if (auto* tabs = qobject_cast<QTabBar*>(widget))
      for (int i = 0; i < tabs->count(); ++i) texts << tabs->tabText(i);
    if (auto* box = qobject_cast<QComboBox*>(widget))
      for (int i = 0; i < box->count(); ++i) texts << box->itemText(i);
    if (auto* head = qobject_cast<QHeaderView*>(widget); head && head->model())
      for (int i = 0; i < head->count(); ++i)
        texts << head->model()->headerData(i, head->orientation()).toString();
  }
  for (QAction* action : window->findChildren<QAction*>())
    if (!action->objectName().startsWith(u"recent."_s)) texts << action->text() << action->statusTip();
  texts.removeDuplicates();
  return texts;
}

}  // namespace astrolabe::ui
