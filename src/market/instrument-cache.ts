import { decodeBase32768, encodeBase32768 } from './base-32768.ts'

/** What session storage holds under `instruments`. */
export interface InstrumentCache {
  /** Milliseconds since the epoch. */
  readonly expiryTime: number
  /** The master, gzip, in base-32768. */
  readonly data: string
  /** Names the list, where the server does; orders made of it are placed under this name. */
  readonly version?: string
}

/** The master list is fetched again after so long. */
export const INSTRUMENT_CACHE_MS = 600_000

/** A master larger than this when unpacked is not believed. */
const CSV_BYTES_MAX = 64 * 1024 * 1024

/** Packs a master: about a tenth of the characters of the plain text. */
export const packMaster = async (csv: string): Promise<string> =>
  encodeBase32768(await pass(new TextEncoder().encode(csv), new CompressionStream('gzip'), CSV_BYTES_MAX))

/** Inverse of `packMaster`; null for damaged or foreign data. */
export const unpackMaster = async (data: string): Promise<string | null> => {
  const packed = decodeBase32768(data)
  return packed === null ? null : unzipMaster(packed)
}

/** The text of a gzip; null when it is damaged. */
export const unzipMaster = async (packed: Uint8Array<ArrayBuffer>): Promise<string | null> => {
  try {
    const bytes = await pass(packed, new DecompressionStream('gzip'), CSV_BYTES_MAX)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export const encodeInstrumentCache = (cache: InstrumentCache): string => JSON.stringify(cache)

/** Null when the stored text is not a cache, or its time has passed. */
export const decodeInstrumentCache = (stored: string | null, now: number): InstrumentCache | null => {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return null
    const { expiryTime, data, version } = value as Partial<Record<keyof InstrumentCache, unknown>>
    if (typeof expiryTime !== 'number' || typeof data !== 'string' || data === '') return null
    // A clock that was turned back must not keep a list for longer than it may be kept.
    if (expiryTime <= now || expiryTime > now + INSTRUMENT_CACHE_MS) return null
    return typeof version === 'string' ? { expiryTime, data, version } : { expiryTime, data }
  } catch {
    return null
  }
}

const pass = async (
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  sizeMax: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const writer = through.writable.getWriter()
  // A failure shows on the reading side; here it would only be reported twice.
  const written = writer.write(bytes).then(() => writer.close())
  written.catch(() => {})
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of through.readable) {
    size += part.length
    if (size > sizeMax) throw new RangeError(`more than ${sizeMax} bytes`)
    parts.push(part)
  }
  await written
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
