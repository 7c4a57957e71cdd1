/* For tests: claims and a comparison that are made up. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_MADE_UP_TEST_H
#define BRISTLE_BENCHMARKS_SECTIONS_MADE_UP_TEST_H

/* Claims that are false, and claims that are not as declared, also stand first and last. */
static const char verdicts[] =
    "model,property,claim,domain,declared,verdict,method,as_declared,margin,evidence,box,witness,"
    "witness_file,stored_witness,signal,origin,source,instead,note\n"
    "m1,passivity,,v < 1,holds,refuted,witness,0,-1234.5,e1,,,,,,misprint,s1,another,n1\n"
    "m1,second,own,\"a, b\",fails,refuted,witness,1,-0.1256,e2,,w2,w-2.json,w2.json,hold 1 "
    "2,printed in a "
    "paper,s2,,n2\n"
    "m1,third,,x > 0,holds,holds,proved,1,0.256,e3,\"a in [1, 2]\",,,,,,s3,,n3\n"
    "m1,second,,x > 1,holds,holds,enclosed,1,0.5,e7,,,,,,,s7,,\n"
    "m1,second,c,x > 2,holds,holds,tested,1,0.5,e8,,,,,,,s8,,\n"
    "m2,fourth,,always,fails,holds,agreed,0,1e-9,e4,,,,,,,s4,,n4\n"
    "m2,passivity,w,never,holds,undecided,none,1,,e5,,,,,,,s5,,n5\n"
    "m2,sixth,,else,holds,refuted,agreed,0,-2,e6,,,,,,commonly assumed,s6,,n6\n";

/* Rows of a comparison. Errors below the floor count as the floor. The fastest below 1e-4: of all
 * rosenbrock, of Euler and RK4 those at the finer and at the coarser step, of CVODE the last. */
static const char compared[] =
    "integrator,kind,setting,failure,floor,error_max,error_final,event_error_s,events_floor_s,"
    "bound_violations,energy_balance,steps,rate_evals,flow_evals,cpu_time_s\n"
    "euler,h,0.008,too long,1e-9,,,,,,,11,12,13,\n"
    "euler,h,0.004,,1e-9,0.08,0.07,0.5,1e-3,3,0.25,21,22,23,0.001\n"
    "euler,h,0.002,,1e-9,0.04,0.03,1e-4,1e-3,0,0.125,31,32,33,0.002\n"
    "euler,h,0.001,,1e-9,5e-5,3e-10,,,,inf,41,42,43,0.021\n"
    "rk4,h,0.004,,1e-9,1e-4,1e-5,2e-3,1e-3,0,1e-3,51,52,53,0.004\n"
    "rk4,h,0.002,,1e-9,6.2e-6,1e-6,1e-5,1e-3,0,1e-4,61,62,63,0.008\n"
    "rk4,h,0.001,,1e-9,2e-9,1e-9,1e-6,1e-3,0,1e-5,71,72,73,0.016\n"
    "rk4,h,0.0005,,1.4e-9,1e-12,1e-12,1e-7,1e-3,0,1e-6,81,82,83,0.032\n"
    "cvode_bdf,rtol,1e-4,,1e-9,1.01e-4,1e-4,1e-4,1e-3,0,1e-4,91,92,93,0.0015\n"
    "cvode_bdf,rtol,1e-6,failed,1e-9,1e-6,1e-6,1e-6,1e-3,0,1e-6,101,102,103,0.0001\n"
    "cvode_bdf,rtol,1e-8,,1e-9,2e-8,1e-8,1e-8,1e-3,0,1e-8,111,112,113,0.0123\n"
    "rosenbrock,rtol,1e-4,,1e-9,9e-5,1e-4,1e-4,1e-3,2,1e-4,121,122,123,0.00082\n";

#endif
