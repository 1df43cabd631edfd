import { eachWith, type TextTable } from './text-table.ts'

export const ABSENT = 255
/** Added to the offset of a match in the name or expiry, beside the symbol. */
export const BESIDE = 64

export interface TokenMatch {
  /** Offset of the first match, `BESIDE` or more for one beside the symbol, or `ABSENT`. */
  readonly head: Uint8Array
  readonly tail: Uint8Array
  readonly isInTails: boolean
  /** Bit i: a head ends with the word's first i + 1 characters, a tail begins with the rest. */
  readonly seam: { readonly head: Uint32Array; readonly tail: Uint32Array } | null
}

export interface SearchTables {
  readonly heads: TextTable
  /** By head: name or expiry in words, each behind a space, so that it is matched from its start. */
  readonly beside: TextTable
  readonly headLength: Uint8Array
  readonly tails: TextTable
}

const SEAM_LENGTH_MAX = 31

export const matchToken = (token: string, tables: SearchTables): TokenMatch => {
  const { heads, beside, headLength, tails } = tables
  const head = new Uint8Array(headLength.length).fill(ABSENT)
  const tail = new Uint8Array(tails.offsets.length - 1).fill(ABSENT)
  eachWith(beside, ` ${token}`, (index, at) => {
    head[index] = Math.min(BESIDE + at, ABSENT - 1)
  })
  eachWith(heads, token, (index, at) => {
    head[index] = at
  })
  let isInTails = false
  eachWith(tails, token, (index, at) => {
    tail[index] = at
    isInTails = true
  })
  return { head, tail, isInTails, seam: matchSeam(token, tables) }
}

const matchSeam = (token: string, { heads, tails }: SearchTables): TokenMatch['seam'] => {
  if (token.length > SEAM_LENGTH_MAX) return null
  let seam: { head: Uint32Array; tail: Uint32Array } | null = null
  for (let cut = 1; cut < token.length; cut++) {
    const rest = token.slice(cut)
    if (!/^(?:\d|F)/.test(rest)) continue
    const begun: number[] = []
    eachWith(tails, rest, (index, at) => {
      if (at === 0) begun.push(index)
    })
    if (begun.length === 0) continue
    seam ??= {
      head: new Uint32Array(heads.offsets.length - 1),
      tail: new Uint32Array(tails.offsets.length - 1),
    }
    const bit = 1 << (cut - 1)
    for (const index of begun) seam.tail[index] = (seam.tail[index] ?? 0) | bit
    const ends = seam.head
    eachWith(heads, `${token.slice(0, cut)}\n`, (index) => {
      ends[index] = (ends[index] ?? 0) | bit
    })
  }
  return seam
}

/** Offset of the first match in head and tail together, or `ABSENT`. */
export const indexIn = (match: TokenMatch, head: number, tail: number, headLength: number): number => {
  const inHead = match.head[head] ?? ABSENT
  if (inHead < BESIDE) return inHead
  const bits = match.seam === null ? 0 : (match.seam.head[head] ?? 0) & (match.seam.tail[tail] ?? 0)
  // The longer the part in the head, the earlier the match.
  if (bits !== 0) return headLength - (32 - Math.clz32(bits))
  const inTail = match.tail[tail] ?? ABSENT
  return inTail === ABSENT ? inHead : headLength + inTail
}

/** Lower bound over all contracts of the head; `ABSENT` if none can match. */
export const earliestIndex = (
  { head, isInTails, seam }: TokenMatch,
  index: number,
  headLength: number,
): number => {
  const inHead = head[index] ?? ABSENT
  if (inHead < BESIDE) return inHead
  const bits = seam === null ? 0 : (seam.head[index] ?? 0)
  if (bits !== 0) return headLength - (32 - Math.clz32(bits))
  return isInTails ? headLength : inHead
}
