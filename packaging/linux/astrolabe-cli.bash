# Completion of astrolabe-cli for bash. Commands and options are those that the installed program lists itself,
# ids those of its catalogue.

# Words in the first column of a help text, from the heading on.
_astrolabe_cli_commands() {
  "$1" --help 2>/dev/null | awk '/^(Subcommands|SUBCOMMANDS):/ { on = 1; next } on && /^  [a-z]/ { print $1 }'
}

_astrolabe_cli_options() {
  "$1" ${2:+"$2"} --help 2>/dev/null | awk '/^ *-/ { print $1 }' | grep -oE -- '--[a-z][a-z-]*' | sort -u
}

# Ids of one list of the catalogue: gpus, nodes or models.
_astrolabe_cli_ids() {
  "$1" catalog "$2" --json 2>/dev/null | sed -nE 's/^ *"id": "([A-Za-z0-9._-]+)".*/\1/p'
}

_astrolabe_cli() {
  local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  local command='' words='' files=no i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  COMPREPLY=()
  case $before in
    --progress) words='text json none' ;;
    --objective) words='throughput money pareto gpus' ;;
    --goal) words='smallest cheapest' ;;
    --programs | --groups | --pipelines | --sharded | --widths) words='auto always never' ;;
    --state) words='anywhere own' ;;
    --catalogue-of) words='plan today' ;;
    --lang) words='en zh_CN' ;;
    --benchmark) words='vgg19 vit bert moe encoder' ;;
    --format)
      words='megatron-lm megatron-bridge torchtitan torchtitan-v0.2.2 deepspeed accelerate-trl primus ms-swift'
      words+=' llama-factory json csv chrome-trace program-json program-pytorch program-text groups-certificate groups-json groups-pytorch groups-text pipelines-json widths-json widths-text'
      words+=' deployment-csv deployment-json deployment-trace placement-routing post_training-csv post_training-json post_training-openrlhf post_training-trace post_training-verl dynamo llm-d vllm sglang tensorrt-llm'
      ;;
    --name)
      words='two-generations small homogeneous best-value does-not-fit serve-chat serve-experts serve-mixed serve-regions post-train-ppo' ;;
    --start) words='torchrun srun sbatch kubernetes' ;;
    --model) words=$(_astrolabe_cli_ids "$program" models) files=yes ;;
    --threads | --seed | --top | --time-limit | --tolerance | --rank | --layers | --batch | --sequence | --segments | \
      --dim | --mutate | --shard | --shards | --scenario | --certificate-places | --provider | \
      --vocab-size | --set | --unit-bytes | --gpus-per-node | --link-gb-per-s) return ;;
    --*)
      # Options that name a file, or none with a value at all.
      if [[ $word != -* ]]; then
        files=yes
      fi
      ;;
  esac
  if [[ -z $words && $word == -* ]]; then
    words=$(_astrolabe_cli_options "$program" "$command")
    files=no
  elif [[ -z $words && -z $command ]]; then
    words=$(_astrolabe_cli_commands "$program")
  elif [[ -z $words && $before == catalog ]]; then
    words='gpus nodes models prices'
  elif [[ -z $words && $before == inspect ]]; then
    words=$(_astrolabe_cli_ids "$program" models) files=yes
  elif [[ -z $words ]]; then
    files=yes
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ $files == yes ]]; then
    local found
    while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -f -- "$word")
    compopt -o filenames 2>/dev/null
  fi
}

complete -F _astrolabe_cli astrolabe-cli
