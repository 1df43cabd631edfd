import { describe, expect, test } from 'vitest'
import { namePartsOf } from '../../src/domain/name-parts.ts'

const cut = (name: string): string => {
  const { start, day, core, tail } = namePartsOf(name)
  return [start, day, core, tail].join('|')
}

describe('a name where room is short', () => {
  test.each([
    'BANKNIFTY| 23 NOV| 56800 CE|',
    'RELIANCE| 26 NOV| 1542.5 PE|',
    'M&M|| 24 NOV FUT|',
    'Exit BANKNIFTY| 23 NOV| 56800 CE| · NRML at market',
    'Buy 1 lot (65) of NIFTY| 1 DEC| 25950 PE| at 85.45',
    'Chart of NIFTY|| 24 NOV FUT|',
    'NIFTY|26NOV|25950CE|',
    'NIFTY|26D01|25800PE|',
    'BAJAJ-AUTO|26NOV|FUT|',
    'NIFTY|| BANK|',
    'NIFTY|| 50|',
    'NIFTY FIN|| SERVICE|',
    'RELIANCE|||',
    'Go to Positions|||',
    'Backtest close > 1 on TCS|||',
    '|||',
  ])('keeps what tells it from its neighbours: %s', (parts) => {
    expect(cut(parts.replaceAll('|', ''))).toEqual(parts)
  })
})
