import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateInWords, slashedDate, spanInWords } from '../../../src/domain/dates-in-words.ts'
import { type InstrumentId, instrumentId, segments } from '../../../src/domain/instruments/instrument.ts'
import {
  derivativeRoot,
  expiryParts,
  indexAliases,
  instrumentOfText,
  textOfInstrument,
} from '../../../src/domain/instruments/instrument-names.ts'
import { nearestNames } from '../../../src/domain/nearest.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const dates = (text: string) => text.split(' ') as IstDate[]
const november = dates('2026-11-23 2026-12-01 2026-12-08 2026-12-29')

describe('instruments in words', () => {
  test.each<[string, number, string]>([
    ['2026-11-23', 4, '23 November MONTHLY'],
    ['2026-12-01', 1, '1 December WEEKLY'],
    ['2026-12-08', 2, '8 December WEEKLY'],
    ['2026-12-29', 5, '29 December MONTHLY'],
  ])('the expiry %s is of week %i and called %s', (expiry, expiryWeek, expiryName) => {
    const [year, month, day] = expiry.split('-').map(Number)
    expect(expiryParts(expiry as IstDate, november)).toEqual({
      expiryDay: day,
      expiryWeek,
      expiryMonth: month,
      expiryYear: year,
      expiryName,
    })
  })

  test('the weekly number is the day of the month divided by 7, plus 1', () => {
    const weeks = ['01', '06', '07', '14', '21', '28', '31'].map(
      (day) => expiryParts(`2026-12-${day}` as IstDate, november).expiryWeek,
    )
    expect(weeks).toEqual([1, 1, 2, 3, 4, 5, 5])
  })

  test('indices have the aliases of the specification', () => {
    expect(instrumentOfText('India VIX')).toEqual('INDICES_INDIA VIX')
    expect(['NIFTY', 'BANKNIFTY', 'FINNIFTY'].map((alias) => indexAliases.get(alias))).toEqual([
      'NIFTY 50',
      'NIFTY BANK',
      'NIFTY FIN SERVICE',
    ])
    expect(['NIFTY 50', 'NIFTY BANK', 'SENSEX', 'RELIANCE'].map(derivativeRoot)).toEqual([
      'NIFTY',
      'BANKNIFTY',
      'SENSEX',
      'RELIANCE',
    ])
  })

  test.each<[string, string]>([
    ['NIFTY 50', 'INDICES_NIFTY 50'],
    ['nifty', 'INDICES_NIFTY 50'],
    ['SENSEX', 'INDICES_SENSEX'],
    ['RELIANCE', 'NSE_RELIANCE'],
    ['BSE_RELIANCE', 'BSE_RELIANCE'],
    ['NFO-FUT_NIFTY26NOVFUT', 'NFO-FUT_NIFTY26NOVFUT'],
  ])('"%s" inside a condition is %s', (text, id) => {
    expect(instrumentOfText(text)).toBe(id)
  })

  test('the text of an instrument means that instrument', () => {
    const symbols = fc.stringMatching(/^[A-Z0-9&.-]([A-Z0-9&. -]{0,18}[A-Z0-9&.-])?$/)
    fc.assert(
      fc.property(fc.constantFrom(...segments), symbols, (segment, symbol) => {
        const id: InstrumentId = instrumentId(segment, symbol)
        expect(instrumentOfText(textOfInstrument(id))).toBe(id)
      }),
    )
  })

  test('dates and spans are said as the specification writes dates', () => {
    expect([dateInWords('2024-04-05' as IstDate), slashedDate('2024-04-05' as IstDate)]).toEqual([
      '05 Apr 2024',
      '05/04/2024',
    ])
    expect([
      spanInWords('2024-04-01' as IstDate, '2024-06-28' as IstDate),
      spanInWords('2023-12-01' as IstDate, '2024-06-28' as IstDate),
      spanInWords('2024-06-28' as IstDate, '2024-06-28' as IstDate),
    ]).toEqual(['1 Apr – 28 Jun 2024', '1 Dec 2023 – 28 Jun 2024', '28 Jun 2024'])
  })

  test('the nearest names are few and close', () => {
    const names = ['sma', 'ema', 'wma', 'rsi', 'supertrend', 'close']
    expect(['emma', 'supre', 'clsoe', 'sup', 'qqqqqq'].map((word) => nearestNames(word, names))).toEqual([
      ['ema', 'sma', 'wma'],
      [],
      ['close'],
      ['supertrend'],
      [],
    ])
  })
})
