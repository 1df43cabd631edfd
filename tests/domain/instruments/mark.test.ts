import { expect, test } from 'vitest'
import { markOf, pictureOf } from '../../../src/domain/instruments/mark.ts'

test.each([
  [{ segment: 'NSE', instrumentType: 'EQ', tradingSymbol: 'INFY' }, 'INFY', 'INFY'],
  [{ segment: 'NSE', instrumentType: 'EQ', tradingSymbol: 'BAJAJ-AUTO' }, 'BAJAJ-AUTO', 'BAJA'],
  [{ segment: 'NSE', instrumentType: 'EQ', tradingSymbol: 'M&M' }, 'M&M', 'MM'],
  [{ segment: 'INDICES', instrumentType: 'EQ', tradingSymbol: 'NIFTY 50' }, 'NSE', 'NSE'],
  [{ segment: 'NFO-FUT', instrumentType: 'FUT', tradingSymbol: 'NIFTY26NOVFUT' }, 'FUT', 'FUT'],
  [{ segment: 'NFO-OPT', instrumentType: 'CE', tradingSymbol: 'NIFTY26NOV25950CE' }, 'CE', 'CE'],
  [{ segment: 'BFO-OPT', instrumentType: 'PE', tradingSymbol: 'SENSEX26NOV85000PE' }, 'PE', 'PE'],
] as const)('%o has the picture %s, drawn as %s', (instrument, picture, mark) => {
  expect([pictureOf(instrument), markOf(instrument)]).toEqual([picture, mark])
})
