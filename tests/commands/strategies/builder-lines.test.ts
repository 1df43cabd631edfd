import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf, titleOfCall } from '../../../src/commands/registry.ts'
import type { Strategy } from '../../../src/domain/strategies/strategy.ts'
import { at, strategies } from '../../support/line-environments.ts'
import { rsiDip } from '../../support/strategies.ts'

const saved = { algoUuid: 'u1', slug: 'eq-rsi-dip-1', version: 7 }

const inBuilder = (strategy: Strategy, of: typeof saved | null = saved): Environment =>
  at({ view: 'strategy', 'strategy.editing': true }, { strategies, draft: { strategy, of, saved } })

/** The event of a line, or what keeps it from having one. */
const eventOf = (line: string, here: Environment): unknown => {
  const { call, problem } = readLine(line, line.length, here)
  if (call === null) return problem?.message ?? `${problem?.found}: ${problem?.expected}`
  return dispatchesOf(call, here)[0]?.event
}

const titleOf = (line: string, here: Environment): string => {
  const { call } = readLine(line, line.length, here)
  return call === null ? '' : titleOfCall(call, here)
}

const elsewhere = at({ view: 'home' }, { strategies })
const opens = (path: string) => ({ type: 'view.open', path })

describe('lines of the builder', () => {
  test.each([
    ['new strategy', '/strategy?defaultType=equity'],
    ['new strategy options', '/strategy?defaultType=options&isNew=true'],
    ['edit strategy "VWAP reclaim"', '/strategy?slug=eq-vwap-reclaim-1'],
    ['edit strategy vwap', '/strategy?slug=eq-vwap-reclaim-1'],
    ['edit strategy "Nowhere here"', '/strategy?slug=Nowhere%20here'],
  ])('%s', (line, path) => {
    expect(eventOf(line, elsewhere)).toEqual(opens(path))
  })

  test('act on what is in the builder', () => {
    const here = inBuilder(rsiDip)
    expect(eventOf('save', here)).toEqual({ type: 'editor.save' })
    expect(eventOf('undo change', here)).toEqual({ type: 'editor.undo' })
    expect(eventOf('redo change', here)).toEqual({ type: 'editor.redo' })
    expect(eventOf('discard changes', here)).toEqual({ type: 'editor.startOver' })
    expect(titleOf('save', here)).toEqual('Save version 8 of RSI dip')
  })

  test('test what is in the builder, as its saved version only if nothing has changed', () => {
    const run = eventOf('bt this 2026-08-03..2026-10-30', inBuilder(rsiDip)) as { params: object }
    expect(run).toEqual({
      type: 'backtest.run',
      instruments: ['NSE_TCS'],
      cutFrom: 'start',
      params: expect.objectContaining({
        name: 'RSI dip',
        interval: '5min',
        from: '2026-08-03',
        to: '2026-10-30',
        strategy: saved,
      }),
    })
    const changed = eventOf('bt this', inBuilder(rsiDip, null)) as { params: object }
    expect('strategy' in changed.params).toEqual(false)
  })

  test('say what is missing before a test', () => {
    expect(eventOf('bt this', inBuilder({ ...rsiDip, segSyms: [] }))).toEqual(
      'segSyms: expected an instrument',
    )
    expect(eventOf('bt this', inBuilder({ ...rsiDip, entryLogic: 'rsi(14) <' }))).toContain(
      'entryLogic: column 10',
    )
    const atTwenty = { ...rsiDip, entryType: 'time', entryTime: '09:20', entryLogic: '' } as const
    expect(eventOf('bt this', inBuilder({ ...atTwenty, interval: 'day' }))).toEqual(
      'It enters at 09:20; that time cannot be seen in 1-day candles',
    )
  })

  test('keep one of two versions only while there are two', () => {
    const two = at({ view: 'strategy', 'strategy.editing': true, 'strategy.conflict': true }, { strategies })
    expect(eventOf('keep both', two)).toEqual({ type: 'editor.resolve', keep: 'both' })
  })
})
