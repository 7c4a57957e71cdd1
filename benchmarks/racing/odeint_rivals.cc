// One leg by a stepper of Boost.odeint. They take one absolute tolerance for all states, so that
// states are told in units of their own.
#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>
#include <cmath>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "benchmarks/racing/odeint_rivals.h" // behind Boost, whose names our macros meet

namespace odeint = boost::numeric::odeint;
namespace ublas = boost::numeric::ublas;

namespace
{

constexpr unsigned long most_steps = 2000000;

// The problem with states in units of `unit`.
struct scaled {
    run *of;
    const ode *problem;
    const double *unit;
    mutable double x[ODE_MAX_STATES], rows[ODE_MAX_STATES * ODE_MAX_STATES];

    template <class State> void take(const State &z) const
    {
        for (unsigned i = 0; i < problem->n; i++)
            x[i] = z[i] * unit[i];
    }
};

struct rate_of {
    const scaled *s;
    template <class State, class Rate> void operator()(const State &z, Rate &dz, double t) const
    {
        double dx[ODE_MAX_STATES];
        s->take(z);
        if (!run_rate(s->of, t, s->x, dx))
            throw std::runtime_error("no rates left");
        for (unsigned i = 0; i < s->problem->n; i++)
            dz[i] = dx[i] / s->unit[i];
    }
};

struct jacobian_of {
    const scaled *s;
    void operator()(const ublas::vector<double> &z, ublas::matrix<double> &J, const double &t,
                    ublas::vector<double> &ft) const
    {
        const unsigned n = s->problem->n;
        double dt[ODE_MAX_STATES];
        s->take(z);
        s->problem->jacobian(s->problem->ctx, t, s->x, s->rows);
        s->problem->rate_t(s->problem->ctx, t, s->x, dt);
        for (unsigned i = 0; i < n; i++) {
            for (unsigned j = 0; j < n; j++)
                J(i, j) = s->rows[i * n + j] * s->unit[j] / s->unit[i];
            ft[i] = dt[i] / s->unit[i];
        }
    }
};

template <class Stepper, class System, class State>
bool go(Stepper &stepper, System system, State &z, const scaled &s, run *run, leg *leg)
{
    const unsigned n = run->ode->n;
    stepper.initialize(z, leg->t, 1e-6 * (leg->end - leg->t));
    unsigned long steps = 0;
    for (;;) {
        if (++steps > most_steps)
            return false;
        stepper.do_step(system);
        const double now = stepper.current_time();
        if (!std::isfinite(now) || !std::isfinite(stepper.current_time_step()))
            return false;
        for (double target; (target = run_target(run, leg->end)) <= now;) {
            stepper.calc_state(target, z);
            s.take(z);
            if (!(target < leg->end)) {
                for (unsigned i = 0; i < n; i++)
                    leg->x[i] = s.x[i];
                leg->t = leg->end;
                return true;
            }
            run_output(run, s.x);
        }
    }
}

// Absolute tolerances are run->atol: 1 in units of them would be rtol times the scale. The unit of
// a state is chosen so that one absolute tolerance, rtol, does for all.
scaled scale(run *run, double unit[])
{
    for (unsigned i = 0; i < run->ode->n; i++)
        unit[i] = run->atol[i] / run->rtol;
    return scaled{ run, run->ode, unit, {}, {} };
}

} // namespace

const char *odeint_version(void) { return "Boost " BOOST_LIB_VERSION; }

bool odeint_rosenbrock4_leg(run *run, leg *leg)
{
    double unit[ODE_MAX_STATES];
    const scaled s = scale(run, unit);
    ublas::vector<double> z(run->ode->n);
    for (unsigned i = 0; i < run->ode->n; i++)
        z[i] = leg->x[i] / unit[i];
    try {
        auto stepper =
            odeint::make_dense_output(run->rtol, run->rtol, odeint::rosenbrock4<double>());
        return go(stepper, std::make_pair(rate_of{ &s }, jacobian_of{ &s }), z, s, run, leg);
    } catch (const std::exception &) {
        return false;
    }
}

bool odeint_dopri5_leg(run *run, leg *leg)
{
    double unit[ODE_MAX_STATES];
    const scaled s = scale(run, unit);
    std::vector<double> z(run->ode->n);
    for (unsigned i = 0; i < run->ode->n; i++)
        z[i] = leg->x[i] / unit[i];
    try {
        auto stepper = odeint::make_dense_output(run->rtol, run->rtol,
                                                 odeint::runge_kutta_dopri5<std::vector<double>>());
        return go(stepper, rate_of{ &s }, z, s, run, leg);
    } catch (const std::exception &) {
        return false;
    }
}
