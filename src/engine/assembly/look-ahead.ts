/*
 * Exponential averages taken in fours: four rows are taken from one average, each with the distances of its rows from
 * it, so that a row does not wait for the one before. `alpha` is the weight of a row, `second` is alpha (1 - alpha),
 * `third` is second (1 - alpha), and so on. A row by itself takes the rows of its four in the same way, from the average
 * the four began with. Loops over fours are tested at their end: what does not change in them is then not computed anew
 * in each turn.
 */

/** The average after row `lane` of a four, 0 to 3, from the distances of its rows. Later ones are not looked at. */
export function afterLane(
  average: f64,
  alpha: f64,
  lane: i32,
  one: f64,
  two: f64,
  three: f64,
  four: f64,
): f64 {
  const rest = 1.0 - alpha
  const second = alpha * rest
  const third = second * rest
  if (lane === 0) {
    return average + alpha * one
  }
  if (lane === 1) {
    return average + (second * one + alpha * two)
  }
  if (lane === 2) {
    return average + (third * one + second * two + alpha * three)
  }
  return average + (third * rest * one + third * two + (second * three + alpha * four))
}

/** The same of two averages, one in each lane. */
export function pairAfterLane(
  averages: v128,
  alpha: v128,
  lane: i32,
  one: v128,
  two: v128,
  three: v128,
  four: v128,
): v128 {
  const rest = f64x2.sub(f64x2.splat(1), alpha)
  const second = f64x2.mul(alpha, rest)
  const third = f64x2.mul(second, rest)
  if (lane === 0) {
    return pairAfterOne(averages, alpha, one)
  }
  if (lane === 1) {
    return pairAfterTwo(averages, alpha, second, one, two)
  }
  if (lane === 2) {
    return pairAfterThree(averages, alpha, second, third, one, two, three)
  }
  return pairAfterFour(averages, alpha, second, third, f64x2.mul(third, rest), one, two, three, four)
}

export function pairAfterOne(averages: v128, alpha: v128, one: v128): v128 {
  return f64x2.add(averages, f64x2.mul(alpha, one))
}

export function pairAfterTwo(averages: v128, alpha: v128, second: v128, one: v128, two: v128): v128 {
  return f64x2.add(averages, weighted(second, one, alpha, two))
}

export function pairAfterThree(
  averages: v128,
  alpha: v128,
  second: v128,
  third: v128,
  one: v128,
  two: v128,
  three: v128,
): v128 {
  return f64x2.add(averages, f64x2.add(weighted(third, one, second, two), f64x2.mul(alpha, three)))
}

export function pairAfterFour(
  averages: v128,
  alpha: v128,
  second: v128,
  third: v128,
  fourth: v128,
  one: v128,
  two: v128,
  three: v128,
  four: v128,
): v128 {
  const early = weighted(fourth, one, third, two)
  return f64x2.add(averages, f64x2.add(early, weighted(second, three, alpha, four)))
}

/** The sum of two products. */
function weighted(weight: v128, value: v128, other: v128, otherValue: v128): v128 {
  return f64x2.add(f64x2.mul(weight, value), f64x2.mul(other, otherValue))
}
