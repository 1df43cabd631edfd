import type { AnswerBytes } from '../threads/pieces.ts'

export const wholeOf = async (bytes: AnswerBytes): Promise<ArrayBuffer> => {
  if (bytes instanceof ArrayBuffer) return bytes
  const whole = new Uint8Array(bytes.byteLength)
  let from = 0
  // A piece is overwritten by the one after the next, so each is copied as it comes.
  for await (const piece of bytes) {
    whole.set(piece as Uint8Array, from)
    from += (piece as Uint8Array).byteLength
  }
  return whole.buffer
}
