import type { OptionType } from './black-76.ts'

export const presetGroups = ['bullish', 'bearish', 'neutral', 'others'] as const
export type PresetGroup = (typeof presetGroups)[number]

/** `atm` counts listed strikes from the money, up is positive; `quantity` counts lots. */
export interface PresetLeg {
  readonly position: 'buy' | 'sell'
  readonly expiry: 'current' | 'next'
  readonly atm: number
  readonly type: 'ce' | 'pe' | 'fut'
  readonly quantity: number
}

export interface Preset {
  readonly key: string
  readonly name: string
  readonly group: PresetGroup
  readonly legs: readonly PresetLeg[]
}

/** `B ce 4 x2 next`: side, type, strikes from the money, lots, expiry. Default: one lot, current expiry. */
const readLeg = (text: string): PresetLeg => {
  const match = /^([BS]) (ce|pe|fut)(?: ([+-]?\d+))?(?: x(\d+))?( next)?$/.exec(text)
  if (match === null) throw new RangeError(`not a leg: ${text}`)
  const [, side, type, atm = '0', lots = '1', next] = match
  return {
    position: side === 'B' ? 'buy' : 'sell',
    expiry: next === undefined ? 'current' : 'next',
    atm: Number(atm),
    type: type as PresetLeg['type'],
    quantity: Number(lots),
  }
}

const preset =
  (group: PresetGroup) =>
  (name: string, legs: string): Preset => ({
    key: name.toLowerCase().replaceAll(' ', '_'),
    name,
    group,
    legs: legs.split(', ').map(readLeg),
  })

const bullish = preset('bullish')
const bearish = preset('bearish')
const neutral = preset('neutral')
const others = preset('others')

export const presets: readonly Preset[] = [
  bullish('Buy Call', 'B ce 0'),
  bullish('Sell Put', 'S pe 0'),
  bullish('Bull Call Spread', 'B ce 0, S ce +4'),
  bullish('Bull Put Spread', 'B pe -4, S pe 0'),
  bullish('Call Ratio Back Spread', 'S ce 0, B ce +4 x2'),
  bullish('Bull Butterfly', 'B ce 0, S ce +4 x2, B ce +8'),
  bullish('Bull Condor', 'B ce +2, S ce +4, S ce +6, B ce +8'),
  bullish('Range Forward', 'S pe -4, B ce +4'),
  bullish('Long Synthetic Future', 'B ce 0, S pe 0'),
  bearish('Buy Put', 'B pe 0'),
  bearish('Sell Call', 'S ce 0'),
  bearish('Bear Put Spread', 'B pe 0, S pe -4'),
  bearish('Bear Call Spread', 'S ce 0, B ce +4'),
  bearish('Put Ratio Back Spread', 'S pe 0, B pe -4 x2'),
  bearish('Bear Butterfly', 'B pe 0, S pe -4 x2, B pe -8'),
  bearish('Bear Condor', 'B pe -2, S pe -4, S pe -6, B pe -8'),
  bearish('Risk Reversal', 'B pe -4, S ce +4'),
  bearish('Short Synthetic Future', 'B pe 0, S ce 0'),
  neutral('Short Straddle', 'S ce 0, S pe 0'),
  neutral('Short Strangle', 'S pe -4, S ce +4'),
  neutral('Iron Butterfly', 'B pe -4, S pe 0, S ce 0, B ce +4'),
  neutral('Short Iron Condor', 'B pe -8, S pe -4, S ce +4, B ce +8'),
  neutral('Long Call Butterfly', 'B ce -4, S ce 0 x2, B ce +4'),
  neutral('Batman', 'S pe -8 x2, B pe -4, B ce +4, S ce +8 x2'),
  neutral('Double Plateau', 'B pe -8, S pe -6, S pe -4, B pe -2, B ce +2, S ce +4, S ce +6, B ce +8'),
  neutral('Jade Lizard', 'S pe -4, S ce +4, B ce +6'),
  neutral('Reverse Jade Lizard', 'B pe -6, S pe -4, S ce +4'),
  others('Call Ratio Spread', 'B ce 0, S ce +4 x2'),
  others('Put Ratio Spread', 'B pe 0, S pe -4 x2'),
  others('Long Straddle', 'B ce 0, B pe 0'),
  others('Long Strangle', 'B pe -4, B ce +4'),
  others('Long Iron Butterfly', 'S pe -4, B pe 0, B ce 0, S ce +4'),
  others('Long Iron Condor', 'S pe -8, B pe -4, B ce +4, S ce +8'),
  others('Strap', 'B ce 0 x2, B pe 0'),
  others('Strip', 'B ce 0, B pe 0 x2'),
]

export const furtherPresets: readonly Preset[] = [
  bullish('Buy Future', 'B fut'),
  bearish('Sell Future', 'S fut'),
  neutral('Long Calendar with Calls', 'S ce 0, B ce 0 next'),
  neutral('Long Calendar with Puts', 'S pe 0, B pe 0 next'),
  neutral('Double Calendar', 'S pe -4, S ce +4, B pe -4 next, B ce +4 next'),
]

export interface StrikeLadder {
  readonly strikes: readonly number[]
  readonly atmStrike: number
}

export interface ResolvedLeg {
  readonly position: 'buy' | 'sell'
  readonly expiry: 'current' | 'next'
  readonly type: OptionType | 'FUT'
  readonly strike: number
  readonly lots: number
}

export type PlacedPreset =
  | { readonly legs: readonly ResolvedLeg[]; readonly missing: null }
  | { readonly legs: null; readonly missing: string }

/** Legs of the next expiry use the current strikes, as a calendar has one strike twice. */
export const resolvePreset = (
  { legs }: Preset,
  current: StrikeLadder,
  next: readonly number[] | null = null,
): PlacedPreset => {
  const middle = current.strikes.indexOf(current.atmStrike)
  const resolved: ResolvedLeg[] = []
  for (const leg of legs) {
    const common = { position: leg.position, expiry: leg.expiry, lots: leg.quantity }
    if (leg.type === 'fut') {
      resolved.push({ ...common, type: 'FUT', strike: 0 })
      continue
    }
    const strike = middle < 0 ? undefined : current.strikes[middle + leg.atm]
    const isListed = strike !== undefined && (leg.expiry === 'current' || next?.includes(strike) === true)
    if (!isListed) return { legs: null, missing: nameOf(leg) }
    resolved.push({ ...common, type: leg.type === 'ce' ? 'CE' : 'PE', strike })
  }
  return { legs: resolved, missing: null }
}

const nameOf = ({ position, type, atm, expiry }: PresetLeg): string => {
  const offset = atm === 0 ? '' : atm > 0 ? ` +${atm}` : ` −${-atm}`
  return `${position} ${type.toUpperCase()} at the money${offset}${expiry === 'next' ? ', next expiry' : ''}`
}
