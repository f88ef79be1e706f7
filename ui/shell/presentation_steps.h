#pragma once
// The steps of a presentation, as a plan keeps them: the six pages that there always are, and saved views.

#include <QString>
#include <string>
#include <vector>

namespace astrolabe::ui {

/// The kinds of pages. A plan for which nobody chose pages has the first six.
enum class Slide { Cluster, Options, Winner, Why, Cost, Risks, Ranking, Pareto, Timeline, Breakdown };
inline constexpr int kSlides = 6;
/// "Cluster", "Options", …
QString slideTitle(Slide slide);

/// A page; for a saved view also the scenario, strategy and time that it shows.
struct PresentationStep {
  Slide page = Slide::Cluster;
  QString title;                  ///< as a person called it; empty: by its page
  bool shown = true;              ///< false: listed, not presented
  bool saved = false;             ///< a saved view; false: one of the six
  int scenario = 0;               ///< of a saved view, by id
  std::string strategy;           ///< of a saved view (JSON, pools by id); empty: the best
  double begin = 0.0, end = 0.0;  ///< seconds that a timeline shows; 0 to 0: all of the step
  /// The title that a person gave, else that of its page.
  QString name() const { return title.isEmpty() ? slideTitle(page) : title; }
  bool operator==(const PresentationStep&) const = default;
};

/// The six pages.
std::vector<PresentationStep> usualSteps();
/// Reads the steps as a plan keeps them; an empty text: the six. What is not understood is left out, and
/// those of the six that are not named stand at the end, not shown.
std::vector<PresentationStep> presentationSteps(const std::string& json);
std::string toJson(const std::vector<PresentationStep>& steps);

}  // namespace astrolabe::ui
