import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StrategySlug } from '../../../src/contract/strategies.ts'
import {
  type EntryLimit,
  entryPeriods,
  stopTargetTypes,
  type TrailingStop,
} from '../../../src/domain/backtests/backtest.ts'
import { intervals } from '../../../src/domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { products, sides } from '../../../src/domain/orders/order.ts'
import { checkStrategy, type StrategyProblem } from '../../../src/domain/strategies/check-strategy.ts'
import {
  type Category,
  categories,
  type EquityStrategy,
  entryTypes,
  exitTypes,
  legExpiries,
  type OptionsStrategy,
  quantityBases,
  type StrategyLeg,
  type StrategyQuantity,
  subCategories,
  trends,
} from '../../../src/domain/strategies/strategy.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { openFields, type SampleFault, type SampleFields } from '../sample-fields.ts'
import { wireField } from '../wire-field.ts'
import type { SampleStrategy } from './sample-strategy.ts'

/** From all folders below `dir`, by name. Throws SampleFault. */
export const loadSamples = (dir: string): readonly SampleStrategy[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(EXTENSION))
    .map((path) => readSample(basename(path, EXTENSION), readFileSync(join(dir, path), 'utf8')))
    .sort((one, other) => (one.strategy.algoName < other.strategy.algoName ? -1 : 1))

/** The format is described in server/samples/README.md. Throws SampleFault. */
export const readSample = (slug: string, text: string): SampleStrategy => {
  const fields = openFields(`${slug}${EXTENSION}`, text)
  const category = fields.oneOf('category', categories)
  if (!StrategySlug.safeParse(slug).success || !slug.startsWith(prefixes[category]))
    throw fields.fault('category', `expected ${prefixes[category]} and a name as the file name`)
  fields.check(keys[category], LEG)
  const strategy = category === 'equity' ? readEquity(fields) : readOptions(fields)
  const [problem] = checkStrategy(strategy)
  if (problem !== undefined) throw faultOf(problem, fields)
  return { slug, algoUuid: uuidOfText(slug), strategy }
}

const EXTENSION = '.txt'
const LEG = 'leg'

const prefixes: Readonly<Record<Category, string>> = { equity: 'eq-', options: 'opt-' }

const sharedKeys = [
  'algo_name',
  'category',
  'sub_category',
  'trend',
  'interval',
  'product',
  'seg_syms',
  'quantity',
  'entry_type',
  'entry_time',
  'entry_logic',
  'exit_type',
  'exit_time',
  'exit_logic',
  'trading_start_time',
  'trading_stop_time',
  'bets',
  'fails',
]

const keys: Readonly<Record<Category, readonly string[]>> = {
  equity: [
    ...sharedKeys,
    'position',
    'stop_loss',
    'target_profit',
    'tpsl_type',
    'trailing',
    'entries',
    'losses_in_a_row',
  ],
  options: [...sharedKeys, LEG, 'combined_sl', 'combined_tp'],
}

const readShared = (fields: SampleFields) => ({
  algoName: fields.get('algo_name'),
  subCategory: fields.oneOf('sub_category', subCategories),
  trend: fields.oneOf('trend', trends),
  interval: fields.oneOf('interval', intervals),
  product: fields.oneOf('product', products),
  quantity: readQuantity(fields),
  entryType: fields.oneOf('entry_type', entryTypes),
  entryTime: fields.find('entry_time'),
  exitType: fields.oneOf('exit_type', exitTypes),
  exitTime: fields.find('exit_time'),
  tradingStartTime: fields.get('trading_start_time'),
  tradingStopTime: fields.get('trading_stop_time'),
  note: `Bets: ${fields.get('bets')}\nFails: ${fields.get('fails')}`,
})

const readEquity = (fields: SampleFields): EquityStrategy => ({
  category: 'equity',
  ...readShared(fields),
  segSyms: readSymbols(fields),
  position: fields.oneOf('position', sides),
  entryLogic: fields.find('entry_logic') ?? '',
  exitLogic: fields.find('exit_logic') ?? '',
  stopLoss: fields.findNumber('stop_loss'),
  targetProfit: fields.findNumber('target_profit'),
  tpslType: fields.find('tpsl_type') === null ? 'pct' : fields.oneOf('tpsl_type', stopTargetTypes),
  ...readLimits(fields),
})

const readLimits = (fields: SampleFields): Pick<EquityStrategy, 'trailing' | 'entries' | 'lossesInARow'> => {
  const trailing = fields.find('trailing')
  const entries = fields.find('entries')
  const losses = fields.findNumber('losses_in_a_row')
  return {
    ...(trailing === null ? {} : { trailing: readTrailing(trailing, fields) }),
    ...(entries === null ? {} : { entries: readEntries(entries, fields) }),
    ...(losses === null ? {} : { lossesInARow: losses }),
  }
}

const readTrailing = (text: string, fields: SampleFields): TrailingStop => {
  const [, distance, after] = /^(\d+(?:\.\d+)?)(?: after (\d+(?:\.\d+)?))?$/.exec(text) ?? []
  if (distance === undefined)
    throw fields.fault('trailing', `trailing: expected such as 0.5 after 0.6, not ${text}`)
  return { distance: Number(distance), after: after === undefined ? null : Number(after) }
}

const readEntries = (text: string, fields: SampleFields): EntryLimit => {
  const [, most, period] = /^(\d+)\/(\w+)$/.exec(text) ?? []
  const per = entryPeriods.find((known) => known === period)
  if (most === undefined || per === undefined)
    throw fields.fault('entries', `entries: expected such as 3/day or 10/week, not ${text}`)
  return { per, most: Number(most) }
}

const readOptions = (fields: SampleFields): OptionsStrategy => {
  const symbols = readSymbols(fields)
  const rulesOf = (logic: string) => symbols.map((segSym) => ({ segSym, logic }))
  const exitLogic = fields.find('exit_logic')
  return {
    category: 'options',
    ...readShared(fields),
    legs: fields.all(LEG).map((text, index) => readLeg(text, index, fields)),
    entryUnderlyings: rulesOf(fields.find('entry_logic') ?? ''),
    exitUnderlyings: exitLogic === null ? [] : rulesOf(exitLogic),
    combinedSl: fields.findNumber('combined_sl'),
    combinedTp: fields.findNumber('combined_tp'),
  }
}

const readQuantity = (fields: SampleFields): StrategyQuantity => {
  const [, value, unit] = /^(\d+(?:\.\d+)?) (\w+)$/.exec(fields.get('quantity')) ?? []
  const by = quantityBases.find((known) => known === unit)
  if (by === undefined)
    throw fields.fault('quantity', `quantity: expected a number and one of ${quantityBases.join(', ')}`)
  return { by, value: Number(value) }
}

const readSymbols = (fields: SampleFields): readonly InstrumentId[] =>
  fields
    .get('seg_syms')
    .split(',')
    .map((text) => {
      const known = parseInstrumentId(text.trim())
      if (known === null)
        throw fields.fault('seg_syms', `seg_syms: expected segment_symbol, not ${text.trim()}`)
      return known.id
    })

const legPattern =
  /^(buy|sell) (ce|pe) (atm|delta|premium) ([+-]?\d+(?:\.\d+)?)(?: (current|next|monthly))?(?: x(\d+))?(?: stop (\d+(?:\.\d+)?)(%| points))?(?: target (\d+(?:\.\d+)?)(%| points))?$/

/** `sell ce atm 0 current x1 stop 30% target 60%`; all behind the strike may be left out. */
const readLeg = (text: string, index: number, fields: SampleFields): StrategyLeg => {
  const match = legPattern.exec(text)
  if (match === null)
    throw fields.fault(LEG, `leg: expected such as sell ce atm 0 current x1 stop 30%, not ${text}`, index)
  const [, position, type, by, strike, expiry, lots = '1', stop, stopUnit, target, targetUnit] = match
  if (stopUnit !== undefined && targetUnit !== undefined && stopUnit !== targetUnit)
    throw fields.fault(LEG, 'leg: expected stop and target in one unit', index)
  const pickedBy = (kind: string): number | null => (by === kind ? Number(strike) : null)
  return {
    position: position === 'buy' ? 'buy' : 'sell',
    type: type === 'ce' ? 'ce' : 'pe',
    expiry: legExpiries.find((known) => known === expiry) ?? 'current',
    atm: pickedBy('atm'),
    delta: pickedBy('delta'),
    premium: pickedBy('premium'),
    quantity: Number(lots),
    stopLoss: stop === undefined ? null : Number(stop),
    targetProfit: target === undefined ? null : Number(target),
    tpslType: (stopUnit ?? targetUnit) === ' points' ? 'pts' : 'pct',
  }
}

const faultOf = ({ field, problem }: StrategyProblem, fields: SampleFields): SampleFault => {
  const key = keyOf(field)
  const index = key === LEG ? Number(field.split('.')[1] ?? 0) : 0
  return fields.fault(key, `${key}: ${problem}`, index)
}

/** `tradingStopTime` is trading_stop_time, `entryUnderlyings.0.logic` entry_logic, `legs.1.delta` leg. */
const keyOf = (field: string): string => {
  const [name = '', , part] = field.split('.')
  if (name === 'note') return 'bets'
  if (name === 'legs') return LEG
  if (name === 'exitUnderlyings') return 'exit_logic'
  if (name === 'entryUnderlyings') return part === 'logic' ? 'entry_logic' : 'seg_syms'
  return wireField(name)
}
