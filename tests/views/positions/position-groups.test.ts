import { describe, expect, test } from 'vitest'
import type { Instrument, InstrumentId, Segment } from '../../../src/domain/instruments/instrument.ts'
import { underHeadings } from '../../../src/views/kit/table/sorted-rows.ts'
import {
  headKeysOf,
  linesOf,
  type PositionGroup,
  positionGroupsOf,
  selectedRows,
  sizeInWords,
  withHeadings,
} from '../../../src/views/positions/groups/groups.ts'
import type { PositionRow } from '../../../src/views/positions/position-row.ts'

const instruments = [
  ['INDICES', 'NIFTY 50', 'NIFTY 50'],
  ['NFO-OPT', 'NIFTY26D0124500CE', 'NIFTY'],
  ['NFO-OPT', 'NIFTY26D0124500PE', 'NIFTY'],
  ['NFO-FUT', 'RELIANCE26DECFUT', 'RELIANCE'],
  ['NSE', 'RELIANCE', 'RELIANCE INDUSTRIES'],
  ['NSE', 'SBIN', 'STATE BANK OF INDIA'],
  ['NSE', 'TCS', 'TATA CONSULTANCY'],
].map(([segment, tradingSymbol, name]) => ({
  ...{ id: `${segment}_${tradingSymbol}` as InstrumentId, segment: segment as Segment },
  ...{ tradingSymbol, name },
})) as unknown as readonly Instrument[]

const index = {
  find: (id: InstrumentId) => instruments.find((one) => one.id === id) ?? null,
  findSymbol: (symbol: string) =>
    instruments.find(({ tradingSymbol }) => tradingSymbol === (symbol === 'NIFTY' ? 'NIFTY 50' : symbol)) ??
    null,
}

const rowOf = (instrument: string, isOpen = true): PositionRow =>
  ({ key: `NRML|${instrument}`, instrument, isOpen }) as unknown as PositionRow

const [CALL, PUT, FUTURE, RELIANCE, SBIN, TCS] = [
  'NFO-OPT_NIFTY26D0124500CE',
  'NFO-OPT_NIFTY26D0124500PE',
  'NFO-FUT_RELIANCE26DECFUT',
  'NSE_RELIANCE',
  'NSE_SBIN',
  'NSE_TCS',
]
const none: ReadonlySet<string> = new Set()
const groupsOf = (ids: readonly string[], folded = none): readonly PositionGroup[] =>
  positionGroupsOf(
    ids.map((id) => rowOf(id)),
    index,
    folded,
  ) ?? []
const inWords = (groups: readonly PositionGroup[]) =>
  groups.map((group) => `${group.name}: ${group.rows.map(({ instrument }) => instrument).join(' ')}`)

describe('positions under headings', () => {
  test('are parted by underlying; a share stands by its contracts, else among the shares at the end', () => {
    const groups = groupsOf([SBIN, CALL, RELIANCE, FUTURE, PUT])
    expect(inWords(groups)).toEqual([
      `NIFTY: ${CALL} ${PUT}`,
      `RELIANCE: ${RELIANCE} ${FUTURE}`,
      `Shares: ${SBIN}`,
    ])
    expect(groups.map(({ underlying }) => underlying)).toEqual(['INDICES_NIFTY 50', RELIANCE, null])
    expect(groups.map(sizeInWords)).toEqual(['2 legs', '2 legs', '1 stock'])
  })

  test('have none where there is nothing to part, or an instrument is not known', () => {
    expect([groupsOf([CALL, PUT]), groupsOf([SBIN, TCS]), groupsOf([]), groupsOf([CALL, 'NSE_NEW'])]).toEqual(
      [[], [], [], []],
    )
    expect(positionGroupsOf([rowOf(CALL), rowOf(SBIN)], null, none)).toBeNull()
  })

  test('stay below their heading when sorted, and are hidden when it is folded', () => {
    const groups = groupsOf([SBIN, CALL, PUT])
    const lines = linesOf(groups)
    const headings = headKeysOf(groups)
    const sorted = underHeadings(
      lines.toReversed(),
      ({ key }) => key,
      ({ key }) => headings.get(key) ?? key,
    )
    expect(sorted.map(({ key }) => key)).toEqual([
      'group|Shares',
      `NRML|${SBIN}`,
      'group|NIFTY',
      `NRML|${PUT}`,
      `NRML|${CALL}`,
    ])
    const folded = linesOf(groupsOf([SBIN, CALL, PUT], new Set(['group|NIFTY'])))
    expect(folded.map(({ key }) => key)).toEqual(['group|NIFTY', 'group|Shares', `NRML|${SBIN}`])
  })
})

describe('selecting a heading', () => {
  const groups = positionGroupsOf([rowOf(CALL), rowOf(PUT), rowOf(FUTURE, false), rowOf(SBIN)], index, none)
  const [nifty, future] = [groups?.[0], groups?.[1]]
  const [call, put, share] = [CALL, PUT, SBIN].map((id) => `NRML|${id}`)
  const all = groups ?? []
  const choose = (before: readonly string[], now: readonly string[]) => selectedRows(all, before, now)

  test('selects its open rows, and takes them back', () => {
    expect(choose([], ['group|NIFTY'])).toEqual([call, put])
    expect(choose([`${call}`, `${put}`, 'group|NIFTY'], [`${call}`, `${put}`])).toEqual([])
    expect(choose([], ['group|RELIANCE'])).toEqual([])
    expect([nifty?.name, future?.name]).toEqual(['NIFTY', 'RELIANCE'])
  })

  test('follows its rows: the last one selects it, the first one taken back ends it', () => {
    expect(withHeadings(all, [`${call}`])).toEqual([call])
    expect(withHeadings(all, [`${call}`, `${put}`])).toEqual([call, put, 'group|NIFTY'])
    const now = choose([`${call}`, `${put}`, 'group|NIFTY'], [`${call}`, 'group|NIFTY'])
    expect([now, withHeadings(all, now)]).toEqual([[call], [call]])
    expect(withHeadings(all, [`${share}`])).toEqual([share, 'group|Shares'])
  })
})
