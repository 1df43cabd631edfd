import { optional, required } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { tradedInstrument } from '../../grammar/instruments/traded-instrument.ts'
import { price, protection, trailDistance, trigger, validity } from '../../grammar/orders/order-price.ts'
import { quantity } from '../../grammar/orders/quantity.ts'

export const side = choice('buy or sell', [
  { value: 'buy', words: ['buy'], title: 'Buy' },
  { value: 'sell', words: ['sell'], title: 'Sell' },
])

export const product = choice('mis, nrml or cash', [
  { value: 'MIS', words: ['mis'], title: 'Intraday, squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Contracts, carried overnight' },
  { value: 'cash', words: ['cash', 'cnc'], title: 'Stocks, delivery' },
])

export const contractProduct = choice('mis or nrml', [
  { value: 'MIS', words: ['mis'], title: 'Intraday, squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Contracts, carried overnight' },
])

const variety = choice('amo', [
  { value: 'amo', words: ['amo'], title: 'After-market order: sent when the exchange opens' },
  { value: 'regular', words: ['regular'], title: 'Sent to the exchange now' },
])

const basket = choice('basket', [
  { value: true, words: ['basket'], title: 'Add to the basket instead of sending' },
])

export const reduceOnly = choice('reduce', [
  { value: true, words: ['reduce', 'reduce only', 'reduce-only'], title: 'Only reduces the position' },
])

const common = {
  quantity: optional('Quantity', quantity),
  price: optional('Price', price),
  trigger: optional('Trigger', trigger, { word: 'trig' }),
  stop: optional('Stop', protection, { word: 'sl' }),
  trail: optional('Trailing stop', trailDistance, { word: 'trail' }),
  target: optional('Target', protection, { word: 'tp' }),
  product: optional('Product', product),
  variety: optional('Variety', variety),
  validity: optional('Validity', validity),
  reduceOnly: optional('Reduce only', reduceOnly),
} as const

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
