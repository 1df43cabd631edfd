import { describe, expect, test } from 'vitest'
import { type Candles, candleColumns, type OtherCandles } from '../../../src/domain/charts/candle.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import '../../../src/engine/worker/global-functions.ts'
import type { EngineGlobal } from '../../../src/engine/worker/global-functions.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { candles, close, closesAt, compare, number, request } from '../../support/engine/notation.ts'

const engine = globalThis as EngineGlobal
engine.startEngines?.(await engineModules())

describe('the functions on the global object', () => {
  const series = candles('100 101 103 109 111 112')
  const sma = { interval: '5min', give: 'last', requests: [{ key: 'sma', params: ['close', 2, 0] }] }
  const answer = '{"results":[{"key":"sma","outputs":{"value":[111.5]}}]}'

  test('GetTechnicals reads candles from its JSON or beside it', () => {
    const columns = Object.fromEntries(candleColumns.map((name) => [name, [...series[name]]]))
    expect(engine.GetTechnicals?.(JSON.stringify({ ...sma, candles: columns }))).toBe(answer)
    expect(engine.GetTechnicals?.(JSON.stringify(sma), series)).toBe(answer)
  })
  test('Backtest answers JSON', () => {
    const story = request({ entry: closesAt(101), exit: closesAt(109) })
    const report = JSON.parse(engine.Backtest?.(JSON.stringify(story), series) ?? '')
    expect([report.finalPnl, report.tradeLog.length, report.source]).toEqual([8, 1, 'imported'])
  })
  test('Backtest takes minute candles beside the larger ones', () => {
    const story = request({ entry: closesAt(101), stopLoss: 5, targetProfit: 5 })
    const both = candles('101 100/106/94/99 99')
    const minutes = candles('100/106/100/106 106/106/94/99', { minutes: 1, open: '09:20' })
    const reasonOf = (inside?: Candles) =>
      JSON.parse(engine.Backtest?.(JSON.stringify(story), both, inside) ?? '').tradeLog[0].reason
    expect([reasonOf(), reasonOf(minutes), reasonOf(candles(''))]).toEqual(['stop', 'target', 'stop'])
  })
  test('both take the candles of other instruments beside their own, by their segment and symbol', () => {
    const tcs = instrumentId('NSE', 'TCS')
    const other = candles('- 20 30 40 50 60')
    const others = { [tcs]: other }
    const asked = {
      interval: '5min',
      give: 'columns',
      requests: [{ key: 'close', params: [0], instrument: tcs }],
    }
    const jsonOf = (input: Candles) =>
      Object.fromEntries(candleColumns.map((name) => [name, [...input[name]]]))
    const columns = '{"results":[{"key":"close","outputs":{"value":[null,20,30,40,50,60]}}]}'
    const inJson = { ...asked, candles: jsonOf(series), others: { NSE_TCS: jsonOf(other) } }
    expect(engine.GetTechnicals?.(JSON.stringify(inJson))).toBe(columns)
    expect(engine.GetTechnicals?.(JSON.stringify(asked), series, others)).toBe(columns)
    const story = request({ entry: compare({ ...close, instrument: tcs }, 'equal to', number(30)) })
    const run = (...given: readonly OtherCandles[]) =>
      JSON.parse(engine.Backtest?.(JSON.stringify(story), series, undefined, undefined, ...given) ?? '')
    expect(run(others).tradeLog[0].entryPrice).toBe(109)
    expect(() => run()).toThrow('candles of NSE_TCS: there are none')
  })
  test.each(['', 'null', '3', '{"params":', '[]'])('%j is no request', (json) => {
    expect(() => engine.Backtest?.(json, series)).toThrow(/the request (is not a JSON object|has no params)/)
    expect(() => engine.GetTechnicals?.(json, series)).toThrow(/the request is not a JSON object|interval is/)
  })
  test('GetTechnicals without candles says so', () => {
    expect(() => engine.GetTechnicals?.(JSON.stringify(sma))).toThrow('candles: there are none')
  })
})
