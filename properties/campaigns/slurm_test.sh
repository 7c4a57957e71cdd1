#!/usr/bin/env bash
# A campaign as a job array of Slurm, on two nodes of this machine of which one is lost on the way:
# its slices merge to exactly what one process finds. Needs root and the packages slurm-wlm and
# munge. Arguments: one_process.sh, campaign_table.
set -euo pipefail
. "$1"
table=$PWD/$2
for tool in munged slurmctld slurmd sbatch; do
  [ -x "$(PATH=$PATH:/usr/sbin command -v $tool)" ] || { echo "no $tool; install slurm-wlm and munge"; exit 1; }
done
export PATH=$PATH:/usr/sbin
here=$(mktemp -d /tmp/slurm.XXXXXX) # sockets allow 107 characters
cd "$here"
mkdir state spool.a spool.b slices
fail() { echo "FAILED: $*"; tail -n 20 ./*.log 2>/dev/null; squeue 2>/dev/null; exit 1; }

stop_node() { # NODE: as when its machine loses power: no word to anybody
  local job process
  kill -KILL "$(cat "slurmd.$1.pid")"
  for job in $(squeue --noheader --nodelist="$1" --format=%A); do
    pkill -KILL -f "slurmstepd: \[$job\." || true
  done
  for process in $(grep -alxz "SLURMD_NODENAME=$1" /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3); do
    kill -KILL "$process" 2>/dev/null || true
  done
}
stop_all() {
  scancel --user=root 2>/dev/null || true
  for daemon in slurmd.a slurmd.b slurmctld munged; do
    [ ! -f "$daemon.pid" ] || kill "$(cat "$daemon.pid")" 2>/dev/null || true
  done
  cd /
  for ((i = 0; i < 50; i++)); do rm -rf "$here" 2>/dev/null && break; sleep 0.1; done # daemons end
}
trap stop_all EXIT

head -c 1024 /dev/urandom >munge.key
chmod 400 munge.key
munged --force --key-file="$here/munge.key" --socket="$here/munge.sock" --seed-file="$here/munge.seed" \
  --pid-file="$here/munged.pid" --log-file="$here/munged.log"

free_port() { # a port nobody listens on, from the given one up
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}
base=$((20000 + $$ % 20000))
control=$(free_port $base)
first=$(free_port $((control + 1)))
second=$(free_port $((first + 1)))
cat >slurm.conf <<C
ClusterName=bristle
SlurmctldHost=localhost
SlurmUser=root
SlurmdUser=root
SlurmctldPort=$control
AuthType=auth/munge
AuthInfo=socket=$here/munge.sock
CredType=cred/munge
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool.%n
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.%n.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=5
KillWait=1
MpiDefault=none
SwitchType=switch/none
NodeName=a NodeHostname=localhost NodeAddr=127.0.0.1 Port=$first CPUs=1 State=UNKNOWN
NodeName=b NodeHostname=localhost NodeAddr=127.0.0.1 Port=$second CPUs=1 State=UNKNOWN
PartitionName=all Nodes=a,b Default=YES MaxTime=INFINITE State=UP
C
export SLURM_CONF=$here/slurm.conf
slurmctld -i
slurmd -N a
slurmd -N b

# 8 runs in 4 shards; a slice is there when it is whole, whoever was the last to compute it.
slices=32
cat >job <<J
#!/bin/bash
i=\$SLURM_ARRAY_TASK_ID
echo "\$i \$SLURMD_NODENAME" >>"$here/begun"
sleep 0.5
"$table" --slice \$i/$slices --shards 4 --trials 100 --jobs 1 -o "$here/slices/slice_\$i.json"
J
sbatch --array=1-$slices --requeue --output="$here/out.%a" job >/dev/null || fail "sbatch"
waited() { # CONDITION...: until it holds, at most two minutes
  for ((i = 0; i < 1200; i++)); do "$@" && return; sleep 0.1; done
  fail "waited for: $*"
}
begun_on() { [ -f begun ] && [ "$(grep -c " $1\$" begun)" -ge "$2" ]; }
# Slurm begins the jobs of a lost node again after two minutes, unless told to do so now.
ended() {
  local job
  for job in $(squeue --noheader --array --states=PENDING --format=%i); do
    scontrol update JobId="$job" StartTime=now 2>/dev/null || true
  done
  [ -z "$(squeue --noheader)" ]
}
waited begun_on b 3
stop_node b
waited ended
[ "$(ls slices | wc -l)" = $slices ] || fail "slices: $(ls slices)"
grep -q 'b .*not responding\|[Rr]equeu' slurmctld.log || fail "no node was lost"
echo "begun: $(wc -l <begun), of which on b $(grep -c ' b$' begun)"

merges_to_one_process "$table" slices/*.json
rm slices/slice_7.json
! "$table" slices/*.json -o merged 2>error && grep -q 'is missing$' error || fail "a missing slice passes"
