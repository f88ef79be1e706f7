// The banner above the results: what stands in the way, and what would help.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/error_codes.h"
#include "core/plan/answer.h"
#include "core/plan/fixes.h"
#include "ui/canvas/canvas_panel.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/shell/banner.h"
#include "ui/shell/basis_doubts.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/rules_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

/// The newest undo steps, as many as the question has changed since it was asked, three at most.
QString MainWindow::changesInWords() {
  const QUndoStack& steps = m_document.undoStack();
  const int changes = std::min(m_bridge.changesSinceRun(), steps.index());
  constexpr int kMost = 3;
  QStringList words;
  for (int i = steps.index() - std::min(changes, kMost); i < steps.index(); ++i) words << steps.text(i);
  if (changes > kMost) words.prepend(u"…"_s);
  return words.join(u", "_s);
}

/// Why the question cannot be asked; a price that is missing can be entered on the spot, or its GPUs left
/// out.
void MainWindow::sayProblem(const Error& error, const Message& message) {
  m_panels->banner->say(Banner::Kind::Error, message);
  if (error.code == code::out_of_range && error.where.starts_with("choose.")) return offerCounts(error);
  if (error.code == code::missing_network || error.code == code::missing_link) return offerNetwork(error);
  if (error.code != code::no_price) return;
  const std::string pool = error.where.substr(error.where.find('[') + 1);  // "pools[id]"
  const auto at = [this, id = pool.substr(0, pool.find(']'))](auto act) {
    return [this, id, act] {
      m_panels->canvas->view().clusterScene().select({id});
      (m_panels->canvas->view().*act)();
    };
  };
  m_panels->banner->addButton(u"banner.enterPrice"_s, tr("Enter price…"), at(&ClusterView::askPrice));
  if (const auto doubt = basisDoubt(m_document.plan(), m_document.catalogue()); doubt && doubt->otherKnown) {
    const bool rents = m_document.plan().job.cost.basis == hardware::CostBasis::rent;
    m_panels->banner->addButton(u"banner.otherBasis"_s, rents ? tr("Count as bought") : tr("Count as rented"),
                                [this] { takeOtherBasis(m_document); });
  }
  if (m_document.plan().job.cost.idle_gpus_cost)  // a pool that is paid for while it idles has to go
    m_panels->banner->addButton(u"banner.removePool"_s, tr("Remove it"), at(&ClusterView::deleteSelection));
  else
    m_panels->banner->addButton(u"banner.leaveOut"_s, tr("Leave it out"), at(&ClusterView::toggleExcluded));
  offerDetails(*m_panels->banner, detailsOf(error));
}

/// More GPUs are asked for than the pools hold: as many as there are, or all of them.
void MainWindow::offerCounts(const Error& error) {
  const auto choose = m_document.plan().cluster.choose;
  if (!choose) return;
  const auto push = [this](const std::optional<hardware::Choose>& next) {
    return [this, next] { m_document.undoStack().push(new SetChoose(m_document, next)); };
  };
  const std::string pool = error.where.substr(error.where.rfind('.') + 1);
  const int most =
      error.wanted.values.empty() ? 0 : QString::fromStdString(error.wanted.values.back()).toInt();
  hardware::Choose fewer = *choose;
  if (pool == "max_total_gpus")
    fewer.max_total_gpus = most;
  else if (fewer.max_gpus_per_pool.contains(pool))
    fewer.max_gpus_per_pool[pool] = most;
  if (most > 0 && !(fewer == *choose))
    m_panels->banner->addButton(u"banner.setCount"_s, grouped(tr("Ask for %n GPUs", nullptr, most), most),
                                push(fewer));
  m_panels->banner->addButton(u"banner.allGpus"_s, tr("Allow all GPUs"), push(hardware::Choose{}));
}

/// A network or a link that nobody stated is entered where it is told.
void MainWindow::offerNetwork(const Error& error) {
  ClusterView& view = m_panels->canvas->view();
  if (error.code == code::missing_link && error.wanted.values.size() == 2) {
    m_panels->banner->addButton(
        u"banner.enterLink"_s, tr("Enter link…"),
        [&view, a = error.wanted.values[0], b = error.wanted.values[1]] {
          view.askLinkBetween(std::string(a),
                              std::string(b));  // the button may go while the dialog is open
        });
    return;
  }
  const std::size_t at = std::strtoul(error.where.c_str() + error.where.find('[') + 1, nullptr, 10);
  const auto& pools = m_document.plan().cluster.pools;
  if (at >= pools.size()) return;
  m_panels->banner->addButton(u"banner.enterNetwork"_s, tr("Enter network…"), [&view, id = pools[at].id] {
    view.clusterScene().select({id});
    view.askNetwork();
  });
}

namespace {

/// Whole sentences, as languages put what was being done in different places.
QString failureTitle(plan::Phase phase) {
  switch (phase) {
    case plan::Phase::preparing:
      return MainWindow::tr("The search stopped by an internal error while preparing the question.");
    case plan::Phase::searching:
      return MainWindow::tr("The search stopped by an internal error while scoring configurations.");
    case plan::Phase::fixing:
      return MainWindow::tr("The search stopped by an internal error while trying what would make it fit.");
    case plan::Phase::none:
      break;
  }
  return MainWindow::tr("The search stopped by an internal error.");
}

/// GPUs without a rate for the precision rule everything out: another precision that all have, or those GPUs
/// left out.
void offerPrecision(Banner& banner, PlanDocument& document, ClusterView& view) {
  std::vector<const hardware::Gpu*> gpus;
  std::vector<std::string> rateless;
  QString name;
  for (const hardware::PoolSpec& pool : document.plan().cluster.pools) {
    const hardware::Gpu* gpu = document.catalogue().find_gpu(document.gpuOf(pool));
    if (gpu == nullptr) continue;
    gpus.push_back(gpu);
    if (hasRate(*gpu, document.plan().job.precision)) continue;
    rateless.push_back(pool.id);
    name = QString::fromStdString(gpu->name);
  }
  if (rateless.empty()) return;
  using hardware::Precision;
  for (const Precision other : {Precision::bf16, Precision::fp16, Precision::fp32}) {
    if (!std::all_of(gpus.begin(), gpus.end(), [&](const auto* gpu) { return hasRate(*gpu, other); }))
      continue;
    const QString precision = QLatin1StringView(hardware::to_string(other));
    banner.addButton(u"banner.usePrecision"_s, MainWindow::tr("Use %1").arg(precision),
                     [&document, other, precision] {
                       strategy::Job job = document.plan().job;
                       job.precision = other;
                       document.undoStack().push(new SetJob(document, job, precision));
                     });
    break;
  }
  if (rateless.size() < gpus.size())
    banner.addButton(u"banner.leaveOut"_s, MainWindow::tr("Leave out %1").arg(name), [&view, rateless] {
      view.clusterScene().select(rateless);
      view.toggleExcluded();
    });
}

}  // namespace

/// One banner above the results: what stands in the way of a question, of an answer, or that the answer is
/// old.
void MainWindow::showBanner() {
  const State state = m_bridge.state();
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (const auto& error = m_bridge.problemError();
      error && !m_document.plan().cluster.pools.empty() && m_document.architecture()) {
    const Message message = messageFor(*error);
    if (m_panels->banner->message().plain() != message.plain() || m_panels->banner->isHidden())
      sayProblem(*error, message);
    return;
  }
  const bool outruns = m_bridge.isOutdated() && (state == State::Searching || state == State::Paused);
  if (m_bridge.isStale() || outruns) {
    if ((state == State::Searching && !outruns) || m_staleShown.isActive() || m_bridge.problemError()) {
      m_panels->banner->clear();
      return;
    }
    Message stale;
    stale.title = tr("Stale:");
    stale.body = tr("%n change(s) since this run", nullptr, m_bridge.changesSinceRun());
    if (const QString what = changesInWords(); !what.isEmpty())
      stale.body = tr("%1 (%2)", "2 changes since this run (what they were)").arg(stale.body, what);
    if (m_panels->banner->message().plain() == stale.plain() && !m_panels->banner->isHidden()) return;
    m_panels->banner->say(Banner::Kind::Stale, stale);
    m_panels->banner->addButton(u"banner.runAgain"_s, outruns ? tr("Restart with changes") : tr("Run again"),
                                [this] { m_bridge.run(); });
    return;
  }
  if (snapshot && snapshot->status == plan::Status::infeasible && state != State::Searching) {
    const Message message = messageFor(*snapshot);
    if (m_panels->banner->message().plain() == message.plain() && !m_panels->banner->isHidden()) return;
    m_panels->banner->say(Banner::Kind::Error, message);
    int number = 0;
    for (const plan::Fix& fix : snapshot->fixes)
      m_panels->banner->addButton(u"banner.fix%1"_s.arg(++number), fixText(fix),
                                  [this, fix] { applyFix(fix); });
    if (number == 0 && snapshot->binding.rule_count == snapshot->space.total)
      offerPrecision(*m_panels->banner, m_document, m_panels->canvas->view());
    offerDetails(*m_panels->banner, QString::fromStdString(text_of(plan::answer_json(*snapshot), 1)));
    return;
  }
  if (state == State::Failed && snapshot) {
    Message failed;
    failed.title = failureTitle(snapshot->phase);
    failed.body = tr("The %1 results so far are kept.").arg(wholeText(double(snapshot->space.evaluated)));
    failed.code = QLatin1StringView(code::defect);
    m_panels->banner->say(Banner::Kind::Error, failed);
    m_panels->banner->addButton(u"banner.runAgain"_s, tr("Run again"), [this] { m_bridge.run(); });
    offerDetails(*m_panels->banner, QString::fromStdString(snapshot->defect));
    return;
  }
  m_panels->banner->clear();
}

/// A fix is an ordinary edit: one undo step, and the changed question starts its own search.
void MainWindow::applyFix(const plan::Fix& fix) {
  if (fix.kind == plan::Fix::Kind::add_nodes) {
    for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools)
      if (pool.id == fix.pool) {
        const int more = std::max(1, static_cast<int>(fix.amount));
        m_document.undoStack().push(new SetNodeCount(m_document, pool.id, pool.nodes + more));
        say(fixText(fix));
        return;
      }
    return;
  }
  if (fix.kind == plan::Fix::Kind::more_host_memory) {
    m_document.undoStack().push(new SetHostMemory(m_document, fix.pool, fix.amount));
    say(fixText(fix));
    return;
  }
  strategy::Job job = m_document.plan().job;
  strategy::Limits& limits = job.limits;
  const std::pair<const char*, std::optional<double> strategy::Limits::*> names[] = {
      {"budget_usd", &strategy::Limits::budget_usd},
      {"deadline_hours", &strategy::Limits::deadline_hours},
      {"power_kw", &strategy::Limits::power_kw},
      {"usd_per_hour", &strategy::Limits::usd_per_hour},
      {"usd_per_trillion_tokens", &strategy::Limits::usd_per_trillion_tokens},
      {"purchase_usd", &strategy::Limits::purchase_usd},
      {"usd_per_month", &strategy::Limits::usd_per_month},
      {"ownership_usd", &strategy::Limits::ownership_usd}};
  const auto raiseDay = [&](const std::string& limit, double hours) {
    if (limit == "done_by") limits.done_by = job.end_after(hours);
  };
  switch (fix.kind) {
    case plan::Fix::Kind::allow_recompute:
      job.allowed.erase("recompute");
      job.allowed.erase("recompute_layers");
      break;
    case plan::Fix::Kind::lower_micro_batch:
      job.allowed.erase("micro_batch");
      break;
    case plan::Fix::Kind::raise_limit:
      if (fix.limit == "memory_headroom") {
        limits.memory_headroom = raisedLimit(fix.limit, fix.amount);
        strategy::note_stated(job, "limits.memory_headroom");
      }
      raiseDay(fix.limit, fix.amount);
      for (const auto& [further, amount] : fix.also) raiseDay(further, amount);
      for (const auto& [name, limit] : names) {
        if (std::string_view(name).starts_with(fix.limit)) limits.*limit = raisedLimit(name, fix.amount);
        for (const auto& [further, amount] : fix.also)
          if (name == further) limits.*limit = raisedLimit(name, amount);
      }
      break;
    case plan::Fix::Kind::free_setting:
      if (fix.limit.empty())
        job.allowed.clear();
      else if (fix.limit != plan::kRuntimeKey)
        job.allowed.erase(fix.limit);
      else {
        job.software.runtime = "any";
        strategy::note_stated(job, plan::kRuntimeKey);
      }
      break;
    case plan::Fix::Kind::rule_off:
      job.rules = plan::without_rule(job.rules, fix.limit);
      break;
    case plan::Fix::Kind::add_nodes:
    case plan::Fix::Kind::more_host_memory:
      break;
  }
  if (job == m_document.plan().job) return;
  m_document.undoStack().push(
      new SetJob(m_document, std::move(job), tr("what the fix needs", "undo step: Set …")));
  // The button that was pressed goes with its banner: the keys go on where the value now stands.
  if (fix.kind == plan::Fix::Kind::raise_limit) m_panels->goal->focusLimit(fix.limit);
  say(fixText(fix));
}

}  // namespace astrolabe::ui
