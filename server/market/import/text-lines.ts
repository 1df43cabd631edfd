import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

export class FileFault extends Error {
  override readonly name = 'FileFault'
}

export const LINE_CHARS_MAX = 4096
/** A year of minutes of one instrument is about 5 MB of text. */
export const TEXT_BYTES_MAX = 8 * 1024 ** 3
const CHUNK_BYTES = 64 * 1024

const signatures: readonly { readonly bytes: readonly number[]; readonly kind: string }[] = [
  { bytes: [0x50, 0x4b], kind: 'a zip archive: unpack it and give the files inside' },
  { bytes: [0x50, 0x41, 0x52, 0x31], kind: 'Parquet, which is not read: export it as CSV' },
  { bytes: [0xff, 0xfe], kind: 'UTF-16 text: save it as UTF-8' },
  { bytes: [0xfe, 0xff], kind: 'UTF-16 text: save it as UTF-8' },
  { bytes: [0xfd, 0x37, 0x7a], kind: 'an xz archive: unpack it first' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], kind: 'a zstd archive: unpack it first' },
]

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(4)
    const { bytesRead } = await file.read(head, 0, 4, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const UNREAD = '\uFFFD'

const notUtf8 = (line: number): FileFault =>
  new FileFault(`is not UTF-8 text on line ${line}: save it as UTF-8`)

export interface LineBatch {
  readonly lines: readonly string[]
  /** Bytes of the file as stored, compressed or not. */
  readonly bytesRead: number
}

/** Plain or gzip, in batches, without line ends and BOM; yields to the event loop. Throws FileFault. */
export async function* readLines(path: string): AsyncGenerator<LineBatch> {
  const head = await readHead(path)
  const known = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (known) throw new FileFault(`is ${known.kind}`)
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  const source = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const gunzip = isGzip ? createGunzip({ chunkSize: CHUNK_BYTES }) : null
  if (gunzip) source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  const text: Readable = gunzip ?? source
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let textBytes = 0
  let passed = 0
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      textBytes += chunk.length
      if (textBytes > TEXT_BYTES_MAX)
        throw new FileFault(`unpacks to more than ${TEXT_BYTES_MAX / 1024 ** 3} GB`)
      if (chunk.includes(0)) throw new FileFault('is not a text file: it holds a zero byte')
      const decoded = rest + decoder.write(chunk)
      const lines = (textBytes === chunk.length ? decoded.replace(/^\uFEFF/, '') : decoded).split(
        /\r\n|\n|\r(?!$)/,
      )
      rest = lines.pop() ?? ''
      const unread = decoded.includes(UNREAD) ? lines.findIndex((line) => line.includes(UNREAD)) : -1
      if (unread >= 0) throw notUtf8(passed + unread + 1)
      passed += lines.length
      if (rest.length > LINE_CHARS_MAX) {
        throw new FileFault(`holds a line of more than ${LINE_CHARS_MAX} characters`)
      }
      yield { lines, bytesRead: source.bytesRead }
      await nextTurn()
    }
    rest += decoder.end()
    if (rest.includes(UNREAD)) throw notUtf8(passed + 1)
    yield { lines: rest === '' ? [] : [rest.replace(/\r$/, '')], bytesRead: source.bytesRead }
  } catch (error) {
    if (gunzip && error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new FileFault(`is a damaged gzip file (${error.message})`, { cause: error })
    }
    throw error
  } finally {
    source.destroy()
    gunzip?.destroy()
  }
}
