// The report of one model whose layers lie over unequal machines.
#include <QCoreApplication>
#include <algorithm>

#include "core/planning/deployments.h"
#include "core/planning/placements.h"
#include "ui/render/numbers.h"
#include "ui/render/placement_reasons.h"
#include "ui/render/report_serving.h"
#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct PlacementText {
  Q_DECLARE_TR_FUNCTIONS(Report)
};

const planning::PlacedLayers& placedLayers(const planning::Option& option) {
  return planning::as<planning::PlacementLayout>(option.layout)->layers();
}

int machinesIn(const planning::PlacedLayers& layers) {
  const auto& machines = layers.placed.layout.machines;
  return static_cast<int>(
      std::count_if(machines.begin(), machines.end(), [](const auto& each) { return each.layers > 0; }));
}

QString flowText(double tokens) { return PlacementText::tr("%1 tokens/s").arg(significantText(tokens, 6)); }

void opening(ReportWriter& page, const FoundContent& c) {
  const planning::PlacedLayers& layers = placedLayers(c.winner);
  page.heading(PlacementText::tr("The answer"), true);
  page.lead(PlacementText::tr("%1 layers on %2 machines let %3 through, prompts and answers together.")
                .arg(wholeText(layers.network->layers), wholeText(machinesIn(layers)),
                     flowText(layers.placed.flow.tokens_per_second)));
  page.keyFigures(
      {{PlacementText::tr("Flow"), flowText(layers.placed.flow.tokens_per_second),
        PlacementText::tr("%1 of it answers").arg(percentText(layers.output_share))},
       {PlacementText::tr("No layout exceeds"), flowText(layers.upper_bound_tokens_per_second),
        PlacementText::tr("%1 above").arg(percentText(layers.gap()))},
       {PlacementText::tr("Slowest way of a token"), durationText(layers.placed.flow.chain_seconds),
        PlacementText::tr("over %n machine(s)", nullptr, layers.placed.flow.chain_machines)}});
  if (const QString served = servedSentence(layers); !served.isEmpty())
    page.paragraph(slowestWaySentence(layers.placed.flow) + u' ' + served);
}

/// Which layers each machine holds, and how much of what it can do it does.
void machines(ReportWriter& page, const FoundContent& c) {
  const planning::PlacedLayers& layers = placedLayers(c.winner);
  std::vector<QStringList> rows;
  for (int machine = 0; machine < layers.network->size(); ++machine) {
    const auto at = static_cast<std::size_t>(machine);
    const placement::Interval& held = layers.placed.layout.machines[at];
    if (held.layers == 0) continue;
    const double most = layers.network->throughput(machine, held.layers);
    const double flow = layers.placed.flow.of_machine[at];
    rows.push_back({text(layers.network->machines[at].name),
                    PlacementText::tr("%1 to %2").arg(held.first_layer + 1).arg(held.end()),
                    wholeText(held.layers), significantText(flow, 5), significantText(most, 5),
                    percentText(most > 0.0 ? flow / most : 0.0, 0)});
  }
  page.heading(PlacementText::tr("The layout"));
  page.table(
      PlacementText::tr("Layers of each machine, counted from 1; tokens/s that flow and that it can do."),
      {{PlacementText::tr("Machine"), 1.6},
       {PlacementText::tr("Layers"), 1.2},
       {PlacementText::tr("How many"), 0.8, true},
       {PlacementText::tr("Tokens/s"), 1, true},
       {PlacementText::tr("At most"), 1, true},
       {PlacementText::tr("In use"), 0.8, true}},
      rows);
  std::vector<QStringList> routes;
  for (const planning::RouteWords& route : layers.routes()) {
    QStringList to;
    for (const auto& [name, share] : route.to) to << u"%1 %2"_s.arg(text(name), percentText(share, 0));
    routes.push_back({text(route.from), to.join(u", "_s)});
  }
  page.table(PlacementText::tr("Where requests go on, by shares."),
             {{PlacementText::tr("From"), 1}, {PlacementText::tr("To"), 3}}, routes);
}

/// Why it is the best, what limits it and what more of that would give.
void placementWhy(ReportWriter& page, const FoundContent& c) {
  page.heading(PlacementText::tr("Why this layout"));
  const auto& found = static_cast<const planning::FoundPlacements&>(c.found);
  if (!found.options.empty() && planning::same(found.options.front()->layout, c.winner.layout))
    for (const QString& sentence : placementChosenBecause(found)) page.paragraph(sentence);
  else
    page.paragraph(placementWhyNotFirst(found, c.winner));
  std::vector<TableColumn> columns;
  for (const QString& title : limitColumns())
    columns.push_back({title, columns.empty() ? 2.2 : 1.2, !columns.empty()});
  page.table(PlacementText::tr("What limits the flow of this layout, and the flow with 10 % more of it."),
             columns, limitRows(placedLayers(c.winner)));
}

/// Shorter ways with less flow.
void others(ReportWriter& page, const FoundContent& c) {
  std::vector<QStringList> rows;
  for (const planning::OptionPtr& option : planning::possible(c.found.options)) {
    const planning::PlacedLayers& layers = placedLayers(*option);
    rows.push_back({wholeText(machinesIn(layers)), flowText(layers.placed.flow.tokens_per_second),
                    durationText(layers.placed.flow.chain_seconds)});
  }
  if (rows.size() < 2) return;
  page.heading(PlacementText::tr("Flow against the way of a token"));
  page.table(PlacementText::tr("Layouts that no other beats in both."),
             {{PlacementText::tr("Machines"), 1, true},
              {PlacementText::tr("Flow"), 1.4, true},
              {PlacementText::tr("Slowest way"), 1.4, true}},
             rows);
}

void placementMethod(ReportWriter& page) {
  page.heading(PlacementText::tr("Method"));
  page.paragraph(PlacementText::tr(
      "Machines and links are arcs with capacities in tokens/s: a machine what it does with the layers that "
      "it "
      "holds, a link its rate over the activations of a token. What a layout serves is the maximum flow from "
      "the coordinator through all layers and back; machines whose layers follow each other are joined. "
      "Layouts are searched by stages and bettered one machine at a time; the bound is the most that each "
      "machine can do over the layers of the model."));
}

class PlacementReport final : public KindReport {
 public:
  std::string_view kind() const override { return planning::kPlacement; }
  QString line(const FoundContent& c) const override {
    const planning::PlacedLayers& layers = placedLayers(c.winner);
    return PlacementText::tr("%1 layers over %2 machines")
        .arg(wholeText(layers.network->layers), wholeText(machinesIn(layers)));
  }
  void draw(ReportPart part, ReportWriter& page, const FoundContent& c) const override {
    switch (part) {
      case ReportPart::summary:
        return opening(page, c);
      case ReportPart::question:
        if (const auto job = planning::serve_job_of(*c.found.question))
          drawServingQuestion(page, c, *job, job->cache);
        return;
      case ReportPart::cluster:
        return drawServingPools(page, c);
      case ReportPart::strategies:
        return machines(page, c);
      case ReportPart::why:
        return placementWhy(page, c);
      case ReportPart::tradeoff:
        return others(page, c);
      case ReportPart::sensitivity:
        return drawServingSensitivity(page, c);
      case ReportPart::method:
        return placementMethod(page);
      default:
        return;
    }
  }
};

}  // namespace

const KindReport& placementReport() {
  static const PlacementReport report;
  return report;
}

}  // namespace astrolabe::ui
