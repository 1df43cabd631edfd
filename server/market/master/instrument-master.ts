import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { Exchange, Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { nearestNames } from '../../../src/domain/nearest.ts'
import { onceFor } from '../../../src/domain/once-for.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Clock } from '../../ports.ts'
import type { InstrumentStore } from '../../store/instruments.ts'
import type { SimulatedMarket } from '../simulated/simulated-market.ts'
import { createEventLoopYield } from '../yield-to-event-loop.ts'
import type { ClosesOf } from './derivative-listing.ts'
import { MASTER_HEADER, printInstrument } from './master-csv.ts'
import { indexMaster, type MasterIndex } from './master-index.ts'
import { listSynthetic } from './synthetic-master.ts'
import { findSimulated } from './universe.ts'

const inflate = promisify(gunzip)
const deflate = promisify(gzip)
const brotli = promisify(brotliCompress)

const VERSION_LENGTH = 22

export interface LoadedMaster extends MasterIndex {
  /** Hash of the content: the same list has the same version after a restart and on another node. */
  readonly version: string
  gzip(): Promise<Buffer>
  brotli(): Promise<Buffer>
  /** Printed list in memory shared between threads; `indexMaster` reads it. */
  readonly csv: Buffer
  has(id: InstrumentId): boolean
  nearest(symbol: string): readonly string[]
}

/** May return a list that was made of the same source before. */
export type MakeMaster = (source: string, make: () => Promise<LoadedMaster>) => Promise<LoadedMaster>

export interface MasterParts {
  readonly store: InstrumentStore
  readonly simulated: SimulatedMarket
  readonly calendar: Calendar
  readonly clock: Clock
  readonly seed: number
  readonly makeMaster?: MakeMaster | undefined
}

/** Made only when a client asks that does not take Brotli. */
const gzipOf = onceFor((csv: Buffer) => deflate(csv, { level: 6 }))

const brotliOf = onceFor((csv: Buffer) =>
  brotli(csv, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: csv.length },
  }),
)

const makeAnew: MakeMaster = (_, make) => make()

/** For the clock's IST day; imported exchanges as imported, others synthetic. Made once per day. */
export const createInstrumentMaster = (parts: MasterParts) => {
  const { store, simulated, calendar, clock, seed, makeMaster = makeAnew } = parts
  let latest: { readonly source: string; readonly loading: Promise<LoadedMaster> } | null = null
  let inForce: LoadedMaster | null = null

  const closesOf: ClosesOf = (underlying, from, to) => {
    const instrument = findSimulated(underlying as InstrumentId)
    if (instrument === null) throw new RangeError(`${underlying} is no underlying`)
    return simulated.closesOf(instrument, from, to)
  }

  const make = async (today: IstDate, sessions: Calendar = calendar): Promise<LoadedMaster> => {
    const masters = await store.listMasters()
    const imported = new Set(masters.map(({ exchange }) => exchange))
    const parts = await Promise.all(masters.map(async ({ csv }) => (await inflate(csv)).toString('utf8')))
    const csv = await printMaster(parts, listSynthetic(today, closesOf, sessions), imported)
    // Begun now, as a page asks for it next; orders do not wait for it.
    brotliOf(csv).catch(() => {})
    const index = await indexMaster(csv)
    return {
      version: createHash('sha256').update(csv).digest('base64url').slice(0, VERSION_LENGTH),
      ...index,
      gzip: () => gzipOf(csv),
      brotli: () => brotliOf(csv),
      csv,
      has: (id) => index.find(id) !== null,
      nearest: (symbol) => nearestSymbols(symbol, index.cashSymbols()),
    }
  }

  /** A list requested while this one was made replaces it. */
  const settled = async (asked: NonNullable<typeof latest>): Promise<LoadedMaster> => {
    const made = await asked.loading
    if (latest !== null && latest !== asked) return settled(latest)
    inForce = made
    return made
  }

  const sourceOf = async (today: IstDate, { profile, version }: Calendar): Promise<string> =>
    `${today} ${seed} ${profile} ${version} ${await store.readVersion()}`

  return {
    async load(): Promise<LoadedMaster> {
      const today = toIstDate(clock.now())
      const source = await sourceOf(today, calendar)
      if (latest?.source !== source) {
        const asked = { source, loading: makeMaster(source, () => make(today)) }
        latest = asked
        asked.loading.catch(() => {
          if (latest === asked) latest = null
        })
      }
      return settled(latest)
    },

    /** Returns what puts the list into force in the calendar's turn, so that no order is decided by a mix. */
    async prepare(next: Calendar): Promise<() => void> {
      const today = toIstDate(clock.now())
      const source = await sourceOf(today, next)
      const made = await make(today, next)
      return () => {
        latest = { source, loading: Promise.resolve(made) }
        inForce = made
      }
    },

    /** Last loaded list, for synchronous callers; it changes for all of them at once. */
    inForce: (): LoadedMaster | null => inForce,
  }
}

const printMaster = async (
  parts: readonly string[],
  synthetic: Iterable<readonly Instrument[]>,
  imported: ReadonlySet<Exchange>,
): Promise<Buffer> => {
  const breathe = createEventLoopYield()
  const pieces = [MASTER_HEADER, ...parts.map((part) => part.trimEnd())].map((text) =>
    Buffer.from(`${text}\n`),
  )
  for (const listed of synthetic) {
    const lines = listed.filter(({ exchange }) => !imported.has(exchange)).map(printInstrument)
    if (lines.length > 0) pieces.push(Buffer.from(`${lines.join('\n')}\n`))
    await breathe()
  }
  const shared = Buffer.from(new SharedArrayBuffer(pieces.reduce((bytes, piece) => bytes + piece.length, 0)))
  let at = 0
  for (const piece of pieces) at += piece.copy(shared, at)
  return shared
}

/** Contracts are too many to help; indices come before shares, NSE before BSE. */
const suggested = ['INDICES', 'NSE', 'BSE']

export const nearestSymbols = (
  symbol: string,
  listed: Iterable<readonly [segment: string, symbol: string]>,
): readonly string[] => {
  const segmentOf = new Map<string, string>()
  for (const [segment, name] of listed) {
    const known = segmentOf.get(name)
    if (known === undefined || suggested.indexOf(segment) < suggested.indexOf(known))
      segmentOf.set(name, segment)
  }
  return nearestNames(symbol, [...segmentOf.keys()]).map((name) => `${segmentOf.get(name)}_${name}`)
}
