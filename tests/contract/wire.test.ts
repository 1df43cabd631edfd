import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromWire, toWire } from '../../src/contract/wire.ts'

describe('wire names', () => {
  test.each([
    ['user_broker_id', 'userBrokerId'],
    ['pnl', 'pnl'],
    ['winning_MIS', 'winningMIS'],
    ['lossing_cash', 'lossingCash'],
    ['t1_quantity', 't1Quantity'],
    ['_id', '_id'],
    ['INDICES_NIFTY 50', 'INDICES_NIFTY 50'],
    ['NSE_360ONE', 'NSE_360ONE'],
  ])('%s on the wire is %s in code, and back', (wire, code) => {
    expect(fromWire({ [wire]: 1 })).toEqual({ [code]: 1 })
    expect(toWire({ [code]: 1 })).toEqual({ [wire]: 1 })
  })

  test('names are translated at every depth and values never', () => {
    const wire = {
      backtest_results: { 'NSE_M&M': { max_draw: null, trade_log: [{ entry_at: 5, note: 'a_b' }] } },
    }
    const code = {
      backtestResults: { 'NSE_M&M': { maxDraw: null, tradeLog: [{ entryAt: 5, note: 'a_b' }] } },
    }
    expect(fromWire(wire)).toEqual(code)
    expect(toWire(code)).toEqual(wire)
  })

  test('to the wire and back is the identity for every name we may use', () => {
    const names = fc.stringMatching(/^[a-z][a-z0-9]{0,6}([A-Z][a-z][a-z0-9]{0,5}){0,3}$/)
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 0 })), (value) => {
        expect(fromWire(toWire(value))).toEqual(value)
      }),
    )
  })
})
