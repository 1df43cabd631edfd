const SQRT_TWO_PI = Math.sqrt(2 * Math.PI)

/** Beyond this many deviations the tail underflows a double. */
const TAIL_MAX = 37
/** From here Laplace's continued fraction is more precise than the rational form. */
const FRACTION_FROM = 5
const FRACTION_LEVELS = 30

export const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / SQRT_TWO_PI

/**
 * Standard normal, to 1e-15: Hart, Computer Approximations (1968), algorithm 5666, in the form of West,
 * Better Approximations to Cumulative Normal Functions (2005).
 */
export const normalCumulative = (x: number): number => {
  const below = tail(Math.abs(x))
  return x > 0 ? 1 - below : below
}

const tail = (x: number): number => {
  if (x > TAIL_MAX) return 0
  const density = Math.exp(-0.5 * x * x)
  if (x >= FRACTION_FROM) {
    let fraction = x
    for (let level = FRACTION_LEVELS; level > 0; level--) fraction = x + level / fraction
    return density / (SQRT_TWO_PI * fraction)
  }
  return (density * numerator(x)) / denominator(x)
}

const numerator = (x: number): number =>
  (((((0.0352624965998911 * x + 0.700383064443688) * x + 6.37396220353165) * x + 33.912866078383) * x +
    112.079291497871) *
    x +
    221.213596169931) *
    x +
  220.206867912376

const denominator = (x: number): number =>
  ((((((0.0883883476483184 * x + 1.75566716318264) * x + 16.064177579207) * x + 86.7807322029461) * x +
    296.564248779674) *
    x +
    637.333633378831) *
    x +
    793.826512519948) *
    x +
  440.413735824752
