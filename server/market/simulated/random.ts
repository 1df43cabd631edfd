export const streams = {
  marketLevel: 1,
  marketMove: 2,
  sectorMove: 3,
  ownLevel: 4,
  ownMove: 5,
  character: 6,
  path: 7,
  dayVolume: 8,
  minuteVolume: 9,
  token: 10,
  name: 11,
  side: 12,
  prints: 13,
  printTime: 14,
  printSize: 15,
  bidPath: 16,
  depth: 17,
  carry: 18,
  volatility: 19,
  tail: 20,
  interest: 21,
} as const

export type Stream = (typeof streams)[keyof typeof streams]

const mix = (hash: number, value: number): number => {
  let k = Math.imul(value, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  const h = hash ^ Math.imul(k, 0x1b873593)
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

const finish = (hash: number): number => {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** 32 bits: MurmurHash3 of five words. */
export const hashOf = (seed: number, stream: Stream, a: number, b: number, c: number): number =>
  finish(mix(mix(mix(mix(seed, stream), a), b), c))

export const hashHead = (seed: number, stream: Stream, a: number, b: number): number =>
  mix(mix(mix(seed, stream), a), b)

export const hashFrom = (head: number, c: number): number => finish(mix(head, c))

export const hashText = (text: string): number => {
  let hash = text.length
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at))
  return finish(hash)
}

/** Between 0 and 1, both excluded. */
export const toUniform = (hash: number): number => (hash + 0.5) / 4_294_967_296

/** Inverse of the normal distribution: P. J. Acklam's rational approximation, relative error below 1.2e-9. */
export const toNormal = (p: number): number => {
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)))
  if (p > 0.97575) return -tail(Math.sqrt(-2 * Math.log(1 - p)))
  const q = p - 0.5
  const r = q * q
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  )
}

const tail = (q: number): number =>
  (((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
    4.374664141464968) *
    q +
    2.938163982698783) /
  ((((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
    1)

/** Student's t with `degrees` of freedom and unit variance, chi-square by Wilson and Hilferty. */
export const toStudent = (normal: number, second: number, degrees: number): number => {
  const share = 2 / (9 * degrees)
  const chi = Math.max(0.05 * degrees, degrees * (1 - share + second * Math.sqrt(share)) ** 3)
  return (normal / Math.sqrt(chi / degrees)) * Math.sqrt((degrees - 2) / degrees)
}
