// alltoall: the shortest schedule of an all-to-all, and which expert on which GPU.
#include <memory>

#include "app/cli/inputs.h"
#include "app/cli/speech.h"
#include "app/cli/table.h"
#include "core/base/error_codes.h"
#include "core/base/units.h"
#include "core/exchange/answer.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

constexpr double kAssumedGbPerSecond = 1.0;  // where nobody states a rate
constexpr std::size_t kShownSlots = 40;      // on a terminal; JSON has all

struct AllToAllOptions {
  std::string traffic, second, rates, unit, node, link;
};

struct AllToAll {
  exchange::ExchangeQuestion question;
  bool assumed_rates = false;
  std::optional<exchange::TierBounds> tiers;
};

/// A table in a file: its mistakes are those of the file.
template <class Read>
auto tableOf(const std::string& path, const Read& read) -> decltype(read(std::string_view())) {
  const auto text = read_text_file(path, file_limit::table);
  if (!text) return tl::unexpected<Error>(text.error());
  auto table = read(*text);
  if (!table) return tl::unexpected<Error>(Error(table.error()).in_file(path));
  return table;
}

/// Traffic in GB, as rates are in GB/s.
exchange::Traffic scaled(exchange::Traffic traffic, double factor) {
  for (int from = 0; from < traffic.gpus(); ++from)
    for (int to = 0; to < traffic.gpus(); ++to) traffic.at(from, to) *= factor;
  return traffic;
}

Result<void> readTiers(const AllToAllOptions& options, AllToAll& asked, double rate) {
  if (options.node.empty() && options.link.empty()) return {};
  if (options.node.empty() || options.link.empty())
    return tl::unexpected<Error>(
        usageError(options.node.empty() ? "--gpus-per-node" : "--link-gb-per-s", "nothing",
                   {Wanted::Kind::text, {"--gpus-per-node and --link-gb-per-s together"}}));
  const auto node = wholeOption("--gpus-per-node", options.node, 1, exchange::kMostGpus);
  if (!node) return tl::unexpected<Error>(node.error());
  const auto link = numberOption("--link-gb-per-s", options.link, 1e-9, 1e9);
  if (!link) return tl::unexpected<Error>(link.error());
  asked.tiers = exchange::tier_bounds(asked.question.first, {static_cast<int>(*node), *link, rate});
  return {};
}

Result<AllToAll> readAllToAll(const AllToAllOptions& options) {
  AllToAll asked;
  double unit = kGb;  // bytes of one unit of the tables
  if (!options.unit.empty()) {
    const auto read = numberOption("--unit-bytes", options.unit, 1e-9, 1e18);
    if (!read) return tl::unexpected<Error>(read.error());
    unit = *read;
  }
  auto first = tableOf(options.traffic, exchange::read_traffic);
  if (!first) return tl::unexpected<Error>(first.error());
  asked.question.first = scaled(std::move(*first), unit / kGb);
  const int gpus = asked.question.first.gpus();
  if (!options.second.empty()) {
    auto second = tableOf(options.second, exchange::read_traffic);
    if (!second) return tl::unexpected<Error>(second.error());
    if (second->gpus() != gpus)
      return tl::unexpected<Error>(
          Error{std::string(code::out_of_range),
                options.second,
                "the table",
                std::to_string(second->gpus()) + " rows",
                {Wanted::Kind::text, {std::to_string(gpus) + " rows, as " + options.traffic + " has"}}});
    asked.question.second = scaled(std::move(*second), unit / kGb);
  }
  if (options.rates.empty()) {
    asked.assumed_rates = true;
    asked.question.rates.assign(static_cast<std::size_t>(gpus), kAssumedGbPerSecond);
  } else {
    auto rates =
        tableOf(options.rates, [gpus](std::string_view text) { return exchange::read_rates(text, gpus); });
    if (!rates) return tl::unexpected<Error>(rates.error());
    asked.question.rates = std::move(*rates);
  }
  if (const auto tiers = readTiers(options, asked, asked.question.rates.front()); !tiers)
    return tl::unexpected<Error>(tiers.error());
  return asked;
}

Json jsonOf(const AllToAll& asked, const exchange::ExchangeAnswer& answer) {
  Json json = exchange::to_json(answer);
  json["gb_per_s"] = asked.question.rates;
  if (asked.assumed_rates) json["assumed"] = {"gb_per_s"};
  if (asked.tiers)
    json["nodes"] = {{"inside_seconds", asked.tiers->inside},
                     {"own_cards_seconds", asked.tiers->own_cards},
                     {"shared_cards_seconds", asked.tiers->node},
                     {"bound_seconds", asked.tiers->shared_cards()}};
  return json;
}

QString mappingText(const exchange::Mapping& mapping) {
  Table table;
  const bool pairs = !mapping.partner.empty();
  table.column(QStringLiteral("Expert"), Align::Right);
  if (pairs) table.column(QStringLiteral("With expert of the second"), Align::Right);
  table.column(QStringLiteral("GPU"), Align::Right);
  for (std::size_t i = 0; i < mapping.gpu_of.size(); ++i) {
    QStringList row{QString::number(i)};
    if (pairs) row << QString::number(mapping.partner[i]);
    table.row(row << QString::number(mapping.gpu_of[i]));
  }
  return table.text();
}

QString slotsText(const exchange::Schedule& schedule) {
  Table table;
  table.column(QStringLiteral("Begins"), Align::Right);
  table.column(QStringLiteral("Lasts"), Align::Right);
  table.column(QStringLiteral("From > to"));
  double begin = 0.0;
  for (std::size_t i = 0; i < std::min(kShownSlots, schedule.all_slots.size()); ++i) {
    const exchange::Slot& slot = schedule.all_slots[i];
    QStringList pairs;
    for (const auto& [from, to] : slot.pairs) pairs << QStringLiteral("%1>%2").arg(from).arg(to);
    table.row({ui::durationText(begin), ui::durationText(slot.seconds), pairs.join(QLatin1Char(' '))});
    begin += slot.seconds;
  }
  return table.text();
}

void printAllToAll(const AllToAll& asked, const exchange::ExchangeAnswer& answer) {
  const exchange::Schedule& schedule = answer.schedule;
  print(QStringLiteral("Lower bound %1, schedule %2 (%3 above), in order of receivers %4%5\n")
            .arg(ui::durationText(schedule.bound_seconds), ui::durationText(schedule.makespan_seconds),
                 ui::percentText(schedule.gap()), ui::durationText(answer.in_order_seconds),
                 asked.assumed_rates ? QStringLiteral("; assumed: 1 GB/s a GPU") : QString()));
  if (answer.alone_seconds.size() == 2)
    print(
        QStringLiteral("Alone: first model %1, second model %2; this mapping is at most %3 above the best\n")
            .arg(ui::durationText(answer.alone_seconds[0]), ui::durationText(answer.alone_seconds[1]),
                 ui::percentText(answer.mapping.gap())));
  if (asked.tiers)
    print(QStringLiteral("Nodes: %1 inside, %2 over the network (each GPU its own card: %3)\n")
              .arg(ui::durationText(asked.tiers->inside), ui::durationText(asked.tiers->node),
                   ui::durationText(asked.tiers->own_cards)));
  print(mappingText(answer.mapping) + QLatin1Char('\n'));
  print(slotsText(schedule));
  if (schedule.all_slots.size() > kShownSlots)
    print(QStringLiteral("… and %1 (--json has all)\n")
              .arg(counted(static_cast<double>(schedule.all_slots.size() - kShownSlots), "more slot")));
}

int runAllToAll(const AllToAllOptions& options, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  const auto asked = readAllToAll(options);
  if (!asked) return refuse(asked.error(), common.json);
  const exchange::ExchangeAnswer answer = exchange::answer(asked->question);
  if (common.json)
    print(jsonOf(*asked, answer));
  else
    printAllToAll(*asked, answer);
  return Done;
}

}  // namespace

void addAllToAll(CLI::App& program, Run& chosen, Common& common) {
  auto options = std::make_shared<AllToAllOptions>();
  CLI::App* command = program.add_subcommand(
      "alltoall", "Schedules an all-to-all of experts slot by slot, with its lower bound");
  command
      ->add_option("--traffic", options->traffic,
                   "Who sends how much to whom: a square table, GB unless --unit-bytes says other")
      ->type_name("D.csv")
      ->required();
  command->add_option("--second", options->second, "Traffic of a second model on the same GPUs")
      ->type_name("D.csv");
  command
      ->add_option("--gb-per-s", options->rates,
                   "Rate of each GPU in GB/s, one row or one column (assumed: 1 each)")
      ->type_name("FILE");
  command->add_option("--unit-bytes", options->unit, "Bytes of one unit of the tables (default: 1e9)")
      ->type_name("N");
  command
      ->add_option("--gpus-per-node", options->node,
                   "Bounds inside nodes and between them, too; rates are those of network cards")
      ->type_name("N");
  command->add_option("--link-gb-per-s", options->link, "Rate of a GPU's links inside its node")
      ->type_name("N");
  common.addTo(*command);
  command->callback(
      [options, &chosen, &common] { chosen = [options, &common] { return runAllToAll(*options, common); }; });
}

}  // namespace astrolabe::cli
