#include "ui/canvas/properties_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLocale>

#include "core/hardware/pool_unit.h"
#include "ui/canvas/pool_face.h"
#include "ui/controls/scrolled_form.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/racks.h"
#include "ui/render/numbers.h"
#include "ui/render/text.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

namespace {

struct PropertyText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::PropertyText)
};

QString sourceText(const hardware::Source& source) {
  return source.date.empty()
             ? text(source.text)
             : PropertyText::tr("%1, %2", "source and its date").arg(text(source.text), text(source.date));
}

constexpr QChar kEstimateMark(u'≈');

/// What is rented or bought at once.
QString unitText(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  if (pool.unit == 1) return PropertyText::tr("single GPUs");
  const int nodes = hardware::nodes_at_once(pool, catalogue);
  if (nodes > 1)
    return pool.unit == hardware::gpus_of_rack(pool, catalogue)
               ? PropertyText::tr("whole racks of %1 GPUs, %n nodes each", nullptr, nodes)
                     .arg(wholeText(pool.unit))
               : PropertyText::tr("%1 GPUs, %n nodes", nullptr, nodes).arg(wholeText(pool.unit));
  if (pool.unit != hardware::PoolSpec::kWholeNode) return PropertyText::tr("%n GPUs", nullptr, pool.unit);
  return PropertyText::tr("whole nodes of %n GPUs", nullptr, poolGpusPerNode(pool, catalogue));
}

/// A figure of the machine, or an estimate that says so.
QString nodePowerText(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue) {
  const std::optional<double> watts = poolPower(pool, catalogue);
  if (!watts) return unknownText();
  if (pool.kw_per_node) return PropertyText::tr("%1, own figure").arg(powerText(*watts));
  return poolPowerEstimated(pool, catalogue)
             ? PropertyText::tr("%1 %2, an estimate from its GPUs", "mark of estimates, power")
                   .arg(kEstimateMark)
                   .arg(powerText(*watts))
             : powerText(*watts);
}

}  // namespace

QString unitFigures(const PlanDocument& document, const std::string& id, int gpus) {
  const hardware::PoolSpec* pool = findPool(document.plan(), id);
  if (pool == nullptr) return {};
  const hardware::Catalogue& catalogue = document.catalogue();
  QStringList figures;
  if (const auto purchase = hardware::pool_purchase(*pool, catalogue))
    figures << PropertyText::tr("%1 to buy").arg(moneyText(purchase->usd_per_gpu * gpus));
  if (const auto rent = hardware::pool_rent(*pool, catalogue, document.plan().job.cost.commitment))
    figures << PropertyText::tr("%1/h").arg(moneyText(rent->usd_per_gpu * gpus));
  if (const auto power = hardware::pool_power(*pool, catalogue))
    figures << (power->estimated ? PropertyText::tr("%1 %2", "mark of estimates, power")
                                       .arg(kEstimateMark)
                                       .arg(powerText(power->per_gpu.value * gpus))
                                 : powerText(power->per_gpu.value * gpus));
  return figures.join(QStringLiteral(" · "));
}

Properties propertiesOf(const PlanDocument& document, const hardware::PoolSpec& pool) {
  const hardware::Catalogue& catalogue = document.catalogue();
  const hardware::Gpu* gpu = hardware::pool_gpu(pool, catalogue);
  const hardware::NodeType* node = hardware::pool_node(pool, catalogue);
  const PoolFace face = faceOf(document, pool, CanvasLayer::Price, {});
  const QLocale locale;
  Properties all;
  const auto add = [&](const QString& what, const QString& value) {
    if (!value.isEmpty()) all.emplace_back(what, value);
  };
  add(PropertyText::tr("Pool"), face.name);
  add(PropertyText::tr("Nodes"), PropertyText::tr("%1 of %2", "number of nodes, type of node")
                                     .arg(locale.toString(pool.nodes), nodeText(pool, catalogue)));
  const QString gpus = locale.toString(face.gpus);
  add(PropertyText::tr("GPUs of a node"),
      poolGpusPerNodeAssumed(pool, catalogue) ? PropertyText::tr("%1, assumed").arg(gpus) : gpus);
  if (gpu != nullptr) {
    const std::optional<FlopsPerSecond> peak = hardware::peak(*gpu, hardware::Precision::bf16);
    add(PropertyText::tr("GPU type"), gpuText(*gpu));
    add(PropertyText::tr("Memory of a GPU"), gpu->memory ? gibText(gpu->memory->value) : unknownText());
    add(PropertyText::tr("Memory bandwidth"),
        gpu->memory_bandwidth ? bandwidthText(gpu->memory_bandwidth->value) : unknownText());
    add(PropertyText::tr("Peak, bf16"),
        peak ? PropertyText::tr("%1 TFLOP/s").arg(wholeText(peak->value / kTera)) : unknownText());
  }
  const std::optional<double> host = poolHostMemory(pool, catalogue);
  add(PropertyText::tr("Host memory of a node"),
      !host                  ? PropertyText::tr("not known, assumed")
      : pool.host_memory_gib ? PropertyText::tr("%1, own figure").arg(gibText(*host * kGib, 0))
                             : gibText(*host * kGib, 0));
  add(PropertyText::tr("Link inside a node"), face.link);
  add(PropertyText::tr("Network of a node"), face.network);
  add(PropertyText::tr("Gradient reduction"), pool.in_network_reduction
                                                  ? PropertyText::tr("in the network switches (SHARP)")
                                                  : PropertyText::tr("in the GPUs"));
  add(PropertyText::tr("Power of a node"), nodePowerText(pool, catalogue));
  if (pool.gpu_power_limit_watts)
    add(PropertyText::tr("Power limit of a GPU"), powerText(*pool.gpu_power_limit_watts));
  add(PropertyText::tr("Paid for at once"), unitText(pool, catalogue));
  if (hardware::nodes_at_once(pool, catalogue) > 1)
    add(PropertyText::tr("All of that"), unitFigures(document, pool.id, pool.unit));
  const auto rent = hardware::pool_rent(pool, catalogue, document.plan().job.cost.commitment);
  add(PropertyText::tr("Rent of a GPU"), rent ? PropertyText::tr("%1/h, %2", "price, whose it is")
                                                    .arg(moneyText(rent->usd_per_gpu), originText(*rent))
                                              : PropertyText::tr("no price"));
  if (rent)
    add(PropertyText::tr("Rent of a node"),
        PropertyText::tr("%1/h").arg(moneyText(rent->usd_per_gpu * poolGpusPerNode(pool, catalogue))));
  const auto purchase = hardware::pool_purchase(pool, catalogue);
  add(PropertyText::tr("Purchase of a node"),
      purchase ? PropertyText::tr("%1, %2", "price, whose it is")
                     .arg(moneyText(poolPurchase(pool, catalogue)), originText(*purchase))
               : PropertyText::tr("no price"));
  add(PropertyText::tr("Network of a node, to buy"),
      pool.network_usd_per_node ? moneyText(pool.network_usd_per_node) : PropertyText::tr("no price"));
  if (const plan::Rack* rack = rackOf(document.plan(), pool.id))
    add(PropertyText::tr("Rack"), text(rack->name));
  add(PropertyText::tr("Condition"), face.condition);
  for (const MarkLine& mark : markLines(marksOf(pool))) add(QString(), mark.text);
  if (face.excluded) add(PropertyText::tr("Search"), PropertyText::tr("excluded"));
  if (gpu != nullptr) add(PropertyText::tr("Source of the GPU"), sourceText(gpu->source));
  if (node != nullptr) add(PropertyText::tr("Source of the node"), sourceText(node->source));
  if (node != nullptr) add(PropertyText::tr("Note"), text(node->note));
  return all;
}

const char* editorOf(const QString& what, hardware::CostBasis basis) {
  const bool rents = basis == hardware::CostBasis::rent;
  if (what == PropertyText::tr("Pool")) return "actionRename";
  if (what == PropertyText::tr("Nodes")) return "actionNodeCount";
  if (what == PropertyText::tr("GPU type")) return "actionChangeGpus";
  if (what == PropertyText::tr("Host memory of a node")) return "actionHostMemory";
  if (what == PropertyText::tr("Network of a node")) return "actionNodeNetwork";
  if (what == PropertyText::tr("Network of a node, to buy")) return "actionNetworkPrice";
  if (what == PropertyText::tr("Paid for at once")) return "actionUnit";
  if (what == PropertyText::tr("Power of a node")) return "actionNodePower";
  if (what == PropertyText::tr("Power limit of a GPU")) return "actionPowerLimit";
  if (what == (rents ? PropertyText::tr("Rent of a GPU") : PropertyText::tr("Purchase of a node")))
    return "actionPriceOverride";
  return "actionProperties";
}

PropertiesDialog::PropertiesDialog(const QString& title, const Properties& properties, QWidget* parent)
    : QDialog(parent) {
  setObjectName(QStringLiteral("propertiesDialog"));
  setWindowTitle(title);
  auto* scrolled = new ScrolledForm(this);
  QFormLayout* form = scrolled->rows();
  form->setLabelAlignment(Qt::AlignLeading | Qt::AlignTop);  // beside the first line of a long value
  for (const auto& [what, value] : properties) {
    auto* label = new QLabel(value, this);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    if (value.startsWith(kEstimateMark)) {
      QFont leaning = label->font();
      leaning.setItalic(true);
      label->setFont(leaning);
    }
    label->setMinimumWidth(scaled(320));
    label->setAccessibleName(QStringLiteral("%1: %2").arg(what, value));
    auto* caption = new QLabel(what, this);
    QPalette quiet = caption->palette();
    quiet.setColor(QPalette::WindowText, currentTheme().text2);
    caption->setPalette(quiet);
    form->addRow(caption, label);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout()->addWidget(buttons);
}

}  // namespace astrolabe::ui
