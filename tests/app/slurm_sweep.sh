#!/bin/bash
# sweep --slurm on a real Slurm of one machine: a controller and two nodes of its own, in a folder of their own. One
# node is killed while it works; its task comes back on the other one, and what is put together is the sweep of one
# process, byte for byte. Status 77, "skipped", where no Slurm is installed (Debian: slurm-wlm, munge).
#   slurm_sweep.sh ASTROLABE_CLI
set -u
cli=$(readlink -f "$1")
export PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch squeue scontrol sinfo; do
  command -v $program > /dev/null || { echo "skipped: no $program (packages slurm-wlm, munge)"; exit 77; }
done
if [ "$(id -u)" -ne 0 ]; then
  echo "skipped: a controller and nodes of one's own want root"
  exit 77
fi

place=$(mktemp -d /tmp/astrolabe-slurm-XXXXXX)
started=()
finish() {
  local status=$?
  local pid
  for pid in "${started[@]}"; do
    kill "$pid" 2> /dev/null
  done
  if [ $status -ne 0 ]; then
    echo "kept: $place"
    tail -n 20 "$place"/*.log 2> /dev/null
    tail -n 5 "$place"/jobs/*.log 2> /dev/null
  else
    rm -rf "$place"
  fi
  exit $status
}
trap finish EXIT
fail() { echo "FAIL: $*"; exit 1; }
# wait_for SECONDS WHAT COMMAND...: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ $SECONDS -lt $end ] || fail "waited in vain for $what"
    sleep 0.2
  done
}

mkdir -p "$place"/{munge,state,spool.n1,spool.n2,sweep,jobs}
chmod 755 "$place" "$place/munge"
head -c 1024 /dev/urandom > "$place/munge/key"
chmod 400 "$place/munge/key"
munged --foreground --force --key-file="$place/munge/key" --socket="$place/munge/socket" --pid-file="$place/munge/pid" \
  --log-file="$place/munge/log" --seed-file="$place/munge/seed" > "$place/munged.log" 2>&1 &
started+=($!)
wait_for 30 "munged" test -S "$place/munge/socket"

port=$((20000 + $$ % 20000))
cat > "$place/slurm.conf" << END
ClusterName=astrolabe
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$place/munge/socket
CredType=cred/munge
SlurmctldPort=$port
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.%n.pid
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool.%n
SlurmctldLogFile=$place/slurmctld.log
SlurmdLogFile=$place/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
InactiveLimit=0
KillWait=2
MinJobAge=300
JobRequeue=1
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$place/slurm.conf
slurmctld -D -i > "$place/slurmctld.out.log" 2>&1 &
started+=($!)
declare -A node
for name in n1 n2; do
  slurmd -D -N $name > "$place/slurmd.$name.out.log" 2>&1 &
  node[$name]=$!
  started+=($!)
done
idle() { [ "$(sinfo -h -N -o %t 2> /dev/null | grep -c '^idle$')" = 2 ]; }
wait_for 60 "two idle nodes" idle
echo "slurm $(sinfo --version): $(sinfo -h -N -o '%N %t' | tr '\n' ' ')"

# The sweep: 3 x 4 cases in 4 parts. The set of time and money over three pools takes seconds a case.
cd "$place/sweep" || exit 1
cat > cluster.json << 'END'
{"pools": [{"id": "h", "gpu": "h100-sxm", "nodes": 8, "gpus_per_node": 8, "inter_node_gb_per_s": 400, "usd_per_gpu_hour": 2},
           {"id": "a", "gpu": "a100-sxm-80", "nodes": 8, "gpus_per_node": 8, "inter_node_gb_per_s": 200, "usd_per_gpu_hour": 1},
           {"id": "v", "gpu": "h200-sxm", "nodes": 8, "gpus_per_node": 8, "inter_node_gb_per_s": 200, "usd_per_gpu_hour": 3}],
 "between_pools": [{"a": "h", "b": "a", "gb_per_s": 50}, {"a": "h", "b": "v", "gb_per_s": 50},
                   {"a": "a", "b": "v", "gb_per_s": 50}]}
END
echo '{"sequence_length": 8192, "global_batch": 1024, "tokens": 1e12, "precision": "bf16"}' > job.json
cat > grid.json << 'END'
{"model": ["llama-3.1-70b"], "cluster": ["cluster.json"], "job": ["job.json"],
 "set": {"cluster.pools[h].nodes": [8, 16, 32], "cluster.pools[a].nodes": [8, 12, 24, 48]}}
END
begun=$SECONDS
"$cli" sweep --grid grid.json --objective pareto --out whole.jsonl --progress none || fail "the sweep of one process"
echo "one process: $(wc -l < whole.jsonl) cases in $((SECONDS - begun)) s"
"$cli" sweep --grid grid.json --objective pareto --slurm "$place/jobs" --shards 4 --threads 1 || fail "sweep --slurm"
job=$(sbatch --parsable "$place/jobs/sweep.sbatch") || fail "sbatch"
echo "job $job: 4 tasks on two nodes"

# Kill the node of part 1 once it has a case done and others to do: its daemon, what watches over the task, and the
# task, in this order, so that nobody tells the controller.
lines() { [ -e "$1" ] && wc -l < "$1" || echo 0; }
first=$place/jobs/shard-1.jsonl
has_one() { [ "$(lines "$first")" -ge 1 ]; }
wait_for 120 "the first case of part 1" has_one
victim=$(squeue -h -j "${job}_1" -o %N)
[ -n "$victim" ] || fail "part 1 had ended before its node could be killed"
kill -KILL "${node[$victim]}"
for pid in $(pgrep -f "shard-1.jsonl"); do
  if grep -qz "^SLURMD_NODENAME=$victim$" "/proc/$pid/environ" 2> /dev/null; then
    kill -KILL "$(ps -o ppid= -p "$pid" | tr -d ' ')" "$pid"
  fi
done
left=$(lines "$first")
printf '{"case": 4, "torn' >> "$first"
echo "killed node $victim with $left of 3 lines of part 1 on the disk, and a torn one behind them"
down() { sinfo -h -N -n "$victim" -o %t | grep -q '^down'; }
wait_for 90 "the controller to miss the node" down
echo "node $victim: $(sinfo -h -N -n "$victim" -o %t); part 1: $(squeue -h -j "${job}_1" -o '%T')"
# Slurm holds a task that comes back for two minutes: not here.
scontrol update "jobid=${job}_1" StartTime=now 2> /dev/null
all_done() { [ -z "$(squeue -h -j "$job" 2> /dev/null)" ]; }
wait_for 300 "the end of all parts on the other node" all_done
echo "restarts of part 1: $(scontrol show job "${job}_1" | grep -o 'Restarts=[0-9]*')"
grep -h "torn" "$place/jobs/shard-1.log" || fail "part 1 did not say that it cut a torn line"

sh "$place/jobs/merge.sh" || fail "merge.sh"
cmp whole.jsonl "$place/jobs/sweep.jsonl" || fail "the merged sweep differs from that of one process"
echo "merged: $(wc -l < "$place/jobs/sweep.jsonl") cases, the bytes of one process"
# A missing part is named.
rm "$place/jobs/shard-3.jsonl"
sh "$place/jobs/merge.sh" 2> missing.txt && fail "a missing part was not told"
cat missing.txt
grep -q "part 3/4" missing.txt || fail "the missing part is not named"
