import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { derivativeRoot } from '../../../domain/instruments/instrument-names.ts'
import { atmStrikeOf } from '../../../domain/options/chain.ts'
import { atDistances, distancesOf } from '../../../domain/options/preset-distances.ts'
import { draftsOfPreset, strikesOf } from '../../../domain/options/preset-drafts.ts'
import type { Preset } from '../../../domain/options/presets.ts'
import { presetOf } from '../../../domain/options/strategy-names.ts'
import type { OrderDraft } from '../../../domain/orders/order-draft.ts'
import type { IstDate } from '../../../domain/time.ts'
import { type ArgProblem, type ArgsOf, command, optional, required } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import {
  findStrategy,
  legDistances,
  lotCount,
  middleStrike,
  strategy,
  strategyExpiry,
  strategyPhrases,
  strategySide,
  underlying,
} from '../../grammar/backtests/strategy.ts'
import { expiryDayInWords, findExpiry } from '../../grammar/instruments/expiry-words.ts'
import { intoBasket } from '../orders/basket.ts'
import { contractProduct } from '../orders/order-args.ts'
import { pricesOf } from '../orders/order-sense.ts'

const EXPIRIES_NAMED = 3

const strategyArgs = {
  side: optional('Side', strategySide),
  strategy: required('Strategy', strategy),
  expiry: optional('Expiry', strategyExpiry),
  underlying: required('Underlying', underlying),
  lots: optional('Lots', lotCount),
  strike: optional('Middle strike', middleStrike),
  distances: optional('Distances', legDistances),
  product: optional('Product', contractProduct),
} as const

type Args = ArgsOf<typeof strategyArgs>

interface Placed {
  readonly preset: Preset
  readonly underlying: Instrument
  readonly expiry: IstDate
  readonly drafts: readonly OrderDraft[]
}

type Found<Value> = { readonly value: Value } | { readonly problem: ArgProblem }

type Refusal = Omit<ArgProblem, 'arg' | 'found'>

const refused = (arg: keyof typeof strategyArgs, found: string, refusal: string | Refusal) => ({
  problem: { arg, found, ...(typeof refusal === 'string' ? { expected: refusal } : refusal) },
})

const findPreset = ({ strategy: name, side }: Args): Found<Preset> => {
  const known = findStrategy(name)
  const preset = known === null ? null : presetOf(known, side)
  if (preset !== null) return { value: preset }
  if (side === undefined) return refused('side', 'the end', 'buy or sell')
  const other = side === 'buy' ? 'sell' : 'buy'
  return refused('side', strategySide.print(side), {
    expected: `${other}; no ready-made ${name} to ${side}`,
    message: `No ready-made ${name} to ${side}. Only to ${other}.`,
    instead: [other],
  })
}

const findDay = (args: Args, root: string, expiries: readonly IstDate[]): Found<IstDate> => {
  const [nearest] = expiries
  if (nearest === undefined)
    return refused('underlying', root, {
      expected: `an underlying with options; ${root} has none`,
      message: `${root} has no options.`,
    })
  if (args.expiry === undefined) return { value: nearest }
  const day = findExpiry(args.expiry, expiries)
  if (day !== undefined) return { value: day }
  const listed = expiries.slice(0, EXPIRIES_NAMED).map(expiryDayInWords).join(', ')
  return refused('expiry', strategyExpiry.print(args.expiry), `an expiry of ${root}; nearest: ${listed}`)
}

interface Strikes {
  readonly strikes: readonly number[]
  readonly price: number
  readonly expiry: IstDate
}

const distanced = (
  preset: Preset,
  { distances, underlying: id }: Args,
  { strikes, price, expiry }: Strikes,
  { chainOf }: Environment,
): Found<Preset> => {
  const atmStrike = atmStrikeOf(strikes, price)
  if (distances === undefined || atmStrike === null) return { value: preset }
  const text = legDistances.print(distances)
  const chains = { CE: chainOf?.(id, expiry, 'CE') ?? null, PE: chainOf?.(id, expiry, 'PE') ?? null }
  if (distances.by === 'delta' && (chains.CE === null || chains.PE === null))
    return refused('distances', text, {
      expected: 'the deltas of the option chain, which is loading',
      message: 'The option chain is loading.',
    })
  const deltaOf = (type: 'CE' | 'PE', strike: number): number | null => {
    const delta = chains[type]?.find((option) => option.strike === strike)?.delta ?? null
    return delta === null ? null : Math.abs(delta)
  }
  const made = atDistances(preset, distances, { strikes, atmStrike, deltaOf })
  if (made.preset !== null) return { value: made.preset }
  return refused('distances', text, {
    expected: `distances of listed strikes; ${made.missing}`,
    message:
      distancesOf(preset) === distances.values.length
        ? `Not listed: ${made.missing}.`
        : `${preset.name} needs ${distancesInWords(distancesOf(preset))}.`,
  })
}

const distancesInWords = (count: number): string => {
  if (count === 0) return 'no distance'
  return count === 1 ? 'one distance, such as d20' : `${count} distances, such as d20/10 or 200/400`
}

const placed = (args: Args, environment: Environment): Found<Placed> => {
  const { instruments: index, preferences } = environment
  const instrument = index?.find(args.underlying) ?? null
  if (index === null || instrument === null)
    return refused('underlying', '', 'an underlying in the instrument list')
  const root = derivativeRoot(instrument.tradingSymbol)
  const preset = findPreset(args)
  if ('problem' in preset) return preset
  const expiry = findDay(args, root, index.expiriesOf(instrument.id))
  if ('problem' in expiry) return expiry
  const strikes = strikesOf(index, instrument.id, expiry.value)
  if (args.strike !== undefined && !strikes.includes(args.strike)) {
    const near = atmStrikeOf(strikes, args.strike)
    return refused('strike', `${args.strike}`, `a listed strike${near === null ? '' : `; nearest: ${near}`}`)
  }
  const price = args.strike ?? environment.lastPrice?.(instrument.id) ?? null
  if (price === null)
    return refused('underlying', root, {
      expected: `a strike beside it; no last price of ${root} is known`,
      message: `No price for ${root} now. Type the middle strike too.`,
    })
  const spread = distanced(preset.value, args, { strikes, price, expiry: expiry.value }, environment)
  if ('problem' in spread) return spread
  const made = draftsOfPreset(spread.value, {
    index,
    underlying: instrument.id,
    expiry: expiry.value,
    price,
    lots: args.lots ?? preferences.usualLots,
    product: args.product ?? preferences.contractProduct,
    quoteOf: (contract) => pricesOf(contract, environment),
  })
  return made.drafts === null
    ? refused('underlying', root, {
        expected: `strikes for every leg; ${made.missing} is not listed`,
        message: `Not every leg is listed for ${root} ${expiryDayInWords(expiry.value)}: ${made.missing} is missing. Try another expiry.`,
      })
    : { value: { preset: preset.value, underlying: instrument, expiry: expiry.value, drafts: made.drafts } }
}

const legInWords = (draft: OrderDraft, { instruments }: Environment): string => {
  const contract = instruments?.find(draft.instrument) ?? null
  if (contract === null) return draft.instrument
  const lots = draft.quantity / Math.max(1, contract.lotSize)
  const name = contract.instrumentType === 'FUT' ? 'FUT' : `${contract.strike} ${contract.instrumentType}`
  return `${draft.side} ${lots === 1 ? '' : `${lots} × `}${name}`
}

const describe = (args: Args, environment: Environment): string => {
  const found = placed(args, environment)
  if ('problem' in found) return 'Add strategy to basket'
  const { preset, underlying: of, expiry, drafts } = found.value
  const root = derivativeRoot(of.tradingSymbol)
  const parts = [
    `Add to basket: ${preset.name}, ${root} ${expiryDayInWords(expiry).toUpperCase()}`,
    ...drafts.map((draft) => legInWords(draft, environment)),
    drafts[0]?.product ?? '',
  ]
  return parts.join(' · ')
}

const ghost = (args: Partial<Args>, { instruments, preferences }: Environment): string => {
  const [nearest] = args.underlying === undefined ? [] : (instruments?.expiriesOf(args.underlying) ?? [])
  const words = [
    args.expiry === undefined && nearest !== undefined ? expiryDayInWords(nearest).toLowerCase() : '',
    args.lots === undefined ? lotCount.print(preferences.usualLots) : '',
    args.product === undefined ? preferences.contractProduct.toLowerCase() : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}

export const addStrategy = command({
  id: 'basket.strategy',
  title: 'Add strategy to basket',
  keywords: ['ready-made', 'legs', 'straddle', 'strangle', 'condor', 'butterfly'],
  verb: 'basket strategy',
  names: strategyPhrases,
  when: 'signedIn',
  effect: 'local',
  preview: 'order',
  args: strategyArgs,
  run: (args, environment) => {
    const found = placed(args, environment)
    return 'problem' in found ? [] : intoBasket(found.value.drafts)
  },
  check: (args, environment) => {
    const found = placed(args, environment)
    return 'problem' in found ? found.problem : null
  },
  describe,
  ghost,
})

export const strategyCommands = [addStrategy] as const
