import { hashText } from '../../market/simulated/random.ts'

const digits = (text: string): string =>
  [`${text}|high`, `${text}|low`].map((half) => String(hashText(half)).padStart(10, '0')).join('')

/** Digits, as exchanges number orders; the same after a restart. */
export const exchangeOrderIdOf = (seed: number, id: string): string => `1${digits(`${seed}|order|${id}`)}`

export interface FillProgress {
  readonly at: number
  readonly remaining: number
  readonly count: number
}

/** 64 bits as digits: one collision in about thirty million sets of a million fills. */
export const fillIdOf = (seed: number, id: string, { at, remaining, count }: FillProgress): string =>
  digits(`${seed}|fill|${id}|${at}|${remaining}|${count}`)
