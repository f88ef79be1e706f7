// sample: writes the sample plan, the one that the window opens at its first start.
#include <memory>

#include "app/cli/command.h"
#include "core/hardware/catalogue.h"
#include "core/plan/plan_file.h"

namespace astrolabe::cli {

namespace {

int runSample(const std::string& out, Common& common) {
  if (const auto read = common.read(); !read) return refuse(read.error(), common.json);
  if (out.empty())
    return refuse(usageError("--out", "nothing", {Wanted::Kind::text, {"a file to write"}}), common.json);
  const auto written =
      plan::write_plan({plan::sample_plan(), "", hardware::Catalogue::built_in().date()}, out);
  if (!written) return refuse(written.error(), common.json);
  sayWritten({out}, common.json);
  return Done;
}

}  // namespace

void addSample(CLI::App& program, Run& chosen, Common& common) {
  auto out = std::make_shared<std::string>();
  CLI::App* command = program.add_subcommand("sample", "Writes the sample plan");
  command->add_option("--out", *out, "Where to")->type_name("F.astrolabe");
  common.addTo(*command);
  command->callback([&chosen, &common, out] { chosen = [&common, out] { return runSample(*out, common); }; });
}

}  // namespace astrolabe::cli
