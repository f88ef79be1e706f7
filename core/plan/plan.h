#pragma once
// What a person edits and saves: scenarios, each a question with what stands on its canvas. Values only.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/hardware/catalogue.h"
#include "core/hardware/cluster.h"
#include "core/strategy/job.h"
#include "core/strategy/problem.h"

namespace astrolabe::plan {

/// Where a tile stands on the canvas, in scene pixels, by pool id.
struct Position {
  double x = 0.0, y = 0.0;
  bool operator==(const Position&) const = default;
};
using Layout = std::map<std::string, Position>;

/// A free note on the canvas, in scene pixels.
struct Note {
  std::string id;  ///< unlike that of every other note of the scenario
  std::string text;
  Position position;
  double width = 240.0, height = 60.0;
  bool operator==(const Note&) const = default;
};

/// Pools that stand together: a frame around their tiles. It changes no question.
struct Rack {
  std::string name;                ///< unlike that of every other rack of the scenario
  std::vector<std::string> pools;  ///< ids; a pool stands in one rack at most
  std::optional<double> power_kw;  ///< what it can be fed with
  std::optional<int> node_slots{};  ///< how many nodes fit; empty: nobody stated it
  bool operator==(const Rack&) const = default;
};

/// One of the options that a plan weighs: a cluster with its prices, a model, a job and a goal.
struct Scenario {
  int id = 1;         ///< unlike that of every other scenario of the plan; scenarios stand in its order
  std::string title;  ///< as a person called it; empty: named by its hardware
  hardware::ClusterSpec cluster;
  strategy::Job job;
  strategy::Objective objective = strategy::Objective::throughput;
  std::string model_name;  ///< built-in id or file name
  std::string model_text;  ///< configuration text, so that the plan reopens without the file
  std::map<std::string, double, std::less<>> model_entered;  ///< values typed for missing fields
  Layout layout;
  std::vector<Note> notes;
  std::vector<Rack> racks;
  std::vector<std::string> my_layouts;  ///< strategies typed by hand: JSON, pools by id
  bool operator==(const Scenario&) const = default;
};

/// Everything a person edits and saves: the scenario that is shown, by inheritance, and the others.
struct Plan : Scenario {
  std::string name;
  hardware::OwnTypes own_types;
  hardware::CatalogueRows catalogue;  ///< of the catalogue it was asked of, where today's has other values
  std::string calibration;  ///< constants fitted to own runs (JSON, calibration.h); empty: the shipped ones
  std::string report;  ///< how its report was set up (JSON, ui/render/report_settings.h); empty: nobody did
  std::string presentation;      ///< its steps (JSON, ui/shell/presentation_steps.h); empty: the usual ones
  std::vector<Scenario> others;  ///< the scenarios that are not shown, by id
  int baseline = 1;              ///< id of the scenario that the others are compared with
  bool operator==(const Plan& other) const;
};

/// True where both ask the engine the same: where tiles stand, names, and scenarios that are not shown are no
/// part of the question.
bool same_question(const Plan& a, const Plan& b);
bool same_model(const Scenario& a, const Scenario& b);
bool same_types(const Plan& a, const Plan& b);
/// The catalogue that a plan's question uses: `base` with the rows that the plan keeps, and its own types.
hardware::Catalogue catalogue_of(const Plan& plan, const hardware::Catalogue& base);

}  // namespace astrolabe::plan
