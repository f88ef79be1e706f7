#include "ui/canvas/canvas_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/canvas/hide_to_fit.h"
#include "ui/render/icons.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

/// Heights: of the cluster as windows usually have it, in pixels; the least in one that holds little, and
/// from which on sums stand below it, in pixels of the base font.
constexpr int kUsualHeight = 140, kLeastHeight = 20, kTotalsFrom = 56;

}  // namespace

CanvasPanel::CanvasPanel(PlanDocument& document, QWidget* parent)
    : QWidget(parent), m_view(new ClusterView(document, this)), m_totals(new CanvasTotals(document, this)) {
  setObjectName(QStringLiteral("canvasPanel"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_header = makeHeader();
  column->addWidget(m_header);
  column->addWidget(m_view, 1);
  column->addWidget(m_totals);
  connect(m_totals, &CanvasTotals::totalAsked, this, &CanvasPanel::totalAsked);
}

void CanvasPanel::setCompact(bool compact) {
  m_compact = compact;
  m_header->setVisible(!compact);
  m_view->setMinimumHeight(compact ? scaled(kLeastHeight) : kUsualHeight);
  setMinimumHeight(compact ? scaled(kLeastHeight) : 0);
  fitTotals();
}

/// The cluster has what room there is where a message above it leaves little.
void CanvasPanel::fitTotals() { m_totals->setVisible(!m_compact || height() >= scaled(kTotalsFrom)); }

void CanvasPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTotals();
}

QWidget* CanvasPanel::makeHeader() {
  auto* header = new QWidget(this);
  header->setAutoFillBackground(true);
  header->setBackgroundRole(QPalette::Base);
  header->setFixedHeight(scaled(32));
  auto* row = new QHBoxLayout(header);
  row->setContentsMargins(scaled(12), 0, scaled(8), 0);
  row->setSpacing(scaled(4));
  auto* title = new QLabel(tr("Cluster"), header);
  title->setFont(ui::font(TextRole::Section));
  row->addWidget(title);
  row->addStretch(1);
  const auto button = [&](const char* name, const char* iconName, const QString& text, const QString& tip,
                          auto slot) {
    auto* made = new QToolButton(header);
    made->setObjectName(QLatin1StringView(name));
    made->setAutoRaise(true);
    if (iconName != nullptr) made->setIcon(icon(QLatin1StringView(iconName)));
    if (!text.isEmpty()) {
      made->setText(text);
      made->setToolButtonStyle(iconName != nullptr ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonTextOnly);
    }
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setFocusPolicy(Qt::TabFocus);
    made->setMinimumSize(scaled(24), scaled(24));
    connect(made, &QToolButton::clicked, m_view, slot);
    row->addWidget(made);
    return made;
  };
  auto* fit = button("canvasPanel.fit", "fit", tr("Fit"), tr("Show the whole cluster"), &ClusterView::fitAll);
  m_zoom = button("canvasPanel.zoom", nullptr, percentText(1.0, 0), tr("Show the cluster at 100 %"),
                  &ClusterView::zoomReset);
  auto* out =
      button("canvasPanel.zoomOut", "minus", {}, tr("Zoom out of the cluster"), &ClusterView::zoomOut);
  auto* in = button("canvasPanel.zoomIn", "plus", {}, tr("Zoom in on the cluster"), &ClusterView::zoomIn);
  connect(m_view, &ClusterView::zoomChanged, this,
          [this](double zoom) { m_zoom->setText(percentText(zoom, 0)); });
  row->addSpacing(scaled(8));
  m_snap = new QCheckBox(tr("Snap"), header);
  m_snap->setObjectName(QStringLiteral("canvasPanel.snap"));
  m_snap->setToolTip(
      tr("Keep tiles on the grid while they are dragged, dropped and pasted; hold Alt to place them freely"));
  m_snap->setChecked(true);
  connect(m_snap, &QCheckBox::toggled, this, [this](bool on) { m_view->clusterScene().setSnap(on); });
  row->addWidget(m_snap);
  row->addSpacing(scaled(8));
  QLabel* label = addLayers(header, row);
  header->setMinimumWidth(scaled(200));  // what has no room goes, rather than keeping the panel wide
  new HideToFit(header, {title, label, m_zoom, fit, out, in});
  return header;
}

/// What the tags of the tiles show; gives back its caption.
QLabel* CanvasPanel::addLayers(QWidget* header, QHBoxLayout* row) {
  auto* label = new QLabel(tr("Layer"), header);
  row->addWidget(label);
  auto* layer = new QComboBox(header);
  layer->setObjectName(QStringLiteral("canvasPanel.layer"));
  layer->setAccessibleName(tr("What the tags of the tiles show"));
  layer->addItems({tr("Price"), tr("Power"), tr("Memory"), tr("Stage"), tr("Share"), tr("Utilisation")});
  label->setBuddy(layer);
  connect(layer, &QComboBox::currentIndexChanged, this,
          [this](int index) { m_view->clusterScene().setLayer(static_cast<CanvasLayer>(index)); });
  connect(&m_view->clusterScene(), &ClusterScene::layerChanged, layer,
          [layer](CanvasLayer chosen) { layer->setCurrentIndex(static_cast<int>(chosen)); });
  row->addWidget(layer);
  return label;
}

QJsonObject CanvasPanel::saved() const {
  return {{QStringLiteral("snap"), m_snap->isChecked()},
          {QStringLiteral("layer"), static_cast<int>(m_view->clusterScene().layer())}};
}

void CanvasPanel::restore(const QJsonObject& saved) {
  m_snap->setChecked(saved.value(QStringLiteral("snap")).toBool(m_snap->isChecked()));
  const int layer = saved.value(QStringLiteral("layer")).toInt(-1);
  if (layer >= 0 && layer <= static_cast<int>(CanvasLayer::Utilisation))
    m_view->clusterScene().setLayer(static_cast<CanvasLayer>(layer));
}

}  // namespace astrolabe::ui
