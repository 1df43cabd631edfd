import type * as z from 'zod/mini'
import type { getCombinedPremium } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { atmStrikeOf } from '../../../src/domain/options/chain.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import { Refusal } from '../../refusal.ts'
import type { DayHistory } from '../quotes/day-history.ts'
import { contractAt, findSeries, type OptionPorts, rounded, type Series, spotOf } from './chain-view.ts'

type CombinedPremium = FromWire<z.output<typeof getCombinedPremium.reply>>

interface Asked {
  readonly key: string
  /** Strikes. */
  readonly call: string
  readonly put: string
}

export const createCombinedPremium = (
  { loadListing, live, clock, calendar }: OptionPorts,
  historyOf: DayHistory,
) => {
  const premiumAt =
    ({ underlying }: Series, call: Instrument, put: Instrument) =>
    async (at: EpochMs) => {
      const spot = spotOf(live, underlying, at)
      const [callPrice, putPrice] = [call, put].map((one) => contractAt(live, one, at)?.price ?? null)
      return spot === null || callPrice == null || putPrice == null
        ? null
        : { call: callPrice, put: putPrice, spot }
    }

  const closeOf = (instrument: Instrument, at: EpochMs): number | null => {
    const quote = live.quote(instrument, at)
    return quote === null || quote.previousClose <= 0 ? null : toRupees(quote.previousClose)
  }

  return async ({ key, call, put }: Asked): Promise<CombinedPremium> => {
    const listing = await loadListing()
    const at = clock.now()
    const series = findSeries(listing, key, { at, calendar })
    const { expiry } = series
    const [calls, puts] = [contractOf(series, 'ce', call), contractOf(series, 'pe', put)]
    const [callClose, putClose] = [closeOf(calls, at), closeOf(puts, at)]
    return {
      key,
      expiry,
      call: calls.strike,
      put: puts.strike,
      yesterday: callClose === null || putClose === null ? null : rounded(callClose + putClose, 2),
      asOf: at,
      history: await historyOf(
        `premium ${calls.id} ${puts.id}`,
        premiumAt(series, calls, puts),
        at,
        'derivatives',
      ),
    }
  }
}

const contractOf = (
  { options, underlying, expiry }: Series,
  side: 'ce' | 'pe',
  strike: string,
): Instrument => {
  const found = options.find((row) => row.strike === Number(strike))?.[side]
  if (found != null) return found
  const near = atmStrikeOf(
    options.flatMap((row) => (row[side] === null ? [] : row.strike)),
    Number(strike),
  )
  throw new Refusal(
    'NOT_FOUND',
    `No ${side === 'ce' ? 'call' : 'put'} of ${underlying.id} at ${strike} expires on ${expiry}${near === null ? '' : `; nearest: ${near}`}`,
  )
}
