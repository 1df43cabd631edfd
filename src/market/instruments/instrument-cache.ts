import { decodeBase32768, encodeBase32768 } from './base-32768.ts'

export interface InstrumentCache {
  /** Epoch ms. */
  readonly expiryTime: number
  /** The master, gzip, in base-32768. */
  readonly data: string
  /** The server's version of the list; orders made with it are placed under this version. */
  readonly version?: string
}

export const INSTRUMENT_CACHE_MS = 600_000

/** A larger unpacked master is refused. */
const CSV_BYTES_MAX = 64 * 1024 * 1024

export const packMaster = async (csv: string): Promise<string> =>
  encodeBase32768(await pass(new TextEncoder().encode(csv), new CompressionStream('gzip'), CSV_BYTES_MAX))

/** Null for damaged or foreign data. */
export const unpackMaster = async (data: string): Promise<string | null> => {
  const packed = decodeBase32768(data)
  return packed === null ? null : unzipMaster(packed)
}

export const unzipMaster = async (packed: Uint8Array<ArrayBuffer>): Promise<string | null> => {
  try {
    const bytes = await pass(packed, new DecompressionStream('gzip'), CSV_BYTES_MAX)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export const encodeInstrumentCache = (cache: InstrumentCache): string => JSON.stringify(cache)

/** Null when the text is no cache or has expired. */
export const decodeInstrumentCache = (stored: string | null, now: number): InstrumentCache | null => {
  if (stored === null) return null
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return null
    const { expiryTime, data, version } = value as Partial<Record<keyof InstrumentCache, unknown>>
    if (typeof expiryTime !== 'number' || typeof data !== 'string' || data === '') return null
    // A clock that was turned back must not extend the lifetime.
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
  // A failure surfaces on the reading side; here it would be reported twice.
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
