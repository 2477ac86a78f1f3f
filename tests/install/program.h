// The program that both embedding tests run, and what it must give.
static const char text[] = "program scale\n"
                           "in    x: u32[]\n"
                           "out   y: u32[len(x)]\n"
                           "param k: u32 = 3\n"
                           "each i in 0..len(x) {\n"
                           "    y[i] = x[i] * k + i\n"
                           "}\n";
static const uint32_t input[5] = {1, 10, 100, 0xffffffffu, 0};
static const uint32_t expected[5] = {7, 71, 702, 0xfffffffcu, 4};
