/** Hexadecimal. Also works on plain HTTP, where `crypto.randomUUID` is absent. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** From 0 up to but not including 1. */
export const uniformRandom = (platform: { readonly randomHex: (bytes: number) => string }): number =>
  Number.parseInt(platform.randomHex(4), 16) / 2 ** 32
