import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import JSZip from 'jszip'

export class FileFault extends Error {
  override readonly name = 'FileFault'
}

export const LINE_CHARS_MAX = 4096
/** A year of minutes of one instrument is about 5 MB of text. */
const CANDLE_TEXT_BYTES_MAX = 8 * 1024 ** 3
const CHUNK_BYTES = 64 * 1024
/** A zip archive is held in memory as stored; a bhavcopy of a day is about 1 MB. */
const ZIP_BYTES_MAX = 256 * 1024 ** 2
const NAMES_SHOWN = 3

const signatures: readonly { readonly bytes: readonly number[]; readonly kind: string }[] = [
  { bytes: [0x50, 0x41, 0x52, 0x31], kind: 'Parquet, which is not read: export it as CSV' },
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

interface TextSource {
  readonly text: Readable
  bytesRead(): number
  close(): void
}

const openPlain = (path: string): TextSource => {
  const text = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  return { text, bytesRead: () => text.bytesRead, close: () => text.destroy() }
}

const openGzip = (path: string): TextSource => {
  const { text: source, bytesRead } = openPlain(path)
  const text = createGunzip({ chunkSize: CHUNK_BYTES })
  source.on('error', (error) => text.destroy(error)).pipe(text)
  return {
    text,
    bytesRead,
    close() {
      source.destroy()
      text.destroy()
    },
  }
}

const unzip = async (path: string): Promise<JSZip> => {
  try {
    return await JSZip.loadAsync(await readFile(path))
  } catch (error) {
    throw unreadableZip(error)
  }
}

const unreadableZip = (error: unknown): FileFault => {
  const why = error instanceof Error ? error.message.split(/ ?[.:]/)[0] : String(error)
  return new FileFault(`is a zip archive that cannot be read (${why})`, { cause: error })
}

/** The one file of the archive; what macOS adds of its own does not count. */
const openZip = async (path: string): Promise<TextSource> => {
  const { size } = await stat(path)
  if (size > ZIP_BYTES_MAX)
    throw new FileFault(`is a zip archive of more than ${ZIP_BYTES_MAX / 1024 ** 2} MB: unpack it first`)
  const files = Object.values((await unzip(path)).files).filter(
    ({ dir, name }) => !dir && !/(^|\/)(__MACOSX\/|\.)/.test(name),
  )
  const [file] = files
  if (file === undefined) throw new FileFault('is a zip archive without a file')
  if (files.length > 1) {
    const names = files.slice(0, NAMES_SHOWN).map(({ name }) => name)
    const more = files.length > NAMES_SHOWN ? ` and ${files.length - NAMES_SHOWN} more` : ''
    throw new FileFault(
      `is a zip archive of ${files.length} files (${names.join(', ')}${more}): give the one to import`,
    )
  }
  let percent = 0
  const source = file.nodeStream('nodebuffer', (update) => {
    percent = update.percent
  })
  // JSZip's own kind of stream cannot be iterated.
  const text = new PassThrough()
  source.on('error', (error) => text.destroy(unreadableZip(error))).pipe(text)
  return { text, bytesRead: () => Math.round((percent / 100) * size), close: () => text.destroy() }
}

const openText = async (path: string): Promise<TextSource> => {
  const head = await readHead(path)
  const known = signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (known) throw new FileFault(`is ${known.kind}`)
  if (head[0] === 0x50 && head[1] === 0x4b) return openZip(path)
  return head[0] === 0x1f && head[1] === 0x8b ? openGzip(path) : openPlain(path)
}

interface Decoder {
  write(bytes: Buffer): string
  end(): string
}

const utf16 = (name: 'utf-16le' | 'utf-16be'): Decoder => {
  const decoder = new TextDecoder(name, { ignoreBOM: true })
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

/** By the byte order mark; UTF-8 without one. */
const decoderFor = (first: Buffer): Decoder => {
  if (first[0] === 0xff && first[1] === 0xfe) return utf16('utf-16le')
  return first[0] === 0xfe && first[1] === 0xff ? utf16('utf-16be') : new StringDecoder('utf8')
}

/** Plain, gzip or zip with one file, in batches, without line ends and BOM; yields to the event loop. Throws FileFault. */
export async function* readLines(
  path: string,
  textBytesMax = CANDLE_TEXT_BYTES_MAX,
): AsyncGenerator<LineBatch> {
  const source = await openText(path)
  let decoder: Decoder | null = null
  let rest = ''
  let textBytes = 0
  let passed = 0
  try {
    for await (const chunk of source.text as AsyncIterable<Buffer>) {
      textBytes += chunk.length
      if (textBytes > textBytesMax) throw new FileFault(`unpacks to more than ${textBytesMax / 1024 ** 2} MB`)
      const isFirst = decoder === null
      decoder ??= decoderFor(chunk)
      const written = decoder.write(chunk)
      if (written.includes('\0')) throw new FileFault('is not a text file: it holds a zero byte')
      const decoded = rest + (isFirst ? written.replace(/^\uFEFF/, '') : written)
      const lines = decoded.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      const unread = decoded.includes(UNREAD) ? lines.findIndex((line) => line.includes(UNREAD)) : -1
      if (unread >= 0) throw notUtf8(passed + unread + 1)
      passed += lines.length
      if (rest.length > LINE_CHARS_MAX) {
        throw new FileFault(`holds a line of more than ${LINE_CHARS_MAX} characters`)
      }
      yield { lines, bytesRead: source.bytesRead() }
      await nextTurn()
    }
    rest += decoder?.end() ?? ''
    if (rest.includes(UNREAD)) throw notUtf8(passed + 1)
    yield { lines: rest === '' ? [] : [rest.replace(/\r$/, '')], bytesRead: source.bytesRead() }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new FileFault(`is a damaged gzip file (${error.message})`, { cause: error })
    }
    throw error
  } finally {
    source.close()
  }
}
