import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/commands/environment.ts'
import { printCall } from '../../../src/commands/grammar/print-call.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import { readShown, whyIn } from '../../../src/domain/scanners/scan-address.ts'
import { at, environment } from '../../support/line-environments.ts'
import { rsiDip } from '../../support/strategies.ts'

const scan = { logic: 'rsi(14) < 30', universe: 'NIFTY500', interval: 'day', moment: 'live' } as const
const onScan = (changes: object = {}): Environment =>
  at(
    { view: 'scanner-result', 'scan.shown': true, ...changes },
    { scan: { scan: { ...scan, moment: 'close' }, tab: 'misses', of: null } },
  )

const read = (line: string, here: Environment = environment) => readLine(line, line.length, here)

const eventOf = (line: string, here: Environment = environment): unknown => {
  const { call, problem } = read(line, here)
  if (call === null) return problem?.message ?? `${problem?.found}: ${problem?.expected}`
  return dispatchesOf(call, here)[0]?.event
}

/** The scan that a line opens, with what is shown beside it. */
const opened = (line: string, here?: Environment): unknown => {
  const event = eventOf(line, here)
  if (typeof event !== 'object' || event === null || !('path' in event)) return event
  const query = new URLSearchParams(String(event.path).split('?')[1])
  const why = whyIn(query)
  return { ...readShown(query), ...(why === null ? {} : { why }) }
}

const found = (changes: object = {}) => ({ scan: { ...scan, ...changes }, tab: 'found', of: null })

describe('a line that scans', () => {
  test.each<[string, unknown]>([
    ['scan rsi(14) < 30', found()],
    ['screen rsi(14) < 30 on nifty500 day live', found()],
    ['scan rsi(14) < 30 on nifty 50 15min', found({ universe: 'NIFTY50', interval: '15min' })],
    ['scan rsi(14) < 30 banknifty', found({ universe: 'BANKNIFTY' })],
    ['scan rsi(14) < 30 on f&o closed', found({ universe: 'fno', moment: 'close' })],
    ['scan rsi(14) < 30 on nse 5min', found({ universe: 'nse', interval: '5min' })],
    ['scan rsi(14) < 30 on tcs', found({ universe: 'NSE_TCS' })],
    ['scan rsi(14) < 30 on tcs, m&m hour', found({ universe: 'NSE_TCS,NSE_M&M', interval: 'hour' })],
    ['scan rsi(14) < 30 on watchlist banks', found({ universe: 'watchlist Banks' })],
    ['scan rsi(14) < 30 on "Banks"', found({ universe: 'watchlist Banks' })],
    ['scan close > 5 closed', found({ logic: 'close > 5', moment: 'close' })],
    ['scan rsi(14) < 30 week', expect.stringContaining('candles of a day or less')],
    ['scan rsi(14) < 30 on watchlist gone', expect.stringContaining('a watchlist by name')],
    ['scan rsi(14) <', expect.stringContaining('a number or an indicator')],
    ['scan', expect.stringContaining('a condition')],
  ])('%s', (line, expected) => {
    expect(opened(line)).toEqual(expected)
  })

  test('says what it takes for granted', () => {
    expect(read('scan rsi(14) < 30 ').ghost).toBe('on nifty500 day live')
    expect(read('scan rsi(14) < 30 on nifty50 15min ').ghost).toBe('live')
    expect(read('scan rsi(14) < 30 on nifty50').rows[0]?.title).toBe('Scan NIFTY 50, 1 day')
  })
})

describe('what is done with a scan', () => {
  const line = 'scan rsi(14) < 30 on nifty500 15min'
  const eventsOf = (text: string) => {
    const { call } = read(text)
    return call === null ? [] : dispatchesOf(call, environment).map(({ event }) => event)
  }
  const results = { type: 'view.open', path: expect.stringContaining('/scanner-result?') }

  test.each<[string, readonly unknown[]]>([
    ['save', [results, { type: 'palette.open', line: 'save scanner ' }]],
    ['why', [results, { type: 'palette.open', line: 'why not ' }]],
    ['alert', [{ type: 'palette.open', line: 'alert rsi(14) < 30 on nifty500 15min' }]],
    ['bt', [{ type: 'palette.open', line: 'bt rsi(14) < 30 on nifty50 1y 15min' }]],
  ])('then %s', (next, events) => {
    expect(eventsOf(`${line} then ${next}`)).toEqual(events)
    expect(eventsOf(`${line} closed then ${next}`)).toHaveLength(events.length)
  })

  test('is offered under the line, each with its keys and its words', () => {
    const rows = read(line).rows.filter(({ kind }) => kind === 'variant')
    expect(rows.map(({ keys, words, call }) => [keys, words?.title, call && printCall(call)])).toEqual([
      ['Ctrl S', 'Save as scanner', `${line} then save`],
      ['⇧ ↵', 'Alert when one is found', `${line} then alert`],
      ['Ctrl ↵', 'Backtest this rule', `${line} then bt`],
      ['Alt W', 'Why not a symbol?', `${line} then why`],
    ])
    expect(rows[1]?.words?.detail).toBe('each time a candle of 15 minutes closes')
    expect(read(`${line} then save`).rows.map(({ kind }) => kind)).not.toContain('variant')
    expect(eventOf(`${line} then sell`)).toContain('save, alert, bt or why')
  })
})

describe('a line on the result of a scan', () => {
  const shown = { ...scan, moment: 'close' }
  test.each<[string, unknown]>([
    ['scan at', { scan, tab: 'misses', of: null }],
    ['scan at closed', { scan: shown, tab: 'misses', of: null }],
    ['scan tab history', { scan: shown, tab: 'history', of: null }],
    ['why not tcs', { scan: shown, tab: 'misses', of: null, why: 'NSE_TCS' }],
    ['scan again', { type: 'current.ask' }],
    ['change scan', { type: 'palette.open', line: 'scan rsi(14) < 30 on nifty500 day closed' }],
    ['backtest scan', { type: 'palette.open', line: 'bt rsi(14) < 30 on nifty50 1y day' }],
  ])('%s', (line, expected) => {
    expect(opened(line, onScan())).toEqual(expected)
  })

  test('acts on the symbol of the row', () => {
    const onRow = onScan({ 'focus.kind': 'scanned', 'focus.instrument': 'NSE_TCS' })
    expect(opened('why not', onRow)).toMatchObject({ why: 'NSE_TCS' })
    expect(eventOf('backtest scan', onRow)).toMatchObject({ line: 'bt rsi(14) < 30 on TCS 1y day' })
  })
})

describe('scan with this', () => {
  const inBuilder = (changes: object): Environment =>
    at({ view: 'strategy', 'strategy.editing': true }, {
      draft: { strategy: { ...rsiDip, ...changes }, of: null, saved: null },
    } as Partial<Environment>)

  test('opens the line of the entry rule of the strategy, where it has one', () => {
    const line = { type: 'palette.open', line: `scan ${rsiDip.entryLogic} on nifty500 ${rsiDip.interval}` }
    expect(eventOf('scan with this', inBuilder({}))).toEqual(line)
    expect(eventOf('scan with this', inBuilder({ interval: 'week' }))).toMatchObject({
      line: `scan ${rsiDip.entryLogic} on nifty500 day`,
    })
    expect(eventOf('scan with this', inBuilder({ entryType: 'time', entryTime: '09:20' }))).toBe(
      'The strategy has no entry rule to scan with',
    )
  })
})
