import { optional, required } from '../command.ts'
import { choice } from '../grammar/choice.ts'
import { price, protection, trigger, validity } from '../grammar/order-price.ts'
import { quantity } from '../grammar/quantity.ts'
import { tradedInstrument } from '../grammar/traded-instrument.ts'

export const side = choice('buy or sell', [
  { value: 'buy', words: ['buy'], title: 'Buy' },
  { value: 'sell', words: ['sell'], title: 'Sell' },
])

export const product = choice('mis, nrml or cash', [
  { value: 'MIS', words: ['mis'], title: 'Squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Contracts carried over' },
  { value: 'cash', words: ['cash', 'cnc'], title: 'Shares carried over' },
])

export const contractProduct = choice('mis or nrml', [
  { value: 'MIS', words: ['mis'], title: 'Squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Contracts carried over' },
])

const variety = choice('amo', [
  { value: 'amo', words: ['amo'], title: 'After-market order: goes to the exchange when it opens' },
  { value: 'regular', words: ['regular'], title: 'Goes to the exchange now' },
])

const basket = choice('basket', [
  { value: true, words: ['basket'], title: 'Into the basket instead of to the exchange' },
])

const reduceOnly = choice('reduce', [
  { value: true, words: ['reduce', 'reduce only', 'reduce-only'], title: 'Can only reduce the position' },
])

const common = {
  quantity: optional('Quantity', quantity),
  price: optional('Price', price),
  trigger: optional('Trigger', trigger, { word: 'trig' }),
  stop: optional('Stop', protection, { word: 'sl' }),
  target: optional('Target', protection, { word: 'tp' }),
  product: optional('Product', product),
  variety: optional('Variety', variety),
  validity: optional('Validity', validity),
  reduceOnly: optional('Reduce only', reduceOnly),
} as const

/** What an order can say of itself. */
export const orderArgs = {
  instrument: required('Instrument', tradedInstrument),
  ...common,
  basket: optional('Basket', basket),
} as const

export const ticketArgs = {
  instrument: orderArgs.instrument,
  side: optional('Side', side),
  ...common,
} as const

export const basketArgs = {
  instrument: orderArgs.instrument,
  side: required('Side', side),
  ...common,
} as const
