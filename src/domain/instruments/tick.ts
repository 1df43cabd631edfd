/** Where a list gives no tick, prices are whole paise. */
const SMALLEST_TICK = 1
/** Floating-point tolerance, in paise. */
const DUST = 1e-6

const inPaise = (rupees: number): number => {
  const paise = rupees * 100
  const whole = Math.round(paise)
  return Math.abs(paise - whole) < DUST ? whole : paise
}

const printPrice = (rupees: number): string =>
  Number.isInteger(inPaise(rupees)) ? rupees.toFixed(2) : String(rupees)

/** `2450.03 is not a multiple of the tick 0.05: 2450.00 or 2450.05`; null on the tick. Rupees. */
export const findOffTick = (price: number, tickSize: number): string | null => {
  const near = pricesBeside(price, tickSize)
  const tick = printPrice(tickInPaise(tickSize) / 100)
  return near.length === 0
    ? null
    : `${printPrice(price)} is not a multiple of the tick ${tick}: ${near.join(' or ')}`
}

const tickInPaise = (tickSize: number): number => Math.max(SMALLEST_TICK, Math.round(tickSize * 100))

export const pricesBeside = (price: number, tickSize: number): readonly string[] => {
  const tick = tickInPaise(tickSize)
  const paise = inPaise(price)
  if (paise % tick === 0) return []
  const below = Math.floor(paise / tick) * tick
  return [below, below + tick].filter((one) => one > 0).map((one) => printPrice(one / 100))
}

/** For prices that are drawn or dragged on a chart; neither side of a trade is favoured. */
export const nearestTick = (price: number, tickSize: number): number =>
  Number((Math.round(price / tickSize) * tickSize).toFixed(4))
