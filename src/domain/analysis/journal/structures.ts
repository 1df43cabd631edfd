import { type ContractSymbol, parseContractSymbol } from '../../instruments/contract-symbol.ts'
import { parseInstrumentId } from '../../instruments/instrument.ts'
import { isShareSegment } from '../../instruments/kind.ts'
import { furtherPresets, type Preset, presets } from '../../options/presets.ts'
import type { JournalTrip } from './journal-trip.ts'

/** One row of the journal: a round trip, or option legs that were entered together. */
export interface JournalEntry extends Omit<JournalTrip, 'fills' | 'sym'> {
  /** In the order of their strikes where there are several. */
  readonly legs: readonly JournalTrip[]
  /** `short straddle`; null for a single instrument. */
  readonly structure: string | null
  readonly underlying: string | null
}

/** A basket is filled within seconds of market time. */
const TOGETHER_MS = 15_000

type Contract = ContractSymbol & { readonly trip: JournalTrip }

const contractOf = (trip: JournalTrip): Contract | null => {
  const parsed = parseInstrumentId(trip.sym)
  if (parsed === null || isShareSegment(parsed.segment)) return null
  const symbol = parseContractSymbol(parsed.tradingSymbol, (root) => /^[A-Z&-]+$/.test(root))
  return symbol === null ? null : { ...symbol, trip }
}

const expiryOf = ({ year, month, day }: ContractSymbol): number => (year * 100 + month) * 100 + (day ?? 99)

interface Leg {
  readonly side: 'buy' | 'sell'
  readonly type: string
  readonly strike: number
  readonly expiry: number
  readonly quantity: number
}

const ranksOf = (values: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...new Set(values)].sort((one, other) => one - other).map((value, rank) => [value, rank]))

/** Two positions of one form have the same text, whatever their strikes. */
const formOf = (legs: readonly Leg[]): string => {
  const strikes = ranksOf(legs.filter(({ type }) => type !== 'fut').map(({ strike }) => strike))
  const expiries = ranksOf(legs.map(({ expiry }) => expiry))
  const least = Math.min(...legs.map(({ quantity }) => quantity))
  return legs
    .map(({ side, type, strike, expiry, quantity }) =>
      [expiries.get(expiry), strikes.get(strike) ?? '', type, side, quantity / least].join(' '),
    )
    .sort()
    .join(', ')
}

const formOfPreset = ({ legs }: Preset): string =>
  formOf(
    legs.map(({ position, type, atm, expiry, quantity }) => ({
      ...{ side: position, type, strike: atm, quantity },
      expiry: expiry === 'current' ? 0 : 1,
    })),
  )

const groups = ['neutral', 'others', 'bullish', 'bearish'] as const

/** Where a neutral and a directional preset differ by their strikes alone, the neutral one names the form. */
const nameOfForm: ReadonlyMap<string, string> = new Map(
  [...presets, ...furtherPresets]
    .filter(({ legs }) => legs.length > 1)
    .toSorted((one, other) => groups.indexOf(other.group) - groups.indexOf(one.group))
    .map((preset) => [formOfPreset(preset), preset.name.toLowerCase()]),
)

const nameOf = (contracts: readonly Contract[]): string => {
  const form = formOf(
    contracts.map((contract) => ({
      side: contract.trip.isLong ? 'buy' : 'sell',
      type: contract.type.toLowerCase(),
      strike: contract.strike,
      expiry: expiryOf(contract),
      quantity: contract.trip.quantity,
    })),
  )
  return nameOfForm.get(form) ?? `${contracts.length} legs`
}

const alone = ({ fills: _, sym: __, ...trip }: JournalTrip, own: JournalTrip): JournalEntry => ({
  ...trip,
  legs: [own],
  structure: null,
  underlying: null,
})

const together = (contracts: readonly Contract[]): JournalEntry => {
  const sorted = contracts.toSorted(
    (one, other) => one.strike - other.strike || (one.type < other.type ? 1 : -1),
  )
  const legs = sorted.map(({ trip }) => trip)
  const [first] = contracts
  const isOpen = legs.some(({ closedAt }) => closedAt === null)
  const sum = (figure: (leg: JournalTrip) => number): number =>
    legs.reduce((all, leg) => all + figure(leg), 0)
  const oldest = legs.reduce((one, other) => (other.id < one.id ? other : one))
  return {
    ...{ id: oldest.id, by: oldest.by, legs, structure: nameOf(sorted), underlying: first?.root ?? '' },
    // It is long where premium was paid for it.
    isLong: sum(entryValueOf) > 0,
    openedAt: Math.min(...legs.map(({ openedAt }) => openedAt)),
    closedAt: isOpen ? null : Math.max(...legs.map(({ closedAt }) => closedAt ?? 0)),
    quantity: Math.min(...legs.map(({ quantity }) => quantity)),
    pnl: sum(({ pnl }) => pnl),
    charges: sum(({ charges }) => charges),
  }
}

/** Rupees paid at entry; below 0 was received. */
export const entryValueOf = ({ isLong, fills }: JournalTrip): number => {
  const entries = fills.filter(({ side }) => (side === 'buy') === isLong)
  const value = entries.reduce((all, { quantity, price }) => all + quantity * price, 0)
  return isLong ? value : -value
}

export const entriesOf = (trips: readonly JournalTrip[]): readonly JournalEntry[] => {
  const entries: JournalEntry[] = []
  const groups: Contract[][] = []
  let recent: Contract[][] = []
  for (const trip of trips.toSorted((one, other) => one.openedAt - other.openedAt || one.id - other.id)) {
    const contract = contractOf(trip)
    if (contract === null) {
      entries.push(alone(trip, trip))
      continue
    }
    recent = recent.filter(([first]) => trip.openedAt - (first?.trip.openedAt ?? 0) <= TOGETHER_MS)
    const group = recent.find(([first]) => first?.root === contract.root && first.trip.by === trip.by)
    if (group === undefined) {
      const own = [contract]
      groups.push(own)
      recent.push(own)
    } else group.push(contract)
  }
  for (const group of groups) {
    const hasOption = group.some(({ type }) => type !== 'FUT')
    const [first] = group
    if (group.length > 1 && hasOption && new Set(group.map(({ trip }) => trip.sym)).size === group.length)
      entries.push(together(group))
    else if (first !== undefined) for (const { trip } of group) entries.push(alone(trip, trip))
  }
  return entries.sort((one, other) => one.openedAt - other.openedAt || one.id - other.id)
}

/** `BANKNIFTY short straddle`; null where one instrument says it. */
export const structureTitle = ({ structure, underlying }: JournalEntry): string | null =>
  structure === null ? null : `${underlying} ${structure}`
