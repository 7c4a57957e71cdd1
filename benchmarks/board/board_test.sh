#!/usr/bin/env bash
# The project for boards on this computer and on emulated cores: every core computes the same
# forces, the counter counts, and units and columns are what the heading says.
#
#   board_test.sh AVR_RUNNER GOLDEN HEADER...
set -uo pipefail
runner=$PWD/$1 golden=$PWD/$2 root=$PWD
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
# method runs away three times at this step.
consistent() {
  awk -F, -v mhz="$2" 'NR == 1 { if ($0 != "kernel,steps,restarts,min,mean,max,overhead,ns,force") exit 1; next }
    !($2 == 414 && $3 == ($1 == "dahl_euler_f32" ? 3 : 0) && $4 <= $5 && $5 <= $6) { exit 1 }
    { off = $8 - 1e3 * $5 / mhz; if (off < -1 || off > 1e2 / mhz + 1) exit 1; n++ }
    END { if (!n) exit 1 }' "$1" || fail "$1: $(cat "$1")"
}

# same CSV: the forces are those of this computer.
same() {
  local name
  for name in "${single[@]%.h}"; do
    [ "$(column "$name" force "$1")" = "$(column "$name" force host.csv)" ] || fail "$1: another force of $name"
  done
}

# linear LINES TICK: what loops.c has written, of a counter that moves by TICK cycles.
linear() {
  awk -v tick="$2" '{ at[NR] = $1 } END {
    off = (at[3] - at[2]) - 99 * (at[2] - at[1])
    exit !(NR == 3 && at[1] > 0 && off * off <= (100 * tick + at[3] / 500) ^ 2) }' "$1" ||
    fail "$1: the counter does not count: $(cat "$1")"
}

# near CSV CORE TICK: the mean is less than what the library's kernel takes, which has parameters in
# arrays, and more than half of it.
near() {
  local name kernel
  for name in lugre_exponential_f32 dahl_euler_f32; do
    kernel=$(grep "^$2,${name%%_*},$(cut -d_ -f2 <<<"$name"),f32,1," "$golden" | cut -d, -f"$4")
    awk -v mean="$(column "$name" mean "$1")" -v kernel="$kernel" -v tick="$3" \
      'BEGIN { exit !(kernel > 0 && mean * tick < kernel + tick && mean * tick > kernel / 2 - tick) }' ||
      fail "$1: $name takes $(column "$name" mean "$1"), the kernel $kernel"
  done
}

made HEADERS="${names[*]}" CLOCK_HZ=1000000000 >host.csv || fail "not made for this computer"
consistent host.csv 1000
same host.csv
[ "$(grep -c . host.csv)" = $((${#names[@]} + 1)) ] || fail "not all kernels: $(cat host.csv)"
made HEADERS= >none.txt 2>&1 && fail "made without headers"
grep -q 'HEADERS: expected' none.txt || fail "without headers: $(cat none.txt)"

# qemu OUT ARGUMENT...
qemu() {
  local out=$1
  shift
  "$@" -display none -net none -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=0 -kernel measure.elf >"$out" 2>qemu.txt || fail "$out: $(cat qemu.txt)"
}
memory() { echo "-nostartfiles -Wl,--defsym=__flash=$1,--defsym=__flash_size=256K,--defsym=__ram=$2,--defsym=__ram_size=16K,--defsym=__stack_size=0"; }

# core NAME CLOCK_HZ TICK COLUMN SOURCE... : makes and runs both programs; RUN has the emulator.
core() {
  local name=$1 clock=$2 tick=$3 column=$4
  shift 4
  made clean
  made measure.elf HEADERS="${single[*]}" CLOCK_HZ="$clock" "$@" || { fail "$name is not made"; return; }
  "run_$name" "$name.csv"
  consistent "$name.csv" $((clock / 1000000))
  same "$name.csv"
  near "$name.csv" "$name" "$tick" "$column"
  made clean
  made measure.elf HEADERS="${single[*]}" "$@" program="$root/benchmarks/board/loops.c" || fail "$name: no loops"
  "run_$name" "$name.txt"
  linear "$name.txt" "$tick"
}

ports=$root/benchmarks/firmware
run_rv32imac() { qemu "$1" qemu-system-riscv32 -M virt -cpu rv32,f=off,d=off -bios none; }
core rv32imac 1000000000 1 7 CROSS=riscv64-unknown-elf- \
  CPU="--specs=picolibc.specs -mcmodel=medany -march=rv32imac -mabi=ilp32" COMPILE=-march=rv32imac_zicsr \
  PORT="$ports/port_semihosting.c" BOARD="$ports/start_riscv.c" LINK="$(memory 0x80000000 0x80100000)"

# Of 25 MHz, and a nanosecond an instruction: the timer moves once in 40.
run_m3() { qemu "$1" qemu-system-arm -M mps2-an385; }
core m3 25000000 40 7 CROSS=arm-none-eabi- CPU="--specs=picolibc.specs -mthumb -mcpu=cortex-m3 -mfloat-abi=soft" \
  COMPILE=-DCYCLES_SYSTICK PORT="$ports/port_semihosting.c" BOARD="$ports/start_cortex_m.c" LINK="$(memory 0 0x20000000)"

# The runner looks for a section that delimits its own counts.
echo 'void uncounted(void); __attribute__((section("driver"), used)) void uncounted(void) {}' >uncounted.c
run_atmega328p() { "$runner" measure.elf - counts.txt - 4000000000 >"$1" || fail "$1: not run"; }
core atmega328p 16000000 1 10 CROSS=avr- CPU=-mmcu=atmega328p COMPILE="-isystem $root/tools/embedded/avr" \
  PORT="$ports/port_avr.c" BOARD="$ports/libm_avr.c uncounted.c"

# A board of one's own: DWT, and the port that asks for board_put.
made clean
echo 'void board_put(char c); void board_put(char c) { *(volatile char *)0x40004000 = c; }' >my_board.c
made measure.elf HEADERS="${single[*]}" CROSS=arm-none-eabi- CPU="--specs=picolibc.specs -mthumb -mcpu=cortex-m3 -mfloat-abi=soft" \
  BOARD="$ports/start_cortex_m.c my_board.c" LINK="$(memory 0 0x20000000)" || fail "a board of one's own is not made"
arm-none-eabi-objdump -d measure.elf | grep e000100 >dwt.txt || fail "no DWT_CYCCNT"
exit $status
