#include "app/cli/shard_extras.h"

#include "app/cli/speech.h"
#include "core/base/file_write.h"

namespace astrolabe::cli {

namespace {

constexpr std::int64_t mostExtent = 1 << 28;

QString shown(const std::string& text) { return QString::fromStdString(text); }

QString sentences(const exports::ShardProof& proof) {
  const Json& json = proof.json;
  const QString fault = json.contains("fault") ? QStringLiteral("Fault %1 (%2)")
                                                     .arg(json["fault"]["number"].get<int>())
                                                     .arg(shown(json["fault"]["what"].get<std::string>()))
                                               : QString();
  if (proof.holds && !fault.isEmpty()) return fault + QStringLiteral(" was NOT found.");
  if (proof.holds)
    return QStringLiteral("Verified: %1 about %2 hold over %3 of training; largest difference %4.")
        .arg(counted(json["checks"].get<int>(), "claim"), counted(json["tensors"].get<int>(), "tensor"),
             counted(json["steps"].get<int>(), "step"))
        .arg(json["max_abs_difference"].get<double>(), 0, 'g', 3);
  const Json& at = json["violation"];
  const auto text = [&](const char* key) { return shown(at[key].get<std::string>()); };
  const QString what = QStringLiteral("instruction %1 (%2), rule %3: %4 does not hold; %5.")
                           .arg(at["instruction"].get<int>())
                           .arg(text("text").simplified(), text("rule"), text("claim"), text("found"));
  return (fault.isEmpty() ? QStringLiteral("The program is wrong: ") : fault + QStringLiteral(" found at ")) +
         what;
}

}  // namespace

void ShardExtras::addTo(CLI::App& command) {
  command.add_option("--onnx", onnx, "ONNX file in the place of a model")->type_name("F.onnx");
  command.add_option("--dim", dims, "Size of a dynamic dimension of the ONNX file; repeatable")
      ->type_name("NAME=N");
  command.add_flag("--verify", verify, "Also execute the program against one device, on small tensors");
  command.add_option("--mutate", mutate, "Put fault 1 to 8 into the program first, then verify")
      ->type_name("K");
  command.add_option("--text", text, "Write the program for people")->type_name("F.txt");
  command.add_option("--pytorch", pytorch, "Write the program as a PyTorch script")->type_name("F.py");
}

Result<void> ShardExtras::check() const {
  if (!mutate.empty())
    if (const auto number = wholeOption("--mutate", mutate, 1, exports::kShardFaults); !number)
      return tl::unexpected<Error>(number.error());
  for (const std::string& path : {text, pytorch})
    if (auto output = checkOutput(path); !output) return output;
  if (!dims.empty() && onnx.empty())
    return tl::unexpected<Error>(
        usageError("--dim", dims.front(), {Wanted::Kind::text, {"it beside --onnx"}}));
  for (const std::string& one : dims) {
    const std::size_t equals = one.rfind('=');
    if (equals == std::string::npos || equals == 0)
      return tl::unexpected<Error>(usageError("--dim", one, {Wanted::Kind::text, {"NAME=N"}}));
    if (const auto size = wholeOption("--dim", one.substr(equals + 1), 1, mostExtent); !size)
      return tl::unexpected<Error>(size.error());
  }
  return {};
}

Result<spmd::Graph> ShardExtras::readGraph(std::int64_t batch) const {
  std::map<std::string, std::int64_t> sizes;
  for (const std::string& one : dims) {
    const std::size_t equals = one.rfind('=');
    const auto size = wholeOption("--dim", one.substr(equals + 1), 1, mostExtent);
    if (!size) return tl::unexpected<Error>(size.error());
    sizes[one.substr(0, equals)] = *size;
  }
  return exports::read_onnx_model(onnx, sizes, batch);
}

Result<void> ShardExtras::write(const plan::ShardAnswer& answer,
                                const std::vector<exports::Machine>& machines) const {
  if (!text.empty())
    if (auto done = write_file(text, exports::shard_text(answer, machines)); !done) return done;
  if (pytorch.empty()) return {};
  const auto script = exports::shard_script(answer, machines);
  if (!script) return tl::unexpected<Error>(script.error());
  return write_file(pytorch, *script);
}

Result<int> ShardExtras::prove(const plan::ShardAnswer& answer, const Common& common,
                               const std::stop_token& stop, Json& json, QString& told) const {
  if (!proves()) return Done;
  int fault = 0;
  if (!mutate.empty()) fault = static_cast<int>(*wholeOption("--mutate", mutate, 1, exports::kShardFaults));
  std::optional<unsigned> seed;
  if (!common.seed.empty()) seed = common.seedValue;
  const auto proof = exports::prove(answer, fault, seed, stop);
  if (!proof) return tl::unexpected<Error>(proof.error());
  json["verified"] = proof->json;
  if (proof->stopped) {
    told = QStringLiteral("It was stopped before the program was verified to the end.");
    return StoppedEarly;
  }
  told = sentences(*proof);
  return proof->holds ? Done : Defect;
}

}  // namespace astrolabe::cli
