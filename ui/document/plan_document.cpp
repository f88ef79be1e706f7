#include "ui/document/plan_document.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>

#include "core/base/error_codes.h"
#include "core/base/file_read.h"
#include "core/model/model_reader.h"
#include "core/plan/scenarios.h"
#include "core/strategy/problem.h"
#include "ui/render/file_device.h"
#include "ui/render/gpu_order.h"
#include "ui/render/sample_words.h"

namespace astrolabe::ui {

namespace {

/// What a list of the scenarios shows: titles, and the hardware that names those without one.
bool sameScenarios(const plan::Plan& a, const plan::Plan& b) {
  return a.id == b.id && a.baseline == b.baseline && a.title == b.title && a.cluster == b.cluster &&
         a.others == b.others;
}

}  // namespace

PlanDocument::PlanDocument(QObject* parent) : QObject(parent), m_catalogue(hardware::Catalogue::built_in()) {
  connect(&m_undoStack, &QUndoStack::cleanChanged, this, &PlanDocument::pathChanged);
}

const Result<strategy::Problem>& PlanDocument::problem() const {
  if (!m_problem)
    m_problem = m_architecture != nullptr ? plan::make_problem(m_plan, *m_architecture, m_catalogue)
                                          : plan::make_problem(m_plan, m_catalogue);
  return *m_problem;
}

void PlanDocument::apply(plan::Plan next) {
  const bool typesChanged = !plan::same_types(next, m_plan);
  const bool modelChanged = !plan::same_model(next, m_plan);
  const bool shownChanged = next.id != m_plan.id;
  const bool questionChangedNow = shownChanged || !plan::same_question(next, m_plan);
  const bool layoutChangedNow = shownChanged || next.layout != m_plan.layout || next.notes != m_plan.notes ||
                                next.racks != m_plan.racks;
  const bool scenariosChangedNow = !sameScenarios(next, m_plan);
  m_plan = std::move(next);
  if (typesChanged) m_catalogue = plan::catalogue_of(m_plan, hardware::Catalogue::built_in());
  if (modelChanged) readModel();
  noteGpus();
  if (questionChangedNow) {
    ++m_revision;
    m_problem.reset();
  }
  if (shownChanged) emit scenarioShown();
  if (layoutChangedNow) emit layoutChanged();
  if (questionChangedNow) emit questionChanged();
  if (scenariosChangedNow) emit scenariosChanged();
  emit planChanged();
}

void PlanDocument::showScenario(int id) {
  if (id == m_plan.id || plan::find_scenario(m_plan, id) == nullptr) return;
  plan::Plan next = m_plan;
  plan::show_scenario(next, id);
  apply(std::move(next));
}

void PlanDocument::reset(plan::PlanFile file, const QString& path) {
  m_plan = std::move(file.plan);
  m_startPlan = m_plan;
  m_extras = std::move(file.extras);
  m_answers.clear();
  if (!file.answer.empty()) setAnswer(m_plan.id, std::move(file.answer), m_plan);
  for (auto& [id, answer] : file.other_answers)
    if (plan::find_scenario(m_plan, id) != nullptr)
      setAnswer(id, std::move(answer), plan::plan_of(m_plan, id));
  const auto beside = m_extras.meta.extract(kBesideModelsKey);
  m_beside = beside ? besideModelsFrom(beside.mapped(), m_plan) : BesideModels();
  m_keepOlder = file.format < plan::kFormat && !path.isEmpty();
  m_path = path;
  m_mark = file.mark;
  m_catalogue = plan::catalogue_of(m_plan, hardware::Catalogue::built_in());
  readModel();
  m_gpuOrder.clear();
  noteGpus();
  ++m_revision;
  m_problem.reset();
  m_undoStack.clear();
  m_undoStack.setClean();
  emit wasReset();
  emit pathChanged();
  emit layoutChanged();
  emit questionChanged();
  emit scenariosChanged();
  emit planChanged();
}

void PlanDocument::restore(plan::PlanFile file, const QString& path) {
  reset(std::move(file), path);
  m_undoStack.resetClean();
  emit pathChanged();
}

Result<void> PlanDocument::load(const QString& path) {
  Result<plan::PlanFile> file = plan::read_plan(path.toStdString());
  if (!file) return tl::unexpected(file.error());
  reset(std::move(*file), path);
  return {};
}

Result<void> PlanDocument::save(const QString& path) {
  if (m_keepOlder && path == m_path) {
    const QString kept = path + QStringLiteral(".bak");
    const auto older = read_file(path.toStdString(), plan::kLargestPlan);
    if (!QFile::exists(kept) && (!older || !write_file(kept.toStdString(), *older)))
      return fail(code::cannot_save, {}, "the older version could not be kept as name.bak",
                  {Wanted::Kind::text, {"a place with room that can be written"}});
  }
  if (Result<void> written = plan::write_plan(file(), path.toStdString(), &m_mark); !written) return written;
  m_path = path;
  m_keepOlder = false;
  m_undoStack.setClean();
  emit pathChanged();
  return {};
}

plan::PlanFile PlanDocument::file() const {
  plan::PlanFile file;
  file.plan = m_plan;
  file.extras = m_extras;
  if (std::string beside = besideModelsText(m_beside, m_plan); !beside.empty())
    file.extras.meta[kBesideModelsKey] = std::move(beside);
  for (const auto& [id, answer] : m_answers) {
    if (plan::find_scenario(m_plan, id) == nullptr ||
        !plan::same_question(answer.asked, plan::plan_of(m_plan, id)))
      continue;
    if (id == m_plan.id)
      file.answer = answer.json;
    else
      file.other_answers[id] = answer.json;
  }
  file.catalogue_date =
      m_plan.catalogue.empty() ? hardware::Catalogue::built_in().date() : m_plan.catalogue.date;
  return file;
}

void PlanDocument::setAnswer(int scenario, std::string json, const plan::Plan& asked) {
  m_answers.insert_or_assign(scenario, KeptAnswer{std::move(json), asked});
}

QString PlanDocument::displayName() const {
  if (!m_path.isEmpty()) return QFileInfo(m_path).fileName();
  if (!m_plan.name.empty()) return sampleNameText(m_plan.name);
  return tr("Untitled");
}

std::string PlanDocument::gpuOf(const hardware::PoolSpec& pool) const { return ui::gpuOf(pool, m_catalogue); }

int PlanDocument::gpuIndex(const std::string& gpuId) const {
  const auto found = std::find(m_gpuOrder.begin(), m_gpuOrder.end(), gpuId);
  if (found != m_gpuOrder.end()) return static_cast<int>(found - m_gpuOrder.begin());
  m_gpuOrder.push_back(gpuId);
  return static_cast<int>(m_gpuOrder.size()) - 1;
}

bool PlanDocument::hasGpu(const std::string& gpuId) const {
  return std::find(m_gpuOrder.begin(), m_gpuOrder.end(), gpuId) != m_gpuOrder.end();
}

void PlanDocument::noteGpus() {
  for (const std::string& gpu : ui::gpuOrder(m_plan, m_catalogue)) gpuIndex(gpu);
}

void PlanDocument::noteReading(const model::Architecture& read, const model::EnteredValues& entered) {
  BesideModel beside;
  for (const model::Field& field : read.fields)
    if (field.key == "weights") beside.fields.push_back(field);
  beside.warnings = read.warnings;
  m_beside.insert_or_assign({read.text, entered}, std::move(beside));
  if (m_plan.model_text == read.text && m_plan.model_entered == entered) readModel();
}

void PlanDocument::readModel() {
  m_architecture.reset();
  m_graph.reset();
  if (m_plan.model_text.empty()) return;
  Result<model::Architecture> read =
      model::read_config(m_plan.model_text, m_plan.model_name, m_plan.model_entered);
  if (!read) return;
  if (const auto found = m_beside.find({m_plan.model_text, m_plan.model_entered}); found != m_beside.end()) {
    const BesideModel& beside = found->second;
    read->fields.insert(read->fields.end(), beside.fields.begin(), beside.fields.end());
    read->warnings.insert(read->warnings.end(), beside.warnings.begin(), beside.warnings.end());
  }
  m_architecture = std::make_shared<const model::Architecture>(std::move(*read));
  m_graph = std::make_shared<const model::Graph>(model::build_graph(*m_architecture));
}

}  // namespace astrolabe::ui
