#!/usr/bin/env bash
# The project for boards on this computer and on emulated cores: every core computes the same
# forces, its cycles are those that the emulators count in the same image, and units and columns are
# what the heading says.
#
#   board_test.sh AVR_RUNNER COUNTER HEADER...
set -uo pipefail
runner=$PWD/$1 counter=$PWD/$2 root=$PWD
shift 2
status=0
fail() { echo "FAILED: $*"; status=1; }
cd "$TEST_TMPDIR"
names=()
for header; do
  cp -L "$root/$header" .
  names+=("$(basename "$header")")
done
single=()
for name in "${names[@]}"; do [[ $name != *_f32.h ]] || single+=("$name"); done

made() { make -s -f "$root/benchmarks/board/Makefile" BRISTLE="$root" "$@"; }
column() { awk -F, -v name="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i }
  $1 == name { print $at }' "$3"; }

# consistent CSV CLOCK_MHZ: each number in its column, ns at that clock. Dahl's law by Euler's
# method runs away three times at this step. The mean that is printed is cut to tenths, and ns to a
# whole number.
consistent() {
  awk -F, -v mhz="$2" 'NR == 1 { if ($0 != "kernel,steps,restarts,min,mean,max,overhead,ns,force") exit 1; next }
    !($2 == 414 && $3 == ($1 == "dahl_euler_f32" ? 3 : 0) && $4 <= $5 && $5 <= $6) { exit 1 }
    { off = $8 - 1e3 * $5 / mhz; if (off <= -1 || off > 1e2 / mhz) exit 1; n++ }
    END { if (!n) exit 1 }' "$1" || fail "$1: $(cat "$1")"
}

# same CSV: the forces are those of this computer.
same() {
  local name
  for name in "${single[@]%.h}"; do
    [ "$(column "$name" force "$1")" = "$(column "$name" force host.csv)" ] || fail "$1: another force of $name"
  done
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
entry() { printf '%x' $((0x$("${cross}nm" measure.elf | awk -v name="$1" '$3 == name { print $1 }') / unit)); }

# counted CSV TICK COLUMN INTERRUPT: of each kernel, least, mean and most are those of the emulator's
# counts less the empty function's. Each of two readings, and the overhead, are off by less than a
# TICK of the counter; means are cut to tenths. Interrupts of INTERRUPT cycles are in some counts.
counted() {
  local name step empty
  for name in "${single[@]%.h}"; do
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

made HEADERS="${names[*]}" CLOCK_HZ=1000000000 >host.csv || fail "not made for this computer"
consistent host.csv 1000
[ "$(grep -c . host.csv)" = $((${#names[@]} + 1)) ] || fail "not all kernels: $(cat host.csv)"
made HEADERS= >none.txt 2>&1 && fail "made without headers"
grep -q 'HEADERS: expected' none.txt || fail "without headers: $(cat none.txt)"

# qemu OUT ARGUMENT...
qemu() {
  local out=$1 driver
  shift
  driver=$("${cross}objdump" -h measure.elf | awk '$2 == "driver" { printf "%s %s", $4, $3 }')
  driver=$(printf '%x:%x' $((0x${driver% *})) $((0x${driver% *} + 0x${driver#* })))
  "$@" -display none -net none -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=0 -kernel measure.elf -plugin "$counter,driver=$driver,out=counts.txt" >"$out" 2>qemu.txt ||
    fail "$out: $(cat qemu.txt)"
}
memory() { echo "-nostartfiles -Wl,--defsym=__flash=$1,--defsym=__flash_size=256K,--defsym=__ram=$2,--defsym=__ram_size=16K,--defsym=__stack_size=0"; }

# core NAME CLOCK_HZ TICK COLUMN INTERRUPT ARGUMENT... : makes and runs both programs; run_NAME has
# the emulator, cross the prefix of the tools, unit the bytes that an address counts.
core() {
  local name=$1 clock=$2 tick=$3 column=$4 interrupt=$5
  shift 5
  made clean
  made measure.elf HEADERS="${single[*]}" CLOCK_HZ="$clock" CROSS="$cross" "$@" || { fail "$name is not made"; return; }
  "run_$name" "$name.csv"
  consistent "$name.csv" $((clock / 1000000))
  same "$name.csv"
  counted "$name.csv" "$tick" "$column" "$interrupt"
  made clean
  made measure.elf HEADERS="${single[*]}" CROSS="$cross" "$@" program="$root/benchmarks/board/loops.c" || fail "$name: no loops"
  "run_$name" "$name.txt"
  linear "$name.txt" $((tick > 1)) "$interrupt"
}

ports=$root/benchmarks/firmware
run_rv32imac() { qemu "$1" qemu-system-riscv32 -M virt -cpu rv32,f=off,d=off -bios none; }
cross=riscv64-unknown-elf- unit=1
core rv32imac 1000000000 1 3 0 \
  CPU="--specs=picolibc.specs -mcmodel=medany -march=rv32imac -mabi=ilp32" COMPILE=-march=rv32imac_zicsr \
  PORT="$ports/port_semihosting.c" BOARD="$ports/start_riscv.c" LINK="$(memory 0x80000000 0x80100000)"

# Of 25 MHz, and a nanosecond an instruction: the timer moves once in 40.
run_m3() { qemu "$1" qemu-system-arm -M mps2-an385; }
cross=arm-none-eabi-
core m3 25000000 40 3 0 CPU="--specs=picolibc.specs -mthumb -mcpu=cortex-m3 -mfloat-abi=soft" \
  COMPILE=-DCYCLES_SYSTICK PORT="$ports/port_semihosting.c" BOARD="$ports/start_cortex_m.c" LINK="$(memory 0 0x20000000)"

# Cycles, of which an overflow of the timer takes 40 at most.
run_atmega328p() { "$runner" measure.elf - counts.txt - 4000000000 >"$1" || fail "$1: not run"; }
cross=avr- unit=2
core atmega328p 16000000 1 5 40 CPU=-mmcu=atmega328p COMPILE="-isystem $root/tools/embedded/avr" \
  PORT="$ports/port_avr.c" BOARD="$ports/libm_avr.c"

# A board of one's own: DWT, and the port that asks for board_put.
made clean
echo 'void board_put(char c); void board_put(char c) { *(volatile char *)0x40004000 = c; }' >my_board.c
made measure.elf HEADERS="${single[*]}" CROSS=arm-none-eabi- CPU="--specs=picolibc.specs -mthumb -mcpu=cortex-m3 -mfloat-abi=soft" \
  BOARD="$ports/start_cortex_m.c my_board.c" LINK="$(memory 0 0x20000000)" || fail "a board of one's own is not made"
arm-none-eabi-objdump -d measure.elf | grep e000100 >dwt.txt || fail "no DWT_CYCCNT"
exit $status
