#include "core/exports/serving_start.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/quoting.h"
#include "core/exports/yaml.h"

namespace astrolabe::exports {

using serving::Runtime;

namespace {

constexpr int kFirstPort = 8000;

/// Copies that one machine starts side by side.
int copies_together(const Server& server) {
  return server.nodes() > 1 ? 1 : std::min(server.copies, server.copies_a_node());
}

/// The command without its settings; the port is a shell expression.
std::string command_of(Runtime runtime, const Server& server) {
  const std::string port =
      copies_together(server) > 1 ? fmt::format("$(({} + INDEX))", kFirstPort) : std::to_string(kFirstPort);
  switch (runtime) {
    case Runtime::vllm:
      return fmt::format("vllm serve \"$MODEL\" --host 0.0.0.0 --port {}", port);
    case Runtime::sglang:
      return fmt::format("python3 -m sglang.launch_server --model-path \"$MODEL\" --host 0.0.0.0 --port {}",
                         port);
    case Runtime::tensorrt_llm:
      break;
  }
  return fmt::format("{}trtllm-serve \"$MODEL\" --host 0.0.0.0 --port {}",
                     server.nodes() > 1 ? "trtllm-llmapi-launch " : "", port);
}

/// Settings two spaces in, as lines that go on.
std::string lines_of(const EngineStart& start) {
  std::string text;
  for (const auto& [name, value] : start.arguments)
    text += fmt::format(" \\\n      {}", fmt::join(words_of({{name, value}}), " "));
  for (const auto& [name, value] : start.place)
    text += fmt::format(" \\\n      {} {}{}{}", name, value.front() == '$' ? "\"" : "", value,
                        value.front() == '$' ? "\"" : "");
  if (start.later_headless) text += " \\\n      ${LATER:+--headless}";
  return text;
}

/// What a copy sees of its machine: which GPUs, or which machine it is.
std::string before_command(Runtime runtime, const Server& server, const EngineStart& start) {
  std::string text;
  const int gpus = server.worker.gpus();
  if (server.nodes() > 1) {
    if (runtime == Runtime::tensorrt_llm)
      return fmt::format(
          "    # In an allocation of {} machines: srun -N {} --ntasks {} --ntasks-per-node {} --mpi=pmix "
          "bash "
          "THIS {}\n",
          server.nodes(), server.nodes(), gpus, server.gpus_a_node(), server.name);
    text += fmt::format(
        "    # On each of the {} machines of a copy: NODE_RANK from 0 on, HEAD is the first of them.\n",
        server.nodes());
    text += "    NODE_RANK=${2:?} HEAD=${3:?}\n";
    if (start.later_headless) text += "    LATER=${NODE_RANK#0}\n";
  } else if (copies_together(server) > 1) {
    const char* visible = server.pool->vendor == "AMD" ? "HIP_VISIBLE_DEVICES" : "CUDA_VISIBLE_DEVICES";
    text += fmt::format("    # {} copies a machine, INDEX from 0 to {}.\n", copies_together(server),
                        copies_together(server) - 1);
    text += "    INDEX=${2:?}\n";
    text += fmt::format("    export {}=$(seq -s, $((INDEX * {})) $((INDEX * {} + {})))\n", visible, gpus,
                        gpus, gpus - 1);
  }
  return text;
}

std::string transfer_environment(Runtime runtime, const Server& server) {
  if (server.role == Role::whole || runtime != Runtime::vllm) return {};
  std::string text = "    export VLLM_NIXL_SIDE_CHANNEL_HOST=$(hostname -i)\n";
  if (copies_together(server) > 1) text += "    export VLLM_NIXL_SIDE_CHANNEL_PORT=$((5600 + INDEX))\n";
  return text;
}

/// One case of the script.
Result<std::string> case_of(Runtime runtime, const ServedFleet& served, const Server& server) {
  const auto start = engine_start(runtime, served, server);
  if (!start) return tl::unexpected<Error>(start.error());
  std::string text = fmt::format("  {})\n    # {}\n", server.name, line_of(server));
  for (const std::string& remark : remarks_of(runtime, server)) text += "    # " + remark + '\n';
  text += before_command(runtime, server, *start) + transfer_environment(runtime, server);
  // A file of its own for each process: those of several machines write side by side.
  const bool file = !start->file.empty();
  if (file)
    text += fmt::format("    FILE=$(mktemp)\n    cat >\"$FILE\" <<'END'\n{}END\n",
                        yaml_text(nested_settings(start->file)));
  text += "    exec " + command_of(runtime, server) + lines_of(*start);
  if (file) text += " \\\n      --extra_llm_api_options \"$FILE\"";
  return text + "\n    ;;\n";
}

/// What stands in front of several servers.
std::string router_of(Runtime runtime, const std::vector<Server>& servers) {
  const bool parted = std::any_of(servers.begin(), servers.end(),
                                  [](const Server& server) { return server.role != Role::whole; });
  int copies = 0;
  for (const Server& server : servers) copies += server.copies;
  if (copies == 1) return {};
  std::string text = "# In front of the servers: what spreads requests over them, by the shares above.\n";
  if (runtime == Runtime::sglang)
    text += parted ? "#   python3 -m sglang_router.launch_router --pd-disaggregation --prefill "
                     "http://HOST:8000 8998 … --decode http://HOST:8000 …\n"
                   : "#   python3 -m sglang_router.launch_router --worker-urls http://HOST:8000 …\n";
  if (runtime == Runtime::tensorrt_llm && parted)
    text +=
        "#   trtllm-serve disaggregated -c FILE, whose context_servers and generation_servers are these\n";
  if (runtime == Runtime::vllm && parted)
    text += "#   a proxy that sends prompts to a prefill server first, as that of llm-d (form llm-d)\n";
  return text;
}

}  // namespace

std::vector<std::string> words_of(const EngineSettings& settings) {
  std::vector<std::string> words;
  for (const auto& [name, value] : settings) {
    words.push_back(name);
    if (value == true) continue;
    words.push_back(shell_word(value.is_string() ? value.get<std::string>() : text_of(value)));
  }
  return words;
}

std::string line_of(const Server& server) {
  const serving::Worker& worker = server.worker;
  const int machines = server.nodes() > 1
                           ? server.nodes() * server.copies
                           : (server.copies + server.copies_a_node() - 1) / server.copies_a_node();
  std::string text = fmt::format(
      "{} {} on {} {} of {}: tensor {}", server.copies, server.copies == 1 ? "copy" : "copies", machines,
      machines == 1 ? "machine" : "machines", comment_text(server.pool->id), worker.tensor_parallel);
  if (worker.attention_data_parallel > 1)
    text += fmt::format(", attention data {}", worker.attention_data_parallel);
  if (worker.pipeline_parallel > 1) text += fmt::format(", pipeline {}", worker.pipeline_parallel);
  if (worker.expert_parallel > 1) text += fmt::format(", expert {}", worker.expert_parallel);
  if (server.role != Role::whole) text += fmt::format(", {} alone", to_string(server.role));
  return text + fmt::format(", {:.3g} % of requests", 100.0 * server.share);
}

std::string serving_heading(const ServedFleet& served, const std::vector<Server>& servers, Runtime runtime) {
  const EngineArguments known(to_string(runtime));
  std::string text =
      fmt::format("# plan: {}\n# model: {}\n", comment_text(served.plan), comment_text(served.model));
  for (const Server& server : servers) text += fmt::format("# {}: {}\n", server.name, line_of(server));
  if (!served.version.empty()) text += fmt::format("# Astrolabe {}\n", comment_text(served.version));
  text += fmt::format("# {}, {}, read {}\n", known.title(), known.source(),
                      known.all().empty() ? "" : known.all().front().date);
  if (runtime != served.job.runtime)
    text += fmt::format("# The figures of the plan are of {}, not of this engine.\n",
                        EngineArguments(to_string(served.job.runtime)).title());
  return text;
}

Result<std::string> start_script(Runtime runtime, const ServedFleet& served) {
  const auto servers = servers_of(served);
  if (!servers) return tl::unexpected<Error>(servers.error());
  std::string text =
      "#!/bin/bash\n" + serving_heading(served, *servers, runtime) + router_of(runtime, *servers) +
      "# Words in capitals are to be filled in. Start: bash THIS SERVER …, as each case says.\n"
      "set -e\nMODEL=${MODEL:-MODEL}\ncase ${1:?} in\n";
  for (const Server& server : *servers) {
    const auto one = case_of(runtime, served, server);
    if (!one) return one;
    text += *one;
  }
  return text + "  *)\n    echo \"no server is called $1\" >&2\n    exit 2\n    ;;\nesac\n";
}

const std::vector<ServingForm>& serving_forms() {
  static const std::vector<ServingForm> forms{
      {"vllm", "vLLM", ".vllm.sh",
       [](const ServedFleet& served) { return start_script(Runtime::vllm, served); }},
      {"sglang", "SGLang", ".sglang.sh",
       [](const ServedFleet& served) { return start_script(Runtime::sglang, served); }},
      {"tensorrt-llm", "TensorRT-LLM", ".tensorrt-llm.sh",
       [](const ServedFleet& served) { return start_script(Runtime::tensorrt_llm, served); }},
      {"llm-d", "llm-d", ".llm-d.yaml", llm_d_manifests},
      {"dynamo", "NVIDIA Dynamo", ".dynamo.yaml", dynamo_manifest}};
  return forms;
}

const ServingForm* find_serving_form(std::string_view id) {
  for (const ServingForm& form : serving_forms())
    if (id == form.id) return &form;
  return nullptr;
}

}  // namespace astrolabe::exports
