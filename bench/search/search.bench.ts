import { createRequire } from 'node:module'
import { emptyContext } from '../../src/commands/context.ts'
import { quietEnvironment } from '../../src/commands/environment.ts'
import { readLine } from '../../src/commands/read-line.ts'
import type { InstrumentIndex } from '../../src/domain/instruments/instrument-index.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { columnBuffers } from '../../src/market/instruments/instrument-columns.ts'
import { openIndex } from '../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../src/market/instruments/read-master.ts'
import { largeMaster } from '../../tests/support/server/synthetic-master.ts'
import { rounds } from '../brief.ts'
import { collectAllGarbage } from '../garbage.ts'
import type { Report } from '../report.ts'

const ROUNDS = rounds(5)
const PEER_QUERIES = 40

export const bench = async (report: Report): Promise<void> => {
  const csv = largeMaster()
  const columns = readMaster(csv)
  const { index, bytes } = measuredIndex(csv)
  report.note(`${columns.rows} instruments, ${columns.badRows} bad lines`)

  await report.compare({
    name: 'instrument index: build from CSV',
    runs: 9,
    goal: 150,
    ours: () => {
      openIndex(readMaster(csv))
    },
    peers: {},
  })
  report.value({ name: 'instrument index: size', unit: 'MB', value: bytes / 1e6, goal: 5 })

  const queries = typedQueries(index, columns.rows)
  const keystrokes = queries.flatMap(keystrokesOf)
  const ours = percentiles(keystrokes, (query) => index.search(query))
  const theirs = percentiles(queries.slice(0, PEER_QUERIES).flatMap(keystrokesOf), fuzzySearch(csv))
  report.note(`${keystrokes.length} keystrokes of ours, ${PEER_QUERIES} queries of uFuzzy`)
  report.value({
    name: 'instrument search: p50 per keystroke',
    unit: 'ms',
    value: ours.p50,
    goal: null,
    peer: { name: 'uFuzzy', value: theirs.p50, goalRatio: 0.1 },
  })
  report.value({
    name: 'instrument search: p99 per keystroke',
    unit: 'ms',
    value: ours.p99,
    goal: 1,
    peer: { name: 'uFuzzy', value: theirs.p99, goalRatio: 0.125 },
  })

  const environment = {
    ...quietEnvironment,
    context: { ...emptyContext, signedIn: true },
    instruments: index,
    today: '2026-11-21' as IstDate,
  }
  const lines = queries
    .slice(0, 20)
    .map((query) => `bt ema(close,9) crosses above ema(close,21) and rsi(14) < 70 on ${query} 30d 5min`)
    .concat(queries.slice(20, 40))
  const read = percentiles(lines.flatMap(keystrokesOf), (line) => readLine(line, line.length, environment))
  report.value({ name: 'reading a line: p50 per keystroke', unit: 'ms', value: read.p50, goal: null })
  report.value({ name: 'reading a line: p99 per keystroke', unit: 'ms', value: read.p99, goal: 16 })
}

const measuredIndex = (csv: string): { readonly index: InstrumentIndex; readonly bytes: number } => {
  const used = (): number => {
    collectAllGarbage()
    collectAllGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const columns = structuredClone(readMaster(csv))
  const shared = columnBuffers(columns).reduce((sum, { byteLength }) => sum + byteLength, 0)
  const texts = columns.headSymbols.length + columns.headNames.length + columns.tailSymbols.length
  const before = used()
  const index = openIndex(columns)
  return { index, bytes: used() - before + shared + texts }
}

const typedQueries = (index: InstrumentIndex, rows: number): readonly string[] => {
  const first = index.search('l').map(({ tradingSymbol }) => tradingSymbol.toLowerCase())
  const roots = ['nifty', 'banknifty', 'sensex', 'finnifty', ...first]
  const contracts = roots.flatMap((root, index) => [
    root,
    `${root} fut`,
    `${root} ${25_000 + 50 * index} ce`,
    `${root} monthly ${58_000 + 100 * index} pe`,
    `${root} limited`,
    `${rows + index}`,
    `26dec${index}`,
  ])
  return contracts.toSorted((left, right) => hash(left) - hash(right))
}

const hash = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)

const keystrokesOf = (text: string): readonly string[] =>
  Array.from(text, (_, index) => text.slice(0, index + 1))

/** Medians of several rounds per keystroke leave out what the machine did meanwhile. */
const percentiles = (texts: readonly string[], work: (text: string) => unknown) => {
  for (const text of texts.slice(0, 200)) work(text)
  const times = texts.map(() => [] as number[])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, text] of texts.entries()) {
      const startedAt = performance.now()
      work(text)
      times[index]?.push(performance.now() - startedAt)
    }
  }
  const ascending = (values: readonly number[]) => values.toSorted((left, right) => left - right)
  const medians = ascending(times.map((each) => ascending(each)[Math.floor(ROUNDS / 2)] ?? Number.NaN))
  const at = (share: number): number => medians[Math.floor(medians.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

/** uFuzzy 1.0.19 has types only where it is installed. */
type FuzzyClass = new (
  options: object,
) => {
  readonly search: (haystack: readonly string[], query: string, outOfOrder: 0, ranked: number) => unknown
}

const fuzzySearch = (csv: string) => {
  const Fuzzy = createRequire(import.meta.url)('@leeoniya/ufuzzy') as FuzzyClass
  const haystack = csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(2, 4).join(' '))
  const fuzzy = new Fuzzy({})
  return (query: string) => fuzzy.search(haystack, query, 0, 25)
}
