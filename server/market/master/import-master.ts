import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Exchange, Instrument } from '../../../src/domain/instruments/instrument.ts'
import type { StoredMaster } from '../../store/instruments.ts'
import { FileFault } from '../import/text-lines.ts'
import { type MasterBadRow, readKiteMaster } from './kite-master.ts'
import { printInstrument } from './master-csv.ts'
import { masterExchanges } from './synthetic-master.ts'

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

/** A full master of all exchanges is about 10 MB. */
const FILE_BYTES_MAX = 64 * 1024 ** 2
const TEXT_BYTES_MAX = 256 * 1024 ** 2

export interface MasterFile {
  readonly masters: readonly StoredMaster[]
  readonly instruments: readonly Instrument[]
  readonly rows: Readonly<Partial<Record<Exchange, number>>>
  readonly absent: readonly Exchange[]
  readonly dropped: Readonly<Record<string, number>>
  readonly badRows: readonly MasterBadRow[]
  readonly badRowCount: number
}

/** Plain or gzip. Throws FileFault. */
export const readMasterFile = async (path: string, importedAt: number): Promise<MasterFile> => {
  const source = basename(path)
  const read = readKiteMaster(await readText(path, source))
  if (read === null) {
    throw new FileFault(
      `${source} is not an instrument master: its first line must name instrument_token, exchange_token, tradingsymbol and so on.`,
    )
  }
  const byExchange = new Map<Exchange, Instrument[]>()
  for (const instrument of read.instruments) {
    const rows = byExchange.get(instrument.exchange)
    if (rows) rows.push(instrument)
    else byExchange.set(instrument.exchange, [instrument])
  }
  if (byExchange.size === 0 && read.badRowCount === 0) throw new FileFault(`${source} holds no instrument.`)
  const masters = await Promise.all(
    [...byExchange].map(async ([exchange, instruments]) => ({
      exchange,
      rows: instruments.length,
      source,
      importedAt,
      csv: await deflate(instruments.map(printInstrument).join('\n')),
    })),
  )
  return {
    masters,
    instruments: read.instruments,
    rows: Object.fromEntries(masters.map(({ exchange, rows }) => [exchange, rows])),
    absent: masterExchanges.filter((exchange) => !byExchange.has(exchange)),
    dropped: read.dropped,
    badRows: read.badRows,
    badRowCount: read.badRowCount,
  }
}

const readText = async (path: string, source: string): Promise<string> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new FileFault(`${path} is not a file.`)
  if (found.size > FILE_BYTES_MAX)
    throw new FileFault(`${source} is larger than ${FILE_BYTES_MAX / 1024 ** 2} MB.`)
  const bytes = await readFile(path)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return decode(bytes, source)
  try {
    return decode(await inflate(bytes, { maxOutputLength: TEXT_BYTES_MAX }), source)
  } catch (error) {
    if (error instanceof FileFault) throw error
    throw new FileFault(
      `${source} is a damaged gzip file or unpacks to more than ${TEXT_BYTES_MAX / 1024 ** 2} MB.`,
      {
        cause: error,
      },
    )
  }
}

const NEW_LINE = 10

/** Refuses text of another encoding, as it would be read with holes in its names. */
const decode = (bytes: Buffer, source: string): string => {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let at = 0
  for (let line = 1; ; line++) {
    const end = bytes.indexOf(NEW_LINE, at)
    if (end < 0 || !isUtf8(bytes.subarray(at, end)))
      throw new FileFault(`${source} is not UTF-8 text on line ${line}: save it as UTF-8.`)
    at = end + 1
  }
}
