/** Depends on the seed only: 32-bit integer arithmetic is the same on every machine. */
export interface Random {
  below(count: number): number
}

/** SplitMix (Steele, Lea and Flood 2014) with the 32-bit finaliser of MurmurHash3. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x85ebca6b)
    mixed ^= mixed >>> 13
    mixed = Math.imul(mixed, 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }
  return { below: (count) => Math.floor((next() / 4_294_967_296) * count) }
}

export const seedOf = (text: string): number => {
  let seed = 0
  for (let at = 0; at < text.length; at++) seed = (Math.imul(seed, 31) + text.charCodeAt(at)) | 0
  return seed
}

/** Type 7 of Hyndman and Fan (1996), the usual one. */
export const quantileOf = (sorted: ArrayLike<number>, share: number): number => {
  const rank = (sorted.length - 1) * share
  const low = Math.floor(rank)
  const before = sorted[low] ?? Number.NaN
  const behind = sorted[low + 1] ?? before
  return before + (behind - before) * (rank - low)
}
