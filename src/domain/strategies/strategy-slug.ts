/** No name of a strategy has a hyphen, so that a slug is never taken for a name. */
export const strategySlugPattern = /^(eq|opt)-[a-z0-9]+(-[a-z0-9]+)*$/

export const isStrategySlug = (text: string): boolean => strategySlugPattern.test(text)

/** A UUID of version 4 from 32 random hexadecimal digits. */
export const uuidOf = (hex: string): string => {
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}
