import {
  ENDED_PROPOSALS_MAX,
  type getEndedProposals,
} from '../../../src/contract/analysis/automation-history.ts'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import { POSITION_CLOSED, PROPOSED_AGAIN } from '../../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../../src/domain/money.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import type { AutomationHistoryStore } from '../../store/automation-history.ts'
import type { User } from '../../user.ts'
import { spanOfDays } from './automation-history.ts'
import type { LastPrice } from './prices-of.ts'

type Ended = ReplyOf<typeof getEndedProposals>
type Stored = Awaited<ReturnType<AutomationHistoryStore['endedProposals']>>[number]

interface EndedParts {
  readonly store: AutomationHistoryStore
  readonly clock: Pick<MarketClock, 'now'>
  readonly readDays: (key: InstrumentId, from: IstDate, to: IstDate) => Promise<Candles | null>
  readonly lastPrice: LastPrice
}

/** Replaced, without a position, or ended before anyone could act. */
const wasOffered = ({ status, outcome, madeAt, endedAt }: Stored): boolean =>
  status !== 'ended' || (outcome !== PROPOSED_AGAIN && outcome !== POSITION_CLOSED && endedAt !== madeAt)

const legsOf = ({ legs, contract, side, quantity, price }: Stored) =>
  legs.length === 0 ? [{ contract, side, quantity, price }] : legs

type Closes = ReadonlyMap<InstrumentId, ReadonlyMap<IstDate, number>>

const contractsOf = (proposals: readonly Stored[]): ReadonlyMap<InstrumentId, readonly IstDate[]> => {
  const days = new Map<InstrumentId, IstDate[]>()
  for (const one of proposals)
    for (const { contract } of legsOf(one)) {
      const known = days.get(contract as InstrumentId)
      if (known === undefined) days.set(contract as InstrumentId, [toIstDate(one.madeAt)])
      else known.push(toIstDate(one.madeAt))
    }
  return days
}

const closeAt = (closes: Closes, contract: string, day: IstDate): number | null => {
  const close = closes.get(contract as InstrumentId)?.get(day)
  return close !== undefined && close > 0 ? close : null
}

const rowOf = (one: Stored, closes: Closes): Ended['proposals'][number] => {
  const { proposalUuid, deploymentUuid, alertUuid, algoName, segSym, intent, product } = one
  const { status, outcome, bar, madeAt, endedAt } = one
  const legs = legsOf(one).map(({ contract, side, quantity, price }) => ({
    ...{ contract, side, quantity, price },
    close: closeAt(closes, contract, toIstDate(madeAt)),
  }))
  return {
    ...{ proposalUuid, deploymentUuid, alertUuid, algoName, segSym, intent, product, legs },
    ...{ status, outcome, bar, madeAt, endedAt: endedAt ?? madeAt },
  }
}

export const createEndedProposals = ({ store, clock, readDays, lastPrice }: EndedParts) => {
  const closesOf = async (id: InstrumentId, days: readonly IstDate[], today: IstDate) => {
    const past = days.filter((day) => day < today).sort()
    const [first, last] = [past[0], past.at(-1)]
    const candles = first === undefined || last === undefined ? null : await readDays(id, first, last)
    const closes = new Map(
      Array.from(candles?.time ?? [], (at, row) => [toIstDate(at), candles?.close[row] ?? Number.NaN]),
    )
    const price = days.includes(today) ? await lastPrice(id) : null
    if (price !== null) closes.set(today, toRupees(price))
    return closes
  }

  return async (user: User, days: { readonly from: string; readonly to: string }): Promise<Ended> => {
    const found = await store.endedProposals(user.id, spanOfDays(days), ENDED_PROPOSALS_MAX + 1)
    const asOf = clock.now()
    const offered = found.slice(0, ENDED_PROPOSALS_MAX).filter(wasOffered)
    const unsent = offered.filter(({ status }) => status !== 'sent')
    const closes = new Map<InstrumentId, ReadonlyMap<IstDate, number>>()
    for (const [id, on] of contractsOf(unsent)) closes.set(id, await closesOf(id, on, toIstDate(asOf)))
    return {
      proposals: offered.map((one) => rowOf(one, closes)),
      isWhole: found.length <= ENDED_PROPOSALS_MAX,
      asOf,
    }
  }
}
