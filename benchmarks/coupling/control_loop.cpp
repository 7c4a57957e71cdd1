// A control loop that compensates friction, in C++17: reads the velocity of each period from
// standard input (m/s, one a line), writes the force that the drive has to add (N).
//
//     bazel build //models:liblugre.so
//     g++ -std=c++17 -I. benchmarks/coupling/control_loop.cpp bazel-bin/models/liblugre.so -o loop
//     ./loop 1024 Fc=1.2 Fs=1.8 <velocities.txt
//
// With ROS, `step` is called from a timer or from the callback of /joint_states.
#include <cmath>
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/library/bristle_law.h"

namespace
{

// A law on its way: memory is taken once, before the loop begins.
class Friction
{
  public:
    Friction(const bristle_law *law, const std::vector<std::string> &settings)
        : law_(law), memory_(law->size / sizeof(std::max_align_t) + 1)
    {
        if (law->abi != BRISTLE_LAW_ABI)
            throw std::invalid_argument("the library has another ABI: build it anew");
        for (unsigned i = 0; i < law->n_parameters; i++)
            parameters_.push_back(law->parameters[i].value);
        for (const std::string &setting : settings)
            parameters_[index(setting)] = std::stod(setting.substr(setting.find('=') + 1));
        if (const char *problem = law->init(memory_.data(), parameters_.data()))
            throw std::invalid_argument(std::string(law->name) + " needs " + problem);
    }

    // Returns the friction force in N at the end of a period of h seconds, in which the velocity
    // went from that of the last call to v (m/s). A step without a solution adds nothing, and the
    // law begins anew.
    double step(double h, double v) noexcept
    {
        const double force = law_->step(memory_.data(), h, v_before_, v);
        v_before_ = v;
        if (std::isfinite(force))
            return force;
        law_->init(memory_.data(), parameters_.data());
        v_before_ = 0;
        return 0;
    }

  private:
    std::size_t index(const std::string &setting) const
    {
        const std::string name = setting.substr(0, setting.find('='));
        for (unsigned i = 0; i < law_->n_parameters; i++)
            if (name == law_->parameters[i].name)
                return i;
        throw std::invalid_argument(std::string(law_->name) + " has no parameter " + name);
    }

    const bristle_law *law_;
    std::vector<std::max_align_t> memory_;
    std::vector<double> parameters_;
    double v_before_ = 0;
};

} // namespace

int main(int argc, char **argv)
try {
    if (argc < 2 || !(std::stod(argv[1]) > 0))
        throw std::invalid_argument("expected a rate in Hz, then NAME=VALUE");
    const double h = 1 / std::stod(argv[1]);
    Friction friction(bristle_library_law(), { argv + 2, argv + argc });
    std::cout.precision(17);
    for (double v; std::cin >> v;)
        std::cout << friction.step(h, v) << '\n';
} catch (const std::exception &error) {
    std::cerr << "control_loop: " << error.what() << '\n';
    return 2;
}
