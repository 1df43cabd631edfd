/** For each candle of one series the newest value of another at or before it; NaN before its first. */
export const alignedTo = (
  time: Float64Array,
  others: { readonly time: Float64Array; readonly values: Float64Array },
): Float64Array => {
  let row = -1
  return time.map((at) => {
    while (row + 1 < others.time.length && (others.time[row + 1] ?? Number.NaN) <= at) row++
    return others.values[row] ?? Number.NaN
  })
}
