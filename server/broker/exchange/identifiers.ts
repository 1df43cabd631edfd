import { hashText } from '../../market/simulated/random.ts'

const digits = (text: string): string =>
  [`${text}|high`, `${text}|low`].map((half) => String(hashText(half)).padStart(10, '0')).join('')

/** Digits, as exchanges number orders; the same after a restart. */
export const exchangeOrderIdOf = (seed: number, id: string): string => `1${digits(`${seed}|order|${id}`)}`

/** What tells one fill of an order from every other of it, before and after a restart. */
export interface FillPlace {
  readonly at: number
  readonly remaining: number
  readonly count: number
}

/** 64 bits in digits: two of a million fills are the same once in thirty million such millions. */
export const fillIdOf = (seed: number, id: string, { at, remaining, count }: FillPlace): string =>
  digits(`${seed}|fill|${id}|${at}|${remaining}|${count}`)
