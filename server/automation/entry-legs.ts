import { setsOf } from '../../src/domain/backtests/option-run/sets.ts'
import { unitsAt } from '../../src/domain/backtests/trade-size.ts'
import { formatRupees } from '../../src/domain/format.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import type { Side } from '../../src/domain/orders/order.ts'
import { contractOfLeg } from '../../src/domain/strategies/contracts-of-legs.ts'
import type { MarginedLeg } from '../compose-broker.ts'
import { Refusal } from '../refusal.ts'
import type { Group, Lane, Run } from './lane.ts'
import { contractOf, lastPriceOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'

export interface EntryLeg {
  readonly run: Run
  readonly contract: Instrument
  readonly side: Side
  readonly units: number
  readonly price: number
}

interface ChosenLeg extends Omit<EntryLeg, 'units'> {
  readonly lots: number
}

const sizeOne = async (parts: AutomationParts, lane: Lane, run: Run): Promise<EntryLeg | string> => {
  const contract = await contractOf(parts, run.instrument)
  if (contract === null) return `no future of ${run.instrument.tradingSymbol} is listed`
  const price = lastPriceOf(parts, contract)
  if (price === null) return `${instrumentTitle(contract)} has no price yet`
  const lotSize = Math.max(1, contract.lotSize)
  const units = unitsAt({ params: lane.params, contract: { lotSize } }, price)
  if (units <= 0) return `its quantity makes less than one lot of ${lotSize}`
  return { run, contract, side: lane.params.side, units, price }
}

const chooseLegs = async (
  parts: AutomationParts,
  { lead, runs }: Group,
): Promise<readonly ChosenLeg[] | string> => {
  const { instrument } = lead
  const specs = runs.flatMap(({ leg }) => (leg === null ? [] : [leg.spec]))
  const price = lastPriceOf(parts, instrument)
  const market = { ...(await parts.options.marketOf(instrument, specs)), price }
  const chosen: ChosenLeg[] = []
  for (const run of runs) {
    if (run.leg === null) continue
    const { spec } = run.leg
    const found = contractOfLeg(spec, market)
    if (found.kind === 'waits') return `${instrumentTitle(instrument)} has no price yet`
    if (found.kind === 'missing') return `${found.what} of ${instrument.tradingSymbol} is not listed`
    const { contract } = found
    const last = lastPriceOf(parts, contract)
    if (last === null) return `${instrumentTitle(contract)} has no price yet`
    chosen.push({ run, contract, side: spec.position, lots: spec.quantity, price: last })
  }
  return chosen
}

const withUnits = ({ lots, ...leg }: ChosenLeg, sets: number): EntryLeg => ({
  ...leg,
  units: lots * sets * Math.max(1, leg.contract.lotSize),
})

const sizeLegs = async (
  parts: AutomationParts,
  { params }: Lane,
  group: Group,
): Promise<readonly EntryLeg[] | string> => {
  const chosen = await chooseLegs(parts, group)
  if (typeof chosen === 'string') return chosen
  const costOfOne = (): number =>
    parts.options.marginOf(chosen.map((leg) => pricedLeg(withUnits(leg, 1), params)))
  const sets = setsOf(params, costOfOne)
  return sets < 1
    ? `its quantity is less than the margin of one lot of each leg, ${formatRupees(costOfOne(), 0)}`
    : chosen.map((leg) => withUnits(leg, sets))
}

export const pricedLeg = (
  { contract, side, units, price }: Omit<EntryLeg, 'run'>,
  { product }: Pick<Lane['params'], 'product'>,
): MarginedLeg => ({ contract, side, units, price, product })

export const entryLegs = async (
  parts: AutomationParts,
  lane: Lane,
  group: Group,
): Promise<readonly EntryLeg[] | string> => {
  try {
    if (group.lead.leg !== null) return await sizeLegs(parts, lane, group)
    const sized = await sizeOne(parts, lane, group.lead)
    return typeof sized === 'string' ? sized : [sized]
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
