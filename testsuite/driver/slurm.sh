# SPDX-License-Identifier: GPL-3.0-or-later
#
# podium tune through srun of a real Slurm, with two nodes on this machine: what
# is cancelled and what dies is run again, and nothing is lost.

. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/tuning.bash"

export PATH=$PATH:/usr/sbin:/sbin
unset MAKEFLAGS MFLAGS # salloc closes the pipe of make -j
needs "podium tune in Slurm (slurm-wlm, munge)" munged slurmctld slurmd srun \
	salloc scancel squeue sinfo

# ---- a cluster ----

slurm=$work/slurm
port=$((20000 + $$ % 20000))
user=$(id -un)
export SLURM_CONF=$slurm/slurm.conf
mkdir -p "$slurm/state" "$slurm/n1" "$slurm/n2"
chmod 755 "$work"
head -c 1024 /dev/urandom >"$slurm/munge.key" && chmod 400 "$slurm/munge.key"
cat >"$SLURM_CONF" <<END
ClusterName=podium
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
CredType=cred/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/%n.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=$(nproc)
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=$(nproc)
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END

# end FILE: the daemon whose number is in it.
end()
{
	kill -9 "$(cat "$slurm/$1")" 2>/dev/null
}

stop()
{
	scancel -u "$user" 2>/dev/null
	for pid in n1.pid n2.pid slurmctld.pid munged.pid; do
		end $pid
	done
	rm -rf "$work"
}
trap stop EXIT

start_node()
{
	slurmd -N "$1" >>"$work/log" 2>&1
}

munged --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" \
	--pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" \
	--seed-file="$slurm/munged.seed" --num-threads=1 >>"$work/log" 2>&1 &&
	slurmctld -c >>"$work/log" 2>&1 && start_node n1 && start_node n2

idle()
{
	[ "$(sinfo -h -N -t idle -o %N | sort | tr '\n' ' ')" = "n1 n2 " ]
}

if ! until_true idle; then
	skip "podium tune in Slurm" "it does not start here"
	finish
	exit
fi

srun=(--launcher "srun -N1 -n1 -c$(nproc)")

# ---- all is well ----

fresh
run salloc -Q -N1 --exclusive "$PODIUM" tune --build make --run ./bin/app \
	--runs 1 --confirm 2 "${srun[@]}"
expect 0 "inside of an allocation" -o 'work.c:7 work#1' -e '^runs are made on '
asked "no run is lost" "select count(*) >= 5 and sum(status != 'ok') = 0
	from run" 1
asked "and the loops are clocked" "select count(*) > 0 from run
	where loops like '%work#1%'" 1
cd ..

fresh
tune RUNS="$work/try/runs" --launcher "srun -N2 -n2"
expect 0 "two tasks instead of one"
ran_once "run the program once"
cd ..

# ---- several processes ----

# ranks: processes that had clocks.
ranks()
{
	ask "select loops from run where step like 'clocks %'" |
		grep -o '"process":[0-9]*' | sort -u | wc -l
}

fresh
run salloc -Q -N2 --exclusive "$PODIUM" tune --build make \
	--run 'srun -N2 -n2 ./bin/app' "${few[@]}"
expect 0 "a step of two nodes is what is run" -o 'work.c:7 work#1'
[ -n "${lacking-}" ] || [ "$(ranks)" -eq 2 ]
ok $? "both have clocks"
cd ..

if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
	mkdir mpi && cd mpi || exit 99
	cat >app.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int count, char **arguments)
{
	static double x[200000];
	int rank;

	MPI_Init(&count, &arguments);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int n = 0; n < 100; n++)
#pragma omp parallel for num_threads(1)
		for (int i = 0; i < 200000; i++)
			x[i] += i / (n + 1 + rank);
	printf("rank %d has %.10g\n", rank, x[12345]);
	MPI_Finalize();
	return 0;
}
END
	printf 'app: app.c\n\tmpicc -O2 -fopenmp app.c -o app\n' >Makefile
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	run salloc -Q -N1 --exclusive "$PODIUM" tune --build make \
		--run 'mpirun --oversubscribe --bind-to none -n 2 ./app' \
		"${few[@]}" --launcher "${srun[1]} env OMPI_MCA_plm=isolated OMPI_MCA_ras=^slurm"
	expect 0 "MPI on the machine of a step" -o 'app.c:[0-9]* main#1'
	[ -n "${lacking-}" ] || [ "$(ranks)" -eq 2 ]
	ok $? "both ranks have clocks"
	asked "no run fails or is lost" \
		"select count(*) > 3 and sum(status != 'ok') = 0 from run" 1
	cd ..
else
	skip "MPI on the machine of a step" "no mpirun, or no mpicc"
fi

# ---- in the middle of a run ----

# begin: a tuning whose second run waits.
begin()
{
	fresh
	rm -f "$work/reached" "$work/go" "$work/runs"
	env --default-signal=INT ACT=wait AT=2 RUNS="$work/runs" \
		REACHED="$work/reached" GO="$work/go" "$PODIUM" tune \
		--build make --run "./bin/app $work" "${few[@]}" "${srun[@]}" \
		>"$work/out" 2>"$work/err" &
	podium=$!
	until_true test -e "$work/reached"
	app=$(pgrep -f "^./bin/app $work")
}

# What comes of it.
await()
{
	wait $podium
	status=$?
}

gone()
{
	! kill -0 "$app" 2>/dev/null
}

begin
scancel "$(squeue -h -o %i)"
await
expect 0 "a job that is cancelled" -e 'CANCELLED.*the run is made again'
asked "is recorded, and no fault" \
	"select sum(status = 'lost') = 1 and sum(status = 'failed') = 0 and
	sum(status = 'ok') >= 3 from run" 1
until_true gone
ok $? "and its program ends"
cd ..

# chain PROCESS: it and those above it, up to the daemon that holds the step.
chain()
{
	local process=$1

	while [ "${process:-1}" -gt 1 ]; do
		echo "$process"
		case $(ps -o comm= "$process") in
		slurmstepd) return ;;
		esac
		process=$(ps -o ppid= "$process" | tr -d ' ')
	done
}

until_true idle
begin
node=$(squeue -h -o %N)
end "$node.pid"
kill -9 $(chain "$app" | tac)
await
expect 0 "a node that dies" -e 'the run is made again'
asked "costs that run, which is made again" \
	"select sum(status = 'lost') >= 1 and sum(status = 'failed') = 0 and
	sum(status = 'ok') >= 3 from run" 1
until_true gone
ok $? "and its program ends"
start_node "$node"
until_true idle
ok $? "the node comes back"
cd ..

# The daemon of the node alone: what it has started goes on.
begin
node=$(squeue -h -o %N)
end "$node.pid"
touch "$work/go"
await
expect 0 "a slurmd that dies"
asked "costs no result" "select sum(status = 'failed') = 0 and
	sum(status = 'ok') >= 3 from run" 1
start_node "$node"
until_true idle
cd ..

begin
kill -INT $podium
await
expect 130 "an interruption" -e 'the same command goes on from there'
until_true gone
ok $? "ends the program"
jobs_gone()
{
	[ -z "$(squeue -h -t R,PD)" ]
}
until_true jobs_gone
ok $? "and leaves no job"
cd ..

# ---- two nodes ----

# It sleeps more than it computes: two of them hardly disturb each other. One
# schedule alone is best: the first iteration takes as long as all others.
mkdir sleeper
cat >sleeper/main.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	static double y[12];
	double sum = 0;

	usleep(200000);
#pragma omp parallel for num_threads(2)
	for (int i = 0; i < 12; i++) {
		usleep(i ? 18000 : 200000);
		y[i] = 1. / (1 + i);
	}
	for (int i = 0; i < 12; i++)
		sum += y[i];
	printf("%.10g\n", sum);
}
END
printf 'all: app\napp: main.c\n\tgcc -O2 -fopenmp main.c -o app\n' \
	>sleeper/Makefile

# What begins and ends when is noted of steps of several runs.
cat >noted <<END
#!/bin/bash
runs=\$(tr '\0' '\n' <"\$2" | grep -c '^run=')
[ \$runs -lt 2 ] || date +%s.%N >>'$work/times'
srun -N1 -n1 -c$(nproc) --exclusive "\$@"
status=\$?
[ \$runs -lt 2 ] || date +%s.%N >>'$work/times'
exit \$status
END
chmod +x noted

# sleeper JOBS [OPTION]...: tuned on so many nodes.
sleeper()
{
	local jobs=$1

	shift
	rm -rf try && cp -r sleeper try && cd try || exit 99
	: >"$work/times"
	run salloc -Q -N"$jobs" --exclusive "$PODIUM" tune --build make \
		--run ./app --schedule static,dynamic,guided --threads 2 \
		--launcher "$work/noted" --jobs "$jobs" "$@"
}

# rate: trials an hour, of the search.
rate()
{
	sort -n "$work/times" | awk -v tries="$(ask "select count(*) from run
		where step like 'try/%/variant %'")" '
		NR == 1 { begin = $1 } { end = $1 }
		END { printf "%.0f", 3600 * tries / (end - begin) }'
}

for jobs in 1 2; do
	sleeper $jobs --chunk 1,2,3,4,5,6 --runs 16 --confirm 0
	expect 0 "the search on $jobs nodes" -o '1[0-9] of [0-9]* combinations tried'
	rates[jobs]=$(rate)
	echo "# $jobs: ${rates[jobs]} trials an hour"
	cd ..
done
awk "BEGIN { printf \"# %.2f times as many\n\", ${rates[2]} / ${rates[1]} }"

for jobs in 1 2; do
	sleeper $jobs --chunk 1,4,6 --runs 10
	expect 0 "a tuning on $jobs nodes" -o 'The program is .* times as fast'
	asked "nothing is lost" \
		"select count(*) from run where status != 'ok'" 0
	grep '^main' podium.tuned >"$work/chosen.$jobs"
	cd ..
done
grep -q 'schedule(dynamic,1)' "$work/chosen.1" &&
	cmp -s "$work/chosen.1" "$work/chosen.2"
ok $? "and the choice is the same"

# A node dies with what it runs, in the middle of the search.
rm -rf try && cp -r sleeper try && cd try || exit 99
: >"$work/times"
salloc -Q -N2 --no-kill --exclusive "$PODIUM" tune --build make --run ./app \
	--schedule static,dynamic,guided --threads 2 --chunk 1,4,6 \
	--launcher "$work/noted" --jobs 2 --runs 10 \
	>"$work/out" 2>"$work/err" &
podium=$!
searching()
{
	[ "$(wc -l <"$work/times")" -ge 4 ]
}
until_true searching
end n2.pid
for process in $(pgrep -f "^./app$"); do
	! chain "$process" | xargs -n1 ps -o args= -p | grep -q n2 ||
		kill -9 $(chain "$process" | tac)
done
await
expect 0 "a node that dies in the middle" -o 'The program is .* times as fast'
asked "is no fault" "select count(*) from run where status = 'failed'" 0
grep '^main' podium.tuned >"$work/chosen.3"
cmp -s "$work/chosen.1" "$work/chosen.3"
ok $? "and the choice is the same"
start_node n2
until_true idle
cd ..

finish
