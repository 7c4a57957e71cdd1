#!/usr/bin/env bash
# Tables of embedded have 80 characters a line at most. A run emulates all laws of a core, whichever
# are shown, and once for each number of steps. Arguments: command_line.sh, the program.
. "$1"

fits "$embedded" --core m4f --mhz 168 --steps 16 --model maxwell_slip,reset_integrator,martinez_rosas
fits "$embedded" --core m4f --mhz 168 --steps 1 --max-load 5% --max-error 1% --precision f32
fits "$embedded" --core m4f --mhz 168 --steps 16 --max-load 0.01% --max-error 1e-9 --model lugre
fits "$embedded" --core atmega328p --costs --mhz 16
fits "$embedded" --tools
exit $status
