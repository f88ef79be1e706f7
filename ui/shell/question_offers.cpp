// What the banner of the question offers for each thing that is missing: a price, a network, a count, a
// precision.

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "core/base/error_codes.h"
#include "ui/canvas/cluster_view.h"
#include "ui/document/commands/set_job.h"
#include "ui/render/answer_text.h"
#include "ui/render/numbers.h"
#include "ui/shell/banner.h"
#include "ui/shell/basis_doubts.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/question_banner.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// A price that is missing can be entered on the spot, or its GPUs left out.
void QuestionBanner::offerPrice(const Error& error) {
  const std::string pool = error.where.substr(error.where.find('[') + 1);  // "pools[id]"
  const auto at = [this, id = pool.substr(0, pool.find(']'))](auto act) {
    return [view = &m_view, id, act] {
      view->clusterScene().select({id});
      (view->*act)();
    };
  };
  m_banner.addButton(u"banner.enterPrice"_s, tr("Enter price…"), at(&ClusterView::askPrice));
  if (const auto doubt = basisDoubt(m_document.plan(), m_document.catalogue()); doubt && doubt->otherKnown) {
    const bool rents = m_document.plan().job.cost.basis == hardware::CostBasis::rent;
    m_banner.addButton(u"banner.otherBasis"_s, rents ? tr("Count as bought") : tr("Count as rented"),
                       [document = &m_document] { takeOtherBasis(*document); });
  }
  if (m_document.plan().job.cost.idle_gpus_cost)  // a pool that is paid for while it idles has to go
    m_banner.addButton(u"banner.removePool"_s, tr("Remove it"), at(&ClusterView::deleteSelection));
  else
    m_banner.addButton(u"banner.leaveOut"_s, tr("Leave it out"), at(&ClusterView::toggleExcluded));
  offerDetails(m_banner, detailsOf(error));
}

/// More GPUs are asked for than the pools hold: as many as there are, or all of them.
void QuestionBanner::offerCounts(const Error& error) {
  const auto choose = m_document.plan().cluster.choose;
  if (!choose) return;
  const auto push = [this](const std::optional<hardware::Choose>& next) {
    return [document = &m_document, next] { document->undoStack().push(new SetChoose(*document, next)); };
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
    m_banner.addButton(u"banner.setCount"_s, grouped(tr("Ask for %n GPUs", nullptr, most), most),
                       push(fewer));
  m_banner.addButton(u"banner.allGpus"_s, tr("Allow all GPUs"), push(hardware::Choose{}));
}

/// A network or a link that nobody stated is entered where it is told.
void QuestionBanner::offerNetwork(const Error& error) {
  if (error.code == code::missing_link && error.wanted.values.size() == 2) {
    m_banner.addButton(u"banner.enterLink"_s, tr("Enter link…"),
                       [view = &m_view, a = error.wanted.values[0], b = error.wanted.values[1]] {
                         view->askLinkBetween(std::string(a),
                                              std::string(b));  // the button may go while the dialog is open
                       });
    return;
  }
  const std::size_t at = std::strtoul(error.where.c_str() + error.where.find('[') + 1, nullptr, 10);
  const auto& pools = m_document.plan().cluster.pools;
  if (at >= pools.size()) return;
  m_banner.addButton(u"banner.enterNetwork"_s, tr("Enter network…"), [view = &m_view, id = pools[at].id] {
    view->clusterScene().select({id});
    view->askNetwork();
  });
}

/// GPUs without a rate for the precision rule everything out: another precision that all have, or those GPUs
/// left out.
void QuestionBanner::offerPrecision() {
  std::vector<const hardware::Gpu*> gpus;
  std::vector<std::string> rateless;
  QString name;
  for (const hardware::PoolSpec& pool : m_document.plan().cluster.pools) {
    const hardware::Gpu* gpu = m_document.catalogue().find_gpu(m_document.gpuOf(pool));
    if (gpu == nullptr) continue;
    gpus.push_back(gpu);
    if (hasRate(*gpu, m_document.plan().job.precision)) continue;
    rateless.push_back(pool.id);
    name = QString::fromStdString(gpu->name);
  }
  if (rateless.empty()) return;
  using hardware::Precision;
  for (const Precision other : {Precision::bf16, Precision::fp16, Precision::fp32}) {
    if (!std::all_of(gpus.begin(), gpus.end(), [&](const auto* gpu) { return hasRate(*gpu, other); }))
      continue;
    const QString precision = QLatin1StringView(hardware::to_string(other));
    m_banner.addButton(u"banner.usePrecision"_s, tr("Use %1").arg(precision),
                       [document = &m_document, other, precision] {
                         strategy::Job job = document->plan().job;
                         job.precision = other;
                         document->undoStack().push(new SetJob(*document, job, precision));
                       });
    break;
  }
  if (rateless.size() < gpus.size())
    m_banner.addButton(u"banner.leaveOut"_s, tr("Leave out %1").arg(name), [view = &m_view, rateless] {
      view->clusterScene().select(rateless);
      view->toggleExcluded();
    });
}

}  // namespace astrolabe::ui
