import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/read-line.ts'
import type { CircuitLimits } from '../../../src/domain/orders/order-words.ts'
import { tradingWith } from '../../support/command-environment.ts'

const read = (line: string, circuits: CircuitLimits | null = { lower: 2205, upper: 2695 }) =>
  readLine(line, line.length, tradingWith({ circuitsOf: (id) => (id === 'NSE_TCS' ? circuits : null) }))

describe('a price beyond the circuit limits of the day', () => {
  test.each<[string, string, string]>([
    [
      'buy tcs @2700',
      "2,700.00 is above today's upper circuit limit. The limit is 2,695.00.",
      'buy tcs @2695',
    ],
    [
      'sell tcs @2695.05',
      "2,695.05 is above today's upper circuit limit. The limit is 2,695.00.",
      'sell tcs @2695',
    ],
    [
      'buy tcs @2200 mis',
      "2,200.00 is below today's lower circuit limit. The limit is 2,205.00.",
      'buy tcs @2205 mis',
    ],
    [
      'sell tcs @+15%',
      "2,817.50 is above today's upper circuit limit. The limit is 2,695.00.",
      'sell tcs @2695',
    ],
    [
      'buy tcs @2695 trig 2700',
      "2,700.00 is above today's upper circuit limit. The limit is 2,695.00.",
      'buy tcs @2695 trig 2695',
    ],
    [
      'sell tcs @2205 trig 2100',
      "2,100.00 is below today's lower circuit limit. The limit is 2,205.00.",
      'sell tcs @2205 trig 2205',
    ],
  ])('%s', (line, message, fixed) => {
    const { call, problem, rows } = read(line)
    expect([call, problem?.message, problem?.kind]).toEqual([null, message, 'notAllowed'])
    expect(rows.map(({ insert }) => insert)).toEqual([fixed])
    expect(rows[0]?.meant?.command).toEqual(`order.${line.split(' ')[0]}`)
  })

  test('has its fix also while the caret is at it: a price is no longer name of an instrument', () => {
    const line = 'buy 10 infy @+15%'
    const { instruments } = tradingWith()
    const longer = instruments?.findSymbol('NIFTY26NOV25950CE') ?? null
    if (instruments === null || longer === null) throw new Error('no list of instruments')
    const here = tradingWith({
      circuitsOf: () => ({ lower: 1350, upper: 1650 }),
      instruments: { ...instruments, search: () => [longer] },
    })
    const { rows } = readLine(line, line.length, here)
    expect(rows.map(({ insert }) => insert)).toEqual(['buy 10 infy @1650'])
  })

  test('is none at a limit, where a limit is not set, and while they are unknown', () => {
    for (const line of ['buy tcs @2695', 'sell tcs @2205', 'buy tcs @2695 trig 2695'])
      expect(read(line).problem).toBe(null)
    expect(read('buy tcs @2700', null).problem).toBe(null)
    expect(read('buy tcs @2700', { lower: 2205, upper: null }).problem).toBe(null)
    expect(read('buy nifty atm ce @2700').problem).toBe(null)
  })

  test('is told after the tick, which is nearer to what was meant', () => {
    expect(read('buy tcs @2700.02').problem?.message).toMatch(/multiple of the tick/)
  })
})
