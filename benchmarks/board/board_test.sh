#!/usr/bin/env bash
# Projects for boards of all cores, on emulated ones: they are complete, every core computes this
# computer's forces, its cycles are those that the emulators count in the same image, and units and
# columns are what the heading says.
#
#   board_test.sh EXPORT AVR_RUNNER COUNTER TEXT HEADER...
set -uo pipefail
export=$PWD/$1 runner=$PWD/$2 counter=$PWD/$3 text=$PWD/$4 loops=$PWD/benchmarks/board/loops.c
headers=()
for header in "${@:5}"; do headers+=("$PWD/$header"); done
status=0
fail() { echo "FAILED: $*"; status=1; }
cd "$TEST_TMPDIR"
mkdir tmp
export XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR/tmp

column() { awk -F, -v name="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i }
  $1 == name { print $at }' "$3"; }
kernels() { tail -n +2 "$1" | cut -d, -f1; }

# consistent CSV CLOCK_MHZ: each number in its column, ns at that clock. Dahl's law by Euler's
# method runs away three times at this step. The mean that is printed is cut to tenths, and ns to a
# whole number.
consistent() {
  awk -F, -v mhz="$2" 'NR == 1 { if ($0 != "kernel,steps,restarts,min,mean,max,overhead,ns,force,forces") exit 1; next }
    !($2 == 414 && $3 == ($1 ~ /^dahl_euler/ ? 3 : 0) && $4 <= $5 && $5 <= $6) { exit 1 }
    { off = mhz ? $8 - 1e3 * $5 / mhz : $8; if (off <= -1 || (mhz ? off > 1e2 / mhz : off)) exit 1; n++ }
    END { if (!n) exit 1 }' "$1" || fail "$1: $(cat "$1")"
}

# linear LINES READING INTERRUPT: what loops.c has written. A reading is off by less than READING, and
# a difference by twice that: 1 + 99 of them. Each overflow of 65536 interrupts for INTERRUPT cycles.
linear() {
  awk -v reading="$2" -v interrupt="$3" '{ at[NR] = $1 } END {
    off = (at[3] - at[2]) - 99 * (at[2] - at[1])
    most = 200 * reading + interrupt * (at[3] / 65536 + 100)
    exit !(NR == 3 && at[1] > 0 && off * off <= most ^ 2 && most < at[3] / 100) }' "$1" ||
    fail "$1: the counter does not count: $(cat "$1")"
}

# entry SYMBOL: its address, as counts name it.
entry() { printf '%x' $((0x$("${cross}nm" board.elf | awk -v name="$1" '$3 == name { print $1 }') / unit)); }

# counted CSV TICK COLUMN INTERRUPT: of each kernel, least, mean and most are those of the emulator's
# counts less the empty function's. Each of two readings, and the overhead, are off by less than a
# TICK of the counter; means are cut to tenths. Interrupts of INTERRUPT cycles are in some counts.
counted() {
  local name step empty
  for name in $(kernels "$1"); do
    step=$(grep "^$(entry "step_$name") " counts.txt | cut -d' ' -f"$3")
    empty=$(grep "^$(entry "nothing_$name") " counts.txt | cut -d' ' -f"$3")
    awk -v min="$(column "$name" min "$1")" -v mean="$(column "$name" mean "$1")" -v max="$(column "$name" max "$1")" \
      -v steps="$(column "$name" steps "$1")" -v step="$step" -v empty="$empty" -v tick="$2" -v interrupt="$4" '
      function off(is, was, slack) { return is * tick - was < -slack || is * tick - was > slack }
      BEGIN { split(step, s, ":"); split(empty, e, ":"); slack = tick > 1 ? 2 * tick : 0
        exit off(min, s[1] - e[1], slack) || off(max, s[3] - e[1], slack + interrupt) || s[1] == 0 || e[1] == 0 ||
          off(mean, s[2] / steps - e[1], slack + 0.1 * tick + interrupt * (s[3] + 1000) / 65536) }' ||
      fail "$1: $name: $(grep "^$name," "$1"), counted $step, empty $empty"
  done
}

# qemu OUT ARGUMENT...
qemu() {
  local out=$1 driver
  shift
  driver=$("${cross}objdump" -h board.elf | awk '$2 == "driver" { printf "%s %s", $4, $3 }')
  driver=$(printf '%x:%x' $((0x${driver% *})) $((0x${driver% *} + 0x${driver#* })))
  "$@" -display none -net none -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=0 -kernel board.elf -plugin "$counter,driver=$driver,out=counts.txt" >"$out" 2>qemu.txt ||
    fail "$out: $(cat qemu.txt)"
}

# core CORE CLOCK_HZ TICK COLUMN INTERRUPT VARIABLE...: writes a project, makes and runs it, and loops.c
# in it; `emulated` has the emulator, cross the prefix of the tools, unit the bytes that an address counts.
core() {
  local core=$1 clock=$2 tick=$3 column=$4 interrupt=$5
  shift 5
  "$export" --board "$core" --core "$core" || fail "$core: not written"
  cp -L "${headers[@]}" "$core"
  cd "$core" || return
  make -s board.elf CLOCK_HZ="$clock" "$@" || fail "$core is not made"
  emulated board.csv
  consistent board.csv $((clock / 1000000))
  [ "$(kernels board.csv | sort | tr '\n' ' ')" = "dahl_euler_f32 lugre_exponential_f32 " ] || fail "$core: not all kernels"
  counted board.csv "$tick" "$column" "$interrupt"
  { sed 's/$/\r/' board.csv >serial.csv && make -s compare CSV=serial.csv >compared.txt &&
    [ "$(cat compared.txt)" = "2 kernels: the same forces" ]; } || fail "$core: $(cat compared.txt)"
  consistent host.csv 0
  cp "$loops" .
  make -s board.elf program=loops.c CLOCK_HZ="$clock" "$@" || fail "$core: no loops"
  emulated loops.txt
  linear loops.txt "$([ "$tick" = 1 ] && echo 0 || echo 1)" "$interrupt"
  cd ..
}

# said CORE: the page has the mean of LuGre that was measured.
said() {
  local mean
  mean=$(column lugre_exponential_f32 mean "$1/board.csv" | sed 's/\..*//; s/...$/,&/')
  grep -q "\b$mean \(instructions\|cycles\)" "$1/benchmarks/board/README.md" || fail "the page does not say $mean of $1"
}

# Nanoseconds are instructions: of a timer of 25 MHz that moves once in 40, and of one of 16 MHz in 62.5.
cross=arm-none-eabi- unit=1
cortex_m() { core "$@" FLASH=0 FLASH_SIZE=256K RAM=0x20000000 RAM_SIZE=16K DEFINES=-DCYCLES_SYSTICK; }
for board in m3:385 m4f:386 m7:500; do
  emulated() { qemu "$1" qemu-system-arm -M "mps2-an${board#*:}"; }
  cortex_m "${board%:*}" 25000000 40 3 0
done
emulated() { qemu "$1" qemu-system-arm -M microbit; }
cortex_m m0p 16000000 62.5 3 0

cross=riscv64-unknown-elf-
riscv() { core "$1" 1000000000 1 3 0 FLASH=0x80000000 FLASH_SIZE=1M RAM=0x80100000 RAM_SIZE=16K; }
emulated() { qemu "$1" qemu-system-riscv32 -M virt -cpu rv32,f=off,d=off -bios none; }
riscv rv32imac
said rv32imac
emulated() { qemu "$1" qemu-system-riscv32 -M virt -cpu rv32,d=off -bios none; }
riscv rv32imafc

# Cycles, of which an overflow of the timer takes 40 at most.
cross=avr- unit=2
emulated() { "$runner" board.elf - counts.txt - 4000000000 >"$1" || fail "$core: not run"; }
core atmega328p 16000000 1 5 40
said atmega328p

# A project as it is written takes DWT_CYCCNT, and one's own console.
sed 's/Dahl/Own/; s/model dahl /model own /; s/end dahl;/end own;/' "$text" >own.mo
"$export" --board own --core m4f --model own.mo --method exponential || fail "own: not written"
cd own || exit 1
make -s board.elf >made.txt 2>&1 || fail "not made as it is: $(cat made.txt)"
arm-none-eabi-objdump -dh board.elf >board.txt
grep -q e000100 board.txt || fail "no DWT_CYCCNT"
grep -q ' 08000000 ' board.txt || fail "not at the memory of its Makefile"
echo 'void board_put(char c); void board_put(char c) { *(volatile char *)0x40004000 = c; }' >console.c
make -s board.elf START="benchmarks/firmware/start_cortex_m.c benchmarks/board/port_board.c console.c" ||
  fail "no console of one's own"

# Other forces are told, and kernels that are not there.
make -s host.csv
sed 's/\(,[0-9a-f]*\),[0-9a-f]*$/\1,00000000/; 1s/.*/kernel/; $s/$/\nx_f64,1/' host.csv >other.csv
make -s compare CSV=other.csv >compared.txt 2>/dev/null && fail "another force is compared"
grep -q '^own_exponential_f64: other forces, the last [0-9a-f]*, here ' compared.txt || fail "other forces: $(cat compared.txt)"
grep -q '^x_f64: not measured on this computer$' compared.txt || fail "another kernel: $(cat compared.txt)"
make -s HEADERS= board.elf >none.txt 2>&1 && fail "made without headers"
grep -q 'HEADERS: expected' none.txt || fail "without headers: $(cat none.txt)"
cd ..

# refused WORDS ARGUMENT...: exit 2, one line, nothing written.
refused() {
  local words=$1 is=0
  shift
  "$export" "$@" >out 2>err || is=$?
  { [ $is = 2 ] && [ "$(grep -c . err)" = 1 ] && grep -q -- "$words" err && [ ! -s out ] && [ ! -e new ]; } ||
    fail "$*: exit $is: $(cat err)"
}
of=(--model own.mo --method exponential)
refused "'own' is there" --board own --core m3 "${of[@]}"
refused "'' is no name" --board "" --core m3 "${of[@]}"
refused "cannot write to 'own/Makefile/new'" --board own/Makefile/new --core m3 "${of[@]}"
refused "--core: expected m0p, .*, got 'm5'" --board new --core m5 "${of[@]}"
refused "--core: expected m0p, .*, got 'nothing'" --board new "${of[@]}"
refused "add --float" --board new --core atmega328p "${of[@]}"
refused "goes with --board" --core m3 "${of[@]}"
refused "--core, --model, --method and --float only" --board new --core m3 "${of[@]}" -o new
refused "--core, --model, --method and --float only" --board new --core m3 --law lugre --method exponential --flags
refused "--core, --model, --method and --float only" --board new --core m3 --method rk4
refused "method" --board new --core m3 --model own.mo
exit $status
