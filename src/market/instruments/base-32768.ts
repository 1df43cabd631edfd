/**
 * Bytes as text for session storage, 15 bits per character. The characters are one range of Unicode without
 * surrogates or anything that storing changes. The last one tells how many bits of the one before it count.
 */
const FIRST_LETTER = 0x4e00
const BITS = 15
const LETTERS = 1 << BITS
/** More arguments overflow `String.fromCharCode`. */
const CHUNK = 8_192

export const encodeBase32768 = (bytes: Uint8Array): string => {
  const codes = new Uint16Array(Math.ceil((bytes.length * 8) / BITS) + 1)
  let at = 0
  let buffer = 0
  let held = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    held += 8
    if (held >= BITS) {
      held -= BITS
      codes[at++] = FIRST_LETTER + ((buffer >> held) & (LETTERS - 1))
      buffer &= (1 << held) - 1
    }
  }
  if (held > 0) codes[at++] = FIRST_LETTER + ((buffer << (BITS - held)) & (LETTERS - 1))
  codes[at++] = FIRST_LETTER + (held === 0 && bytes.length > 0 ? BITS : held)
  let text = ''
  for (let from = 0; from < at; from += CHUNK) {
    text += String.fromCharCode(...codes.subarray(from, Math.min(from + CHUNK, at)))
  }
  return text
}

/** Null for a text that `encodeBase32768` never made. */
export const decodeBase32768 = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (text === '') return null
  const letters = text.length - 1
  const lastBits = text.charCodeAt(letters) - FIRST_LETTER
  if (letters === 0) return lastBits === 0 ? new Uint8Array(0) : null
  if (lastBits < 1 || lastBits > BITS) return null
  const bits = (letters - 1) * BITS + lastBits
  if (bits % 8 !== 0) return null
  const bytes = new Uint8Array(bits / 8)
  let at = 0
  let buffer = 0
  let held = 0
  for (let index = 0; index < letters; index++) {
    const letter = text.charCodeAt(index) - FIRST_LETTER
    if (letter < 0 || letter >= LETTERS) return null
    buffer = (buffer << BITS) | letter
    held += BITS
    while (held >= 8 && at < bytes.length) {
      held -= 8
      bytes[at++] = (buffer >> held) & 255
    }
    buffer &= (1 << held) - 1
  }
  return at === bytes.length && buffer === 0 ? bytes : null
}
