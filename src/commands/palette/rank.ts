/** The best tier that is not empty decides what Enter runs. Usage only sorts within a tier. */
export const tiers = {
  exactMnemonic: 0,
  exactAlias: 1,
  exactInstrument: 2,
  verbPrefix: 3,
  titleStart: 4,
  titleWordStart: 5,
  instrumentPrefix: 6,
  substring: 7,
  fuzzy: 8,
} as const
export type Tier = (typeof tiers)[keyof typeof tiers]

export const matchTier = (typed: string, title: string): Tier | null => {
  if (typed === '') return null
  const text = title.toLowerCase()
  const at = text.indexOf(typed)
  if (at === 0) return tiers.titleStart
  if (text.includes(` ${typed}`)) return tiers.titleWordStart
  if (at > 0) return tiers.substring
  return isSubsequence(typed, text) ? tiers.fuzzy : null
}

const FUZZY_LENGTH_MIN = 3

const isSubsequence = (typed: string, text: string): boolean => {
  if (typed.length < FUZZY_LENGTH_MIN) return false
  let at = -1
  for (const letter of typed) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}
