#!/usr/bin/env bash
# The command line of prove: bad input gives one clear line, exit 2, and writes nothing; the file is
# about the parameters that were asked for, and the checker confirms it. Arguments: command_line.sh,
# the programs.
. "$1"

lugre=("$prove" --model lugre --property passivity)
refused "unknown model 'ice'" "$prove" --model ice --property passivity
refused "unknown property 'beauty'" "$prove" --model lugre --property beauty
refused "'0' is not a whole number" "${lugre[@]}" --boxes 0
refused "expected NAME=VALUE or NAME=LOW:HIGH, got 'sigma2'" "${lugre[@]}" --set sigma2
refused "no parameter 'x'" "${lugre[@]}" --set x=1
refused "no parameter ''" "${lugre[@]}" --set =1
for text in many 1:many many:1 1: :1 1:2:3 "$(printf '1%0200d' 0)"; do
  refused "--set sigma2: expected a number" "${lugre[@]}" --set "sigma2=$text"
done
for text in 2:1 159:159; do
  refused "expected a lower end below the upper, got '$text'" "${lugre[@]}" --set "sigma2=$text"
done
for text in -1 1e99 -1:159 159:1e99; do
  refused "sigma2 is from 0 to 10000, got" "${lugre[@]}" --set "sigma2=$text"
done

# ends LOW HIGH: what the file says of sigma2; other parameters are at their defaults.
ends() {
  [ "$("$json_value" params sigma2 <proof.json)" = "[\"$1\",\"$2\"]" ] || fail "$1 to $2: $(cat proof.json)"
  [ "$("$json_value" params Fs <proof.json)" = '["1.5","1.5"]' ] || fail "Fs: $(cat proof.json)"
}
"${lugre[@]}" --set sigma2=159:10000 -o proof.json >said || fail "a range: $(cat said)"
ends 159 10000
"$check" proof.json | has 'proved for all .* sigma2 in \[159, 10000\]' || fail "not confirmed: $(cat proof.json)"
"${lugre[@]}" --set sigma2=200 -o proof.json >said || fail "a value: $(cat said)"
ends 200 200
"$check" proof.json | has 'confirmed: lugre passivity, proved' || fail "not confirmed: $(cat proof.json)"
"${lugre[@]}" --set sigma2=200 | has -x 'lugre passivity: proved, [0-9]* boxes' || fail "without a file"

# What is not so at all velocities may be so at those that the law is stated for.
cat >slow.mo <<'END'
model slow "LuGre, but for fast motion"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5;
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316, sigma2(unit="N.s/m", min=0, max=1e4) = 0;
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1, Fs(unit="N", min=1e-6, max=1e6) = 1.5;
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3;
  Real z(unit="m", start=0, fixed=true, min=-1, max=1);
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-(v/vs)^2);
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - sigma0*abs(v)/G*z;
  F = sigma0*z + sigma1*der(z) + sigma2*v;
  annotation(__Bristle(speed_max=1e-2, bound(z=Fs/sigma0), stribeck_speed=vs, claims={passivity(domain="the defaults", base="defaults", source="slow")}));
end slow;
END
"$prove" --model slow.mo --property passivity -o slow.json | has -x 'slow passivity: proved, [0-9]* boxes, for |v| <= 0.01 m/s' ||
  fail "not proved up to a speed"
"$check" --law slow.mo slow.json | has 'proved for |v| <= 0.01 m/s and all states in' || fail "not confirmed up to a speed"
"${lugre[@]}" -o none.json >said
[ $? = 3 ] && [ ! -e none.json ] || fail "a false claim: $(cat said)"

# Settings are taken one by one, the last of a parameter counts, and there may be 128 of them.
settings=()
for i in $(seq 127); do settings+=(--set "sigma2=$((300 + i))"); done
"${lugre[@]}" "${settings[@]}" --set sigma2=200 -o proof.json >said || fail "128 settings: $(cat said)"
ends 200 200
refused "--set: at most 128" "${lugre[@]}" "${settings[@]}" --set sigma2=200 --set sigma2=200

# A range in pieces: a file each, which begin and end where they meet, and are confirmed.
alpha=("$prove" --model martinez_rosas --property passivity --set alpha=25001:90000)
refused "--cut: model 'martinez_rosas' has no parameter 'beta'" "${alpha[@]}" --cut beta
mkdir cut
"${alpha[@]}" --cut alpha --boxes 60 -o cut/a.b.json >said || fail "--cut: $(cat said)"
has -xE 'martinez_rosas passivity: proved, [0-9]+ boxes in [0-9]+ pieces' <said || fail "--cut said $(cat said)"
pieces=$(sed 's/.* in \([0-9]*\) pieces/\1/' said) last=25001
for i in $(seq "$pieces"); do
  file=cut/a.b$([ "$i" = 1 ] || echo "_$i").json
  "$check" "$file" | has 'confirmed: martinez_rosas passivity, proved' || fail "$file is not confirmed"
  ends=$("$json_value" params alpha <"$file")
  [[ $ends == "[\"$last\",\""* ]] || fail "$file is from $ends, not from $last"
  last=$(tr -d '"]' <<<"${ends#*,}")
done
[ "$last" = 90000 ] && [ "$pieces" -gt 1 ] && [ "$(ls cut | wc -l)" = "$pieces" ] || fail "--cut: $(cat said; ls cut), to $last"
"${lugre[@]}" --set sigma2=100:101 --cut sigma2 -o none.json >said
[ $? = 3 ] && [ ! -e none.json ] || fail "pieces of a false claim: $(cat said)"
[ "$(cat said)" = 'lugre passivity: not proved, after 0 boxes in 0 pieces' ] || fail "--cut said $(cat said)"

# What is not true is not proved, nor what takes more boxes than it may.
rm proof.json
"${lugre[@]}" --set sigma2=100 -o proof.json >said 2>&1
[ $? = 3 ] && [ ! -e proof.json ] || fail "a false claim: $(cat said)"
for boxes in 1 2; do
  "${lugre[@]}" --set sigma2=159:10000 --boxes $boxes -o proof.json >said 2>&1
  [ $? = 3 ] && [ ! -e proof.json ] || fail "more boxes than $boxes: $(cat said)"
done
"${lugre[@]}" --set sigma2=159:10000 --boxes 3 -o proof.json >said || fail "three boxes are enough: $(cat said)"
"$prove" --list | has '^lugre' || fail "--list"
describes_itself "$prove"
exit $status
