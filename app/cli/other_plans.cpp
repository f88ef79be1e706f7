#include "app/cli/other_plans.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "app/cli/command.h"
#include "app/cli/ranking.h"
#include "core/base/parallel.h"
#include "core/planning/leading.h"
#include "core/planning/programs.h"

namespace astrolabe::cli {

namespace {

std::string optionOf(const planning::Planner& planner) { return "--" + std::string(planner.answer_key()); }

/// Behind what is said of a search that was stopped early, where another run may end it elsewhere.
QString byClock(const OthersFound::One& one) {
  return one.by_clock ? QStringLiteral(" The clock ended it, so another run may come to others.") : QString();
}

}  // namespace

void OtherPlans::addTo(CLI::App& command) {
  for (const planning::Planner* planner : planning::planners_beside())
    command
        .add_option(optionOf(*planner), m_when.try_emplace(std::string(planner->id()), "auto").first->second,
                    planner->help())
        ->type_name("WHEN");
}

std::string OtherPlans::when(const planning::Planner& planner) const {
  const auto said = m_when.find(std::string(planner.id()));
  return said == m_when.end() ? "auto" : said->second;
}

Result<void> OtherPlans::check() const {
  for (const planning::Planner* planner : planning::planners_beside())
    if (const std::string said = when(*planner); said != "auto" && said != "always" && said != "never")
      return tl::unexpected<Error>(
          usageError(optionOf(*planner), said, {Wanted::Kind::one_of, {"auto", "always", "never"}}));
  return {};
}

bool OtherPlans::wants(const planning::Planner& planner, const planning::Question& question) const {
  const std::string said = when(planner);
  if (said == "auto" && planner.finds_programs() && !wantsPrograms()) return false;
  return said == "always" || (said == "auto" && !planner.takes_long(question));
}

bool OtherPlans::wantsPrograms() const { return when(planning::program_planner()) != "never"; }

/// One planner beside the search.
struct OthersSearch::Asked {
  OthersFound::One one;
  bool toTheEnd = false, able = false, ended = false;
  std::stop_source budget;
  std::exception_ptr defect;
};

OthersSearch::OthersSearch(const OtherPlans& others, planning::QuestionPtr question, std::stop_token stop,
                           Deadline deadline, int threads)
    : m_question(std::move(question)),
      m_stop(std::move(stop)),
      m_deadline(deadline),
      m_threads(worker_count(threads)) {
  for (const planning::Planner* planner : planning::planners_beside()) {
    auto asked = std::make_shared<Asked>();
    asked->one.planner = planner;
    asked->one.wanted = others.wants(*planner, *m_question);
    asked->toTheEnd = others.toTheEnd(*planner);
    asked->one.always = asked->toTheEnd;
    asked->one.declined = planner->declines(*m_question);
    asked->one.may_rank = !asked->one.declined.empty() || planner->may_rank(*m_question);
    asked->able = asked->one.wanted && asked->one.declined.empty() && asked->one.may_rank;
    if (asked->able) m_order.push_back(asked.get());
    m_asked.push_back(std::move(asked));
  }
  // Distributed programs last: they take longest, and what stands for them is known then.
  std::stable_partition(m_order.begin(), m_order.end(),
                        [](const Asked* asked) { return asked->one.planner->id() != planning::kProgram; });
  employ(std::max(1, m_threads / 2));
}

OthersSearch::~OthersSearch() {
  for (const std::shared_ptr<Asked>& asked : m_asked) asked->budget.request_stop();
}

/// Up to so many workers, while there is something for one more.
void OthersSearch::employ(int workers) {
  const std::size_t most = std::min(m_order.size(), static_cast<std::size_t>(workers));
  while (m_workers.size() < most) m_workers.emplace_back([this] { work(); });
}

void OthersSearch::work() {
  while (true) {
    Asked* next = nullptr;
    int threads = 1;
    {
      const std::lock_guard lock(m_mutex);
      if (m_begun == m_order.size()) return;
      next = m_order[m_begun++];
      // The last one has all that the search and those before it leave.
      const auto ended =
          std::count_if(m_order.begin(), m_order.end(), [](const Asked* one) { return one->ended; });
      const int others = static_cast<int>(m_order.size() - 1) - static_cast<int>(ended);
      if (m_begun == m_order.size()) threads = std::max(1, (m_searched ? m_threads : m_threads / 2) - others);
    }
    run(*next, threads);
  }
}

void OthersSearch::run(Asked& asked, int threads) {
  planning::Run run;
  run.options.threads = threads;
  run.options.to_the_end = asked.toTheEnd;
  if (m_deadline) run.options.time_limit = seconds_until(*m_deadline);
  run.stop = asked.budget.get_token();
  const std::stop_callback interrupted(m_stop, [&] { asked.budget.request_stop(); });
  planning::FoundPtr found;
  std::exception_ptr defect;
  try {
    found = asked.one.planner->plan(m_question, run);
  } catch (...) {
    defect = std::current_exception();
  }
  const std::lock_guard lock(m_mutex);
  asked.one.found = std::move(found);
  // By a limit of its own, before any that somebody set.
  const bool in_time = !m_deadline || StopLater::Clock::now() < *m_deadline;
  if (asked.one.stoppedEarly() && in_time && !m_stop.stop_requested()) asked.one.out_of_budget = true;
  asked.defect = defect;
  asked.ended = true;
  m_ended.notify_all();
}

/// Until when the answer waits for it. Of what ends by work the time is for a machine on which that takes far
/// too long.
StopLater::Clock::time_point OthersSearch::until(const Asked& asked) const {
  constexpr std::chrono::milliseconds kAfter{1000}, kUsual{3000}, kAlways{4000}, kAsked{10000}, kWork{60000},
      kMoreWork{180000};
  const auto now = StopLater::Clock::now();
  if (asked.one.planner->ends_by_work()) return m_begin + (asked.toTheEnd ? kMoreWork : kWork);
  if (asked.one.planner->takes_long(*m_question)) return m_begin + kAsked;  // somebody did
  return std::max(m_begin + (asked.toTheEnd ? kAlways : kUsual), now + kAfter);
}

/// Waits for its end, and ends it when time is up.
void OthersSearch::finish(Asked& asked, bool failed) {
  std::unique_lock lock(m_mutex);
  const auto ended = [&] { return asked.ended; };
  if (failed || !m_ended.wait_until(lock, until(asked), ended)) {
    asked.one.out_of_budget = asked.one.by_clock = !m_stop.stop_requested() && !failed;
    asked.budget.request_stop();
    m_ended.wait(lock, ended);
  }
}

OthersFound OthersSearch::found(const plan::Snapshot& snapshot,
                                const std::function<void(const planning::Planner&)>& waits) {
  const bool failed = snapshot.status == plan::Status::failed;
  {
    const std::lock_guard lock(m_mutex);
    m_searched = true;
  }
  employ(m_threads);
  for (Asked* asked : m_order) {
    waits(*asked->one.planner);
    finish(*asked, failed);
  }
  OthersFound all;
  for (const std::shared_ptr<Asked>& asked : m_asked) {
    if (asked->defect) std::rethrow_exception(asked->defect);
    if (failed) asked->one.found = nullptr;
    all.all.push_back(asked->one);
  }
  return all;
}

std::vector<planning::OptionPtr> OthersFound::One::options() const {
  return found ? planning::possible(found->options) : std::vector<planning::OptionPtr>();
}

bool OthersFound::cutShort() const {
  return std::any_of(all.begin(), all.end(), [](const One& one) { return one.cutShort(); });
}

std::vector<KindNote> OthersFound::notes(const strategy::Problem& problem) const {
  std::vector<KindNote> notes;
  for (const One& one : all) {
    const bool some = !one.options().empty();
    const auto add = [&](std::string code, QString text) {
      notes.push_back({std::string(one.planner->answer_key()), std::move(code), std::move(text)});
    };
    const std::optional<Error> error = one.found ? planning::error_of(*one.found) : std::optional<Error>();
    if (error && (one.always || one.stoppedEarly()))
      add("error", failedText(*one.planner, *error));
    else if (one.stoppedEarly())
      add("stopped_early", cutShortText(*one.planner, some) + byClock(one));
    else if (one.always && !some)
      add(!one.declined.empty() ? one.declined
          : one.may_rank        ? "none"
                                : "limits",
          noneText(*one.planner, one.declined, !one.may_rank, problem));
  }
  return notes;
}

Json notesJson(const std::vector<KindNote>& notes) {
  Json json = Json::array();
  for (const KindNote& note : notes)
    json.push_back({{"key", note.key}, {"code", note.code}, {"text", note.text.toStdString()}});
  return json;
}

planning::Beside OthersFound::beside(int top, std::vector<Error> modelWarnings) const {
  planning::Beside beside{{}, top, std::move(modelWarnings)};
  for (const One& one : all) {
    planning::OfPlanner told{one.planner, {}, one.stoppedEarly()};
    if (one.found) told.least = one.found->least_of_kind;
    if (one.wanted) told.options = one.options();
    beside.others.push_back(std::move(told));
  }
  return beside;
}

}  // namespace astrolabe::cli
