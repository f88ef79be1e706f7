#include "core/verify/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error_codes.h"
#include "core/cost/limits.h"
#include "core/mesh/row.h"
#include "core/mesh/written.h"
#include "core/verify/checksum.h"
#include "core/verify/differences.h"
#include "core/verify/group_bounds.h"
#include "core/verify/refusal.h"

namespace astrolabe::verify {

namespace {

constexpr int kGroupsVersion = 2;
constexpr std::size_t kMostLevels = 4096;
/// Between two machines the last digits of a sum may differ.
constexpr double kDigits = 1e-9;

std::vector<int> gpus_of_classes(const std::vector<mesh::GroupClass>& classes,
                                 const strategy::Problem& problem) {
  std::vector<int> gpus(problem.cluster.pools.size(), 0);
  for (const mesh::GroupClass& one : classes)
    gpus[static_cast<std::size_t>(one.layout.pool)] += one.layout.gpus();
  return gpus;
}

/// All GPUs of every pool work, but where the question lets some be left out.
void check_gpus(const std::vector<int>& gpus, const hardware::Cluster& cluster) {
  long all = 0;
  for (std::size_t pool = 0; pool < gpus.size(); ++pool) {
    const hardware::Pool& of = cluster.pools[pool];
    const int most = std::min(of.gpus(), of.max_gpus) / of.gpus_of_node() * of.gpus_of_node();
    all += gpus[pool];
    if (gpus[pool] > most || (gpus[pool] < most && !cluster.max_total_gpus))
      refuse("the program has {} GPUs of pool {}, of which {} work", gpus[pool], pool + 1, most);
  }
  if (cluster.max_total_gpus && all > *cluster.max_total_gpus)
    refuse("the program has {} GPUs, more than the {} that may be used", all, *cluster.max_total_gpus);
}

/// The program is one that the question lets be: its values and rules, its limits, and nothing in the file
/// that the program is not.
void check_program(const GroupsCertificate& certificate, const strategy::Problem& problem, mesh::Scene& scene,
                   const mesh::Program& program) {
  for (const mesh::GroupClass& one : program.classes)
    if (!mesh::keeps_rules(problem, one.layout, one.again))
      refuse("the groups of pool {} have a layout that rules or allowed values of the question exclude",
             one.layout.pool + 1);
  const cost::Violation broken = cost::broken_limit(problem, mesh::evaluation_of(scene, problem, program));
  if (broken.binding != cost::Binding::none)
    refuse("the program breaks a limit of the question: {}", cost::to_string(broken.binding));
  if (const auto other =
          first_difference(certificate.program, mesh::to_json(program, problem.pool_ids()), kDigits))
    refuse("the program is not as it is told: {}", *other);
}

void check_levels(const GroupsCertificate& certificate, const GroupBounds& bounds) {
  double above = -1.0;
  for (std::size_t k = 0; k < certificate.levels.size(); ++k) {
    const auto& [traffic, price] = certificate.levels[k];
    if (!(traffic > above)) refuse("level {} stands out of order", k + 1);
    if (!(price >= 0.0)) refuse("level {} has a price of memory below 0", k + 1);
    if (!bounds.excludes(certificate.bound, above, traffic, price))
      refuse("within the bound of {} s, with at most {} s of traffic, {:.6g} of {} sequences may be done",
             certificate.bound, traffic,
             bounds.by_price(bounds.work_within(certificate.bound, above, traffic), traffic, price),
             bounds.batch());
    above = traffic;
  }
  if (!bounds.excludes(certificate.bound, above, kBeyond, 0.0))
    refuse("layouts with more than {} s of traffic are in no level", above);
}

}  // namespace

bool is_groups_certificate(std::string_view bytes) {
  constexpr std::size_t kHead = 64;
  return bytes.starts_with('{') && bytes.substr(0, kHead).find("\"groups_certificate\"") != bytes.npos;
}

namespace {

/// Of all that a file says but this itself, however it is spaced.
std::string seal_of(Json json) {
  if (json.is_object()) json.erase("checksum");
  return fmt::format("{:08x}", checksum(text_of(json)));
}

/// What every certificate on groups has, before any of it is read.
Result<void> check_head(const Json& json) {
  ObjectReader reader(json, "");
  const std::int64_t version =
      reader.whole("groups_certificate", 1, std::numeric_limits<std::int32_t>::max());
  if (reader.ok() && version > kGroupsVersion)
    return fail(code::newer_format, "groups_certificate", std::to_string(version),
                {Wanted::Kind::text, {std::to_string(kGroupsVersion)}});
  if (reader.ok() && version < kGroupsVersion)
    return fail(code::damaged_certificate, "groups_certificate", std::to_string(version),
                {Wanted::Kind::text, {fmt::format("{}: written anew by this version", kGroupsVersion)}});
  const std::string told = reader.string("checksum");
  const std::string made = seal_of(json);
  if (reader.ok() && told != made)
    reader.mistake(code::damaged_certificate, "checksum", told,
                   {Wanted::Kind::text, {"that of the file as it was written: something in it was changed"}});
  if (reader.ok()) return {};
  for (const auto& [key, value] : json.items()) reader.any(key);
  Error error = reader.finish().error();
  error.code = code::damaged_certificate;
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace

std::string encode(const GroupsCertificate& certificate) {
  Json levels = Json::array();
  for (const auto& [traffic, price] : certificate.levels) levels.push_back({traffic, price});
  Json json{{"groups_certificate", kGroupsVersion},     {"question", certificate.question},
            {"program", certificate.program},           {"step_seconds", certificate.step},
            {"lower_bound_seconds", certificate.bound}, {"levels", std::move(levels)}};
  json["checksum"] = seal_of(json);
  return text_of(json, 1) + "\n";
}

Result<GroupsCertificate> decode_groups(std::string_view bytes) {
  const auto json = parse_json(bytes, code::damaged_certificate);
  if (!json) return tl::unexpected<Error>(json.error());
  if (const auto head = check_head(*json); !head) return tl::unexpected<Error>(head.error());
  ObjectReader reader(*json, "");
  GroupsCertificate read;
  for (const char* head : {"groups_certificate", "checksum"}) reader.any(head);
  if (const Json* question = reader.object("question")) read.question = *question;
  if (const Json* program = reader.object("program")) read.program = *program;
  read.step = reader.positive("step_seconds");
  read.bound = reader.positive("lower_bound_seconds");
  const Json* levels = reader.array("levels");
  if (levels != nullptr && levels->size() > kMostLevels)
    reader.mistake(code::damaged_certificate, "levels", std::to_string(levels->size()),
                   {Wanted::Kind::text, {"at most " + std::to_string(kMostLevels)}});
  for (std::size_t k = 0; levels != nullptr && k < levels->size() && reader.ok(); ++k) {
    const Json& level = (*levels)[k];
    if (!level.is_array() || level.size() != 2 || !level[0].is_number() || !level[1].is_number()) {
      reader.mistake(code::damaged_certificate, "levels", "something else at place " + std::to_string(k + 1),
                     {Wanted::Kind::text, {"two numbers: seconds of traffic and a price"}});
      break;
    }
    read.levels.push_back({level[0].get<double>(), level[1].get<double>()});
  }
  if (auto finished = reader.finish(); !finished) {
    Error error = std::move(finished.error());
    error.code = code::damaged_certificate;
    return tl::unexpected<Error>(std::move(error));
  }
  return read;
}

Result<GroupsCertificate> with_levels(GroupsCertificate certificate, const strategy::Problem& problem) {
  const auto classes = mesh::read_groups(certificate.program, problem);
  if (!classes) return tl::unexpected<Error>(classes.error());
  mesh::Scene scene(problem, gpus_of_classes(*classes, problem));
  const GroupBounds bounds(scene, problem.job.global_batch);
  const std::vector<double> traffic = bounds.traffic();
  certificate.levels.clear();
  double above = -1.0;
  for (std::size_t begin = 0; begin < traffic.size();) {
    if (bounds.work_within(certificate.bound, above, kBeyond) <= 0.0) break;
    // As many layouts as one price excludes: twice as many, then half as many more.
    std::size_t good = 0;
    GroupsCertificate::Level level;
    for (std::size_t more = std::size_t{1} << 20U; more > 0; more /= 2) {
      const std::size_t end = std::min(good + more, traffic.size() - begin);
      if (end == good) continue;
      const double most = traffic[begin + end - 1] * (1.0 + kDigits);
      const double work = bounds.work_within(certificate.bound, above, most);
      const double price = work > 0.0 ? bounds.good_price(work, most) : 0.0;
      if (!bounds.excludes(certificate.bound, above, most, price)) continue;
      good = end;
      level = {most, price};
    }
    if (good == 0)
      return fail(code::not_proven, "lower_bound_seconds", std::to_string(certificate.bound),
                  {Wanted::Kind::text, {"a bound that no layout of the groups undercuts"}});
    certificate.levels.push_back(level);
    above = level.traffic;
    while (begin < traffic.size() && traffic[begin] <= above) ++begin;
  }
  return certificate;
}

GroupsFinding check(const GroupsCertificate& certificate, const strategy::Problem& problem) {
  GroupsFinding finding;
  finding.step = certificate.step;
  finding.bound = certificate.bound;
  try {
    if (!problem.job.trains()) refuse("the question is not about training");
    const auto classes = mesh::read_groups(certificate.program, problem);
    if (!classes) refuse("the program cannot be read: {} {}", classes.error().where, classes.error().found);
    finding.gpus = gpus_of_classes(*classes, problem);
    check_gpus(finding.gpus, problem.cluster);
    mesh::Scene scene(problem, finding.gpus);
    const auto program = mesh::program_of_written(scene, *classes, problem.job.global_batch);
    if (!program) refuse("the program does not stand on the cluster: {}", program.error().found);
    if (!(std::abs(program->step() / certificate.step - 1.0) <= kDigits))
      refuse("the program takes {} s, not {}", program->step(), certificate.step);
    if (certificate.bound > certificate.step * (1.0 + kDigits))
      refuse("the bound of {} s is above the program's own step", certificate.bound);
    check_program(certificate, problem, scene, *program);
    const GroupBounds bounds(scene, problem.job.global_batch);
    finding.layouts = bounds.layouts();
    check_levels(certificate, bounds);
    finding.accepted = true;
  } catch (const Refusal& refusal) {
    finding.accepted = false;
    finding.reason = refusal.reason;
  }
  return finding;
}

}  // namespace astrolabe::verify
