export const inLots = (quantity: number, lotSize: number): number =>
  Math.max(0, Math.floor(quantity / lotSize) * lotSize)
