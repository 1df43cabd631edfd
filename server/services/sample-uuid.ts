import { hash } from 'node:crypto'

/** A UUID of version 8 (RFC 9562), whose free bits are those of the slug's SHA-256. */
export const sampleUuid = (slug: string): string => {
  const hex = hash('sha256', slug)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
