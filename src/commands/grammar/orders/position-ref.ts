import { formatNumber } from '../../../domain/format.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../../../domain/instruments/instrument.ts'
import { type Product, products } from '../../../domain/orders/order.ts'
import type { Environment, KnownPosition } from '../../environment.ts'
import { printInstrument, titleOf } from '../instruments/instrument.ts'
import { type References, reference, referenceList } from '../references.ts'

/** `product|instrument`, the row key of the position lists. */
export const positionKeyOf = ({
  product,
  instrument,
}: Pick<KnownPosition, 'product' | 'instrument'>): string => `${product}|${instrument}`

export const parsePositionKey = (
  key: string,
): { readonly product: Product; readonly instrument: InstrumentId } | null => {
  const cut = key.indexOf('|')
  const product = products.find((known) => known === key.slice(0, cut))
  const instrument = parseInstrumentId(key.slice(cut + 1))?.id
  return product === undefined || instrument === undefined ? null : { product, instrument }
}

/** Signed units: `-130 NIFTY 24 NOV 25950 CE · NRML`. */
export const positionInWords = (
  { quantity, product, instrument }: KnownPosition,
  { instruments }: Environment,
): string => `${formatNumber(quantity, 0)} ${titleOf(instrument, instruments)} · ${product}`

const wordOf = (key: string): string => {
  const parts = parsePositionKey(key)
  if (parts === null) return key
  return `${parts.product.toLowerCase()}:${printInstrument(parts.instrument).replaceAll(' ', '_')}`
}

const bySign =
  (sign: 1 | -1) =>
  (environment: Environment): readonly string[] | null => {
    const keys: string[] = []
    for (const position of environment.positions ?? []) {
      const price = environment.lastPrice?.(position.instrument) ?? null
      if (price === null) return null
      if (Math.sign((price - position.averagePrice) * position.quantity) === sign)
        keys.push(positionKeyOf(position))
    }
    return keys
  }

type IsOne = (position: KnownPosition, instrument: Instrument | null) => boolean

const where =
  (isOne: IsOne) =>
  ({ positions = [], instruments }: Environment): readonly string[] =>
    positions.filter((one) => isOne(one, instruments?.find(one.instrument) ?? null)).map(positionKeyOf)

const openPositions: References = {
  noun: 'an open position',
  expects: 'an open position such as . or its symbol',
  focusKind: 'position',
  listOf: (environment) =>
    (environment.positions ?? []).map((position) => {
      const key = positionKeyOf(position)
      return {
        key,
        instrument: position.instrument,
        word: wordOf(key),
        title: titleOf(position.instrument, environment.instruments),
        words: positionInWords(position, environment),
      }
    }),
  groups: {
    losers: bySign(-1),
    loser: bySign(-1),
    winners: bySign(1),
    winner: bySign(1),
    calls: where((_, instrument) => instrument?.instrumentType === 'CE'),
    puts: where((_, instrument) => instrument?.instrumentType === 'PE'),
    longs: where(({ quantity }) => quantity > 0),
    shorts: where(({ quantity }) => quantity < 0),
    mis: where(({ product }) => product === 'MIS'),
    nrml: where(({ product }) => product === 'NRML'),
  },
  printKey: wordOf,
}

export const position = reference(openPositions)
export const positionList = referenceList(openPositions)
export const positionReferences = openPositions

export const findPosition = (key: string, { positions = [] }: Environment): KnownPosition | null =>
  positions.find((one) => positionKeyOf(one) === key) ?? null
