// What the model panel is made of: the message above, the model or what to do without one, a menu.
#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/controls/scrolls_down.h"
#include "ui/render/theme.h"
#include "ui/shell/banner.h"
#include "ui/shell/model_panel.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

ModelPanel::ModelPanel(PlanDocument& document, QWidget* parent) : QWidget(parent), m_document(document) {
  setObjectName(u"modelPanel"_s);
  setAccessibleName(tr("Model"));
  setProperty("compactControls", true);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setAcceptDrops(true);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->setSpacing(0);
  m_banner = new Banner(u"modelPanel.banner"_s, this);
  outer->addWidget(m_banner);
  m_pages = new QStackedWidget(this);
  // What a message leaves no room for is scrolled to, never squeezed.
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName(u"modelPanel.scroll"_s);
  scrollDownwards(*m_scroll);
  m_scroll->setWidget(m_pages);
  m_pages->setAutoFillBackground(true);
  m_pages->setBackgroundRole(QPalette::Base);
  outer->addWidget(m_scroll, 1);
  m_pages->addWidget(buildModel());
  m_pages->addWidget(buildEmpty());
  buildMenu();
  m_banner->installEventFilter(this);
  connect(&m_document, &PlanDocument::questionChanged, this, [this] { refresh(); });
  colour();
  refresh();
}

void ModelPanel::setInputs(QWidget* inputs) {
  m_inputs = inputs;
  m_inputs->installEventFilter(this);
  placeInputs();
  fitPages();
}

/// Below the model's name, or above what to do without a model.
void ModelPanel::placeInputs() {
  if (m_inputs == nullptr || m_pages->currentWidget()->isAncestorOf(m_inputs)) return;
  const bool model = m_pages->currentIndex() == 0;
  static_cast<QVBoxLayout*>(m_pages->currentWidget()->layout())->insertWidget(model ? 1 : 0, m_inputs);
  m_inputs->show();
}

/// Name and values, a line each.
QWidget* ModelPanel::buildModel() {
  auto* page = new QWidget(m_pages);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8));
  column->setSpacing(scaled(4));
  auto* head = new QHBoxLayout;
  m_name = new QLabel(page);
  m_name->setObjectName(u"modelPanel.name"_s);
  m_name->setFont(ui::font(TextRole::Title));
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_source = new QLabel(page);
  m_source->setObjectName(u"modelPanel.source"_s);
  // The family stands beside the name: a row less, so that the goal below shows one more.
  m_family = makeRow(u"family"_s, tr("Family"));
  m_family.label->hide();
  head->addWidget(m_name, 1);
  head->addWidget(m_family.value);
  head->addWidget(m_family.mark);
  head->addWidget(m_source);
  column->addLayout(head);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(scaled(8));
  grid->setVerticalSpacing(scaled(3));
  grid->setColumnStretch(1, 1);
  column->addLayout(grid);
  m_parameters = addRow(grid, u"parameters"_s, tr("Parameters"));
  m_layers = addRow(grid, u"layers"_s, tr("Layers · hidden"));
  m_heads = addRow(grid, u"heads"_s, tr("Heads · KV heads"));
  m_ffn = addRow(grid, u"ffn"_s, tr("FFN · vocabulary"));
  m_experts = addRow(grid, u"experts"_s, tr("Experts · active"));
  m_tied = addRow(grid, u"tied"_s, tr("Embeddings"));
  column->addStretch();
  return page;
}

/// What to do where there is no model.
QWidget* ModelPanel::buildEmpty() {
  auto* empty = new QWidget(m_pages);
  auto* middle = new QVBoxLayout(empty);
  middle->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(8));
  middle->addStretch();
  auto* words = new QLabel(tr("No model. Drop a config.json here, or"), empty);
  words->setAlignment(Qt::AlignHCenter);
  words->setWordWrap(true);
  m_quiet << words;
  middle->addWidget(words);
  auto* buttons = new QHBoxLayout;
  auto* load = new QPushButton(tr("Load…"), empty);
  load->setObjectName(u"modelPanel.load"_s);
  auto* preset = new QPushButton(tr("Choose a preset"), empty);
  preset->setObjectName(u"modelPanel.preset"_s);
  buttons->addStretch();
  buttons->addWidget(load);
  buttons->addWidget(preset);
  buttons->addStretch();
  middle->addLayout(buttons);
  middle->addStretch();
  connect(load, &QPushButton::clicked, this, [this] { askForFile(); });
  connect(preset, &QPushButton::clicked, this, [this] { askForPreset(); });
  return empty;
}

/// Where a model may come from.
void ModelPanel::buildMenu() {
  setContextMenuPolicy(Qt::ActionsContextMenu);
  const auto offer = [this](const QString& name, const QString& text, auto act) {
    auto* entry = new QAction(text, this);
    entry->setObjectName(u"modelPanel.menu."_s + name);
    connect(entry, &QAction::triggered, this, act);
    addAction(entry);
  };
  offer(u"load"_s, tr("Load…"), [this] { askForFile(); });
  offer(u"loadFolder"_s, tr("Load a folder…"), [this] { askForFolder(); });
  offer(u"preset"_s, tr("Choose a preset"), [this] { askForPreset(); });
  offer(u"describe"_s, tr("Describe it by hand…"), [this] { describe(); });
}

ModelPanel::Row ModelPanel::makeRow(const QString& name, const QString& label) {
  auto* caption = new QLabel(label, this);
  caption->setObjectName(u"modelPanel.%1.label"_s.arg(name));
  m_quiet << caption;
  Row row;
  row.label = caption;
  row.value = new QLabel(this);
  row.value->setObjectName(u"modelPanel.%1"_s.arg(name));
  row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row.mark = new QLabel(this);
  row.mark->setObjectName(u"modelPanel.%1.mark"_s.arg(name));
  row.mark->setFixedWidth(scaled(14));
  row.mark->setAlignment(Qt::AlignCenter);
  m_faint << row.mark;
  return row;
}

ModelPanel::Row ModelPanel::addRow(QGridLayout* grid, const QString& name, const QString& label) {
  const int at = grid->rowCount();
  const Row row = makeRow(name, label);
  grid->addWidget(row.label, at, 0);
  grid->addWidget(row.value, at, 1);
  grid->addWidget(row.mark, at, 2);
  return row;
}

}  // namespace astrolabe::ui
