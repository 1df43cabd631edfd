import { optional, required } from '../../command.ts'
import { condition } from '../../grammar/backtests/condition.ts'
import { entryLimit, lossCount } from '../../grammar/backtests/entry-limit.ts'
import { slippage } from '../../grammar/backtests/slippage.ts'
import { trailing } from '../../grammar/backtests/trailing.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument } from '../../grammar/instruments/instrument.ts'
import { instruments } from '../../grammar/instruments/instruments.ts'
import { quotedName } from '../../grammar/name.ts'
import { rupees, size, stopDistance } from '../../grammar/orders/amounts.ts'
import { hours } from '../../grammar/time/hours.ts'
import { interval } from '../../grammar/time/interval.ts'
import { span } from '../../grammar/time/span.ts'

const side = choice('long or short', [
  { value: 'buy', words: ['long', 'buy'], title: 'Buy at the entry' },
  { value: 'sell', words: ['short', 'sell'], title: 'Sell at the entry' },
])

const product = choice('mis, nrml or cash', [
  { value: 'MIS', words: ['mis'], title: 'Intraday, squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Derivatives, carried overnight' },
  { value: 'cash', words: ['cash'], title: 'Stocks, delivery' },
])

const fill = choice('next, close or close-to-open', [
  { value: 'next_open', words: ['next', 'next_open'], title: "At the next candle's open" },
  { value: 'close', words: ['close'], title: "At the signal candle's close, which is optimistic" },
  {
    value: 'close_to_open',
    words: ['close-to-open', 'overnight', 'close_to_open'],
    title: "Entry at the signal candle's close, exit at the next open",
  },
])

const costs = choice('costs or nocosts', [
  { value: true, words: ['costs'], title: 'With brokerage, taxes and charges' },
  { value: false, words: ['nocosts', 'no costs'], title: 'Without brokerage, taxes and charges' },
])

const cutFrom = choice('from-start or from-end', [
  { value: 'start', words: ['from-start'], title: 'A span over the limit is cut at the start' },
  { value: 'end', words: ['from-end'], title: 'A span over the limit is cut at the end' },
])

export const backtestArgs = {
  entry: required('Entry', condition),
  instruments: required('Instruments', instruments, {
    word: 'on',
    isBare: true,
    initial: ({ context }) => {
      const focused = focusedInstrument(context)
      return focused === undefined ? undefined : [focused]
    },
  }),
  exit: optional('Exit', condition, { word: 'exit' }),
  span: optional('Span', span),
  interval: optional('Interval', interval),
  side: optional('Side', side),
  size: optional('Size', size),
  product: optional('Product', product),
  stop: optional('Stop', stopDistance, { word: 'sl' }),
  target: optional('Target', stopDistance, { word: 'tp' }),
  trailing: optional('Trailing stop', trailing, { word: 'trail' }),
  entries: optional('Most entries', entryLimit, { word: 'entries' }),
  losses: optional('Losses in a row', lossCount, { word: 'losses' }),
  slippage: optional('Slippage', slippage, { word: 'slip' }),
  fill: optional('Fill', fill, { word: 'fill' }),
  costs: optional('Costs', costs),
  cutFrom: optional('Cut', cutFrom),
  hours: optional('Hours', hours),
  capital: optional('Capital', rupees, { word: 'capital' }),
  name: optional('Name', quotedName, { word: 'as' }),
} as const
