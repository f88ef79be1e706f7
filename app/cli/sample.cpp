// sample: writes a plan that ships with the program; left to itself the one that the window opens first.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"
#include "core/plan/samples.h"

namespace astrolabe::cli {

namespace {

struct Samples {
  const std::vector<std::string>& names;
  plan::Plan (*named)(std::string_view);
};

std::vector<Samples> allSamples() {
  return {{plan::sample_names(), plan::sample_named},
          {plan::serving_sample_names(), plan::serving_sample_named},
          {plan::post_training_sample_names(), plan::post_training_sample_named}};
}

std::vector<std::string> namesOfSamples() {
  std::vector<std::string> names;
  for (const Samples& some : allSamples()) names.insert(names.end(), some.names.begin(), some.names.end());
  return names;
}

std::optional<plan::Plan> sampleNamed(const std::string& name) {
  for (const Samples& some : allSamples())
    if (std::find(some.names.begin(), some.names.end(), name) != some.names.end()) return some.named(name);
  return std::nullopt;
}

int runSample(const std::string& name, const std::string& out, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (out.empty())
    return refuse(usageError("--out", "nothing", {Wanted::Kind::text, {"a file to write"}}), common.json);
  const auto sample = sampleNamed(name);
  if (!sample)
    return refuse(usageError("--name", name, {Wanted::Kind::one_of, namesOfSamples()}), common.json);
  const auto written = plan::write_plan({*sample, "", hardware::Catalogue::built_in().date()}, out);
  if (!written) return refuse(written.error(), common.json);
  sayWritten({out}, common.json);
  return Done;
}

}  // namespace

void addSample(CLI::App& program, Run& chosen, Common& common) {
  auto out = std::make_shared<std::string>();
  auto name = std::make_shared<std::string>(plan::sample_names().front());
  CLI::App* command = program.add_subcommand("sample", "Writes a sample plan");
  std::string all;
  for (const std::string& one : namesOfSamples()) all += (all.empty() ? "" : ", ") + one;
  command->add_option("--name", *name, "Which: " + all)->type_name("NAME");
  command->add_option("--out", *out, "Where to")->type_name("F.astrolabe");
  common.addTo(*command);
  command->callback([&chosen, &common, name, out] {
    chosen = [&common, name, out] { return runSample(*name, *out, common); };
  });
}

}  // namespace astrolabe::cli
