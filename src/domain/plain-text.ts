const kinds: readonly { readonly pattern: RegExp; readonly name: string }[] = [
  {
    pattern: /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/u,
    name: 'a text-direction character',
  },
  { pattern: /[\u200B-\u200D\u2060\uFEFF\u00AD]/u, name: 'a zero-width character' },
  { pattern: /[\p{Cc}\p{Zl}\p{Zp}]/u, name: 'a control character' },
  { pattern: /\uFFFD/u, name: 'a character that could not be read' },
  { pattern: /\p{Cf}/u, name: 'an invisible character' },
]

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A character that could make one name look like another: `a zero-width character (U+200B)`. */
export const findUnseen = (text: string): string | null => {
  for (const { pattern, name } of kinds) {
    const found = pattern.exec(text)
    if (found !== null) return `${name} (${codeOf(found[0])})`
  }
  return null
}
