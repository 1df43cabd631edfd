import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { ScalperMarket } from '../../../src/domain/options/scalper-trade.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { instrument } from '../server/live.ts'

export const NIFTY = instrument('INDICES_NIFTY 50')
export const INFY = instrument('NSE_INFY')
export const TECHM = instrument('NSE_TECHM')
export const NEAR = '2026-11-24' as IstDate
export const NEXT = '2026-12-01' as IstDate

/** `NIFTY 24 2400 CE`: day of the expiry, strike, type. */
export const option = (name: string, day: '24' | '01', strike: number, type: 'CE' | 'PE'): InstrumentId =>
  instrument(`NFO-OPT_${name}${day}${strike}${type}`)

const row = (id: InstrumentId, others: Partial<Instrument>): Instrument => ({
  id,
  instrumentToken: 1,
  exchangeToken: 1,
  tradingSymbol: id.slice(id.indexOf('_') + 1),
  name: 'NIFTY',
  lastPrice: 0,
  expiry: null,
  strike: 0,
  tickSize: 0.05,
  lotSize: 1,
  instrumentType: 'EQ',
  segment: 'NSE',
  exchange: 'NSE',
  universe: '000000',
  ...others,
})

const options = (name: string, expiry: IstDate, strikes: readonly number[], lotSize: number) =>
  strikes.flatMap((strike) =>
    (['CE', 'PE'] as const).map((type) =>
      row(option(name, expiry === NEAR ? '24' : '01', strike, type), {
        name,
        expiry,
        strike,
        lotSize,
        instrumentType: type,
        segment: 'NFO-OPT',
        exchange: 'NFO',
      }),
    ),
  )

const rows: readonly Instrument[] = [
  row(NIFTY, { segment: 'INDICES', tradingSymbol: 'NIFTY 50' }),
  row(INFY, { name: 'INFY' }),
  row(TECHM, { name: 'TECHM' }),
  row(instrument('NFO-FUT_NIFTY26NOVFUT'), {
    expiry: NEAR,
    instrumentType: 'FUT',
    segment: 'NFO-FUT',
    exchange: 'NFO',
    lotSize: 75,
  }),
  ...options('NIFTY', NEAR, [25_900, 25_950, 26_000, 26_050], 75),
  ...options('NIFTY', NEXT, [25_900, 26_000, 26_100], 75),
  ...options('INFY', NEAR, [1480, 1500, 1520], 400),
]

const nameOf = (id: InstrumentId): string => (id === NIFTY ? 'NIFTY' : id.slice(4))

const list: NonNullable<ReturnType<ScalperMarket['instruments']>> = {
  find: (id) => rows.find((one) => one.id === id) ?? null,
  findSymbol: (symbol) => rows.find(({ name, expiry }) => name === symbol && expiry === null) ?? null,
  expiriesOf: (underlying) => [
    ...new Set(
      rows
        .filter(({ name, strike }) => name === nameOf(underlying) && strike > 0)
        .flatMap(({ expiry }) => (expiry === null ? [] : [expiry])),
    ),
  ],
  optionsOf: (underlying, expiry, type) =>
    rows.filter(
      (one) => one.name === nameOf(underlying) && one.expiry === expiry && one.instrumentType === type,
    ),
  futureOf: (underlying) =>
    rows.find((one) => one.name === nameOf(underlying) && one.instrumentType === 'FUT') ?? null,
}

export const scalperMarket = (
  given: Readonly<Record<InstrumentId, number>> = { [NIFTY]: 25_962.4 },
): ScalperMarket & { setPrice(id: InstrumentId, price: number): void; list(isThere: boolean): void } => {
  const prices = new Map(Object.entries(given))
  let isThere = true
  return {
    instruments: () => (isThere ? list : null),
    lastPrice: (id) => prices.get(id) ?? null,
    setPrice: (id, price) => prices.set(id, price),
    list: (is) => {
      isThere = is
    },
  }
}
