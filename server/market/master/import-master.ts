import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Exchange, Instrument } from '../../../src/domain/instruments/instrument.ts'
import type { StoredMaster } from '../../store/instruments.ts'
import { FileFault, readLines } from '../import/text-lines.ts'
import { type MasterBadRow, readKiteMaster } from './kite-master.ts'
import { printInstrument } from './master-csv.ts'
import { masterExchanges } from './synthetic-master.ts'

const deflate = promisify(gzip)

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

/** Files as `readLines` reads them. Throws FileFault. */
export const readMasterFile = async (path: string, importedAt: number): Promise<MasterFile> => {
  const source = basename(path)
  const read = readKiteMaster(await readFileLines(path, source))
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

const readFileLines = async (path: string, source: string): Promise<readonly string[]> => {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new FileFault(`${path} is not a file.`)
  if (found.size > FILE_BYTES_MAX)
    throw new FileFault(`${source} is larger than ${FILE_BYTES_MAX / 1024 ** 2} MB.`)
  const read: string[] = []
  try {
    for await (const { lines } of readLines(path, TEXT_BYTES_MAX)) for (const line of lines) read.push(line)
  } catch (error) {
    throw error instanceof FileFault ? new FileFault(`${source} ${error.message}.`, { cause: error }) : error
  }
  return read
}
