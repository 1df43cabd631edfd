/** `bytes` random bytes in hexadecimal. Works on plain HTTP too, where `crypto.randomUUID` is absent. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
