export interface Strangle {
  readonly call: number
  readonly put: number
}

/** Call and put as many strikes from the money as `strike` is, at most to the ends; `strikes` ascend. */
export const strangleAt = (strikes: readonly number[], atm: number, strike: number): Strangle | null => {
  const [middle, chosen] = [strikes.indexOf(atm), strikes.indexOf(strike)]
  if (middle < 0 || chosen < 0) return null
  const away = Math.min(Math.abs(chosen - middle), middle, strikes.length - 1 - middle)
  const [call, put] = [strikes[middle + away], strikes[middle - away]]
  return call === undefined || put === undefined ? null : { call, put }
}
