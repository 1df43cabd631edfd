import { PRICE_TOLERANCE_PERCENT_MAX, USUAL_LOTS_MAX } from '../../../domain/orders/order-defaults.ts'
import type { Preferences } from '../../../machines/shell/preferences.ts'
import { type ArgKind, command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { amountAt } from '../../grammar/number.ts'
import { refuse, taken } from '../../grammar/words.ts'
import { contractProduct } from '../orders/order-args.ts'

interface Preference<Id extends string, Value> {
  readonly id: Id
  readonly name: keyof Preferences
  readonly title: string
  readonly keywords: readonly string[]
  readonly verb: string
  readonly kind: ArgKind<Value>
}

export const preference = <const Id extends `preference.${string}`, Value extends string | number | boolean>({
  name,
  kind,
  ...words
}: Preference<Id, Value>) =>
  command({
    ...words,
    when: 'signedIn',
    effect: 'local',
    args: { value: required(words.title, kind) },
    run: ({ value }) => to('preferences', { type: 'preference.set', name, value }),
    describe: ({ value }) => `${words.title}: ${kind.print(value)}`,
  })

const amount = (
  expects: string,
  { unit, isFair }: { readonly unit: string; readonly isFair: (amount: number) => boolean },
): ArgKind<number> => ({
  token: 'number',
  expects,
  read(line, from) {
    const found = amountAt(line, from)
    if (found === null || (found.unit !== '' && found.unit !== unit)) return null
    return isFair(found.amount) ? taken(found.amount, found.to) : refuse(line, from, expects)
  },
  print: (value) => `${value}${unit}`,
  complete: () => [],
})

export const setStockProduct = preference({
  id: 'preference.stockProduct',
  name: 'equityProduct',
  title: 'Product for stocks',
  keywords: ['default', 'equity', 'intraday', 'delivery'],
  verb: 'stock product',
  kind: choice('intraday or delivery: mis or cash', [
    { value: 'MIS', words: ['mis'], title: 'MIS, intraday' },
    { value: 'cash', words: ['cash', 'cnc'], title: 'cash, delivery' },
  ]),
})

export const setContractProduct = preference({
  id: 'preference.contractProduct',
  name: 'contractProduct',
  title: 'Product for F&O',
  keywords: ['default', 'futures', 'options', 'overnight'],
  verb: 'contract product',
  kind: contractProduct,
})

export const setDefaultLots = preference({
  id: 'preference.lots',
  name: 'usualLots',
  title: 'Default lots',
  keywords: ['quantity', 'size', 'shares'],
  verb: 'default lots',
  kind: amount(`a whole number of lots from 1 to ${USUAL_LOTS_MAX}`, {
    unit: 'l',
    isFair: (lots) => Number.isInteger(lots) && lots >= 1 && lots <= USUAL_LOTS_MAX,
  }),
})

export const setConfirmOrders = preference({
  id: 'preference.confirmOrders',
  name: 'confirmOrders',
  title: 'Confirm orders',
  keywords: ['ask', 'confirmation', 'preview'],
  verb: 'confirm orders',
  kind: choice('unseen, always or never', [
    { value: 'unseen', words: ['unseen'], title: 'If not previewed' },
    { value: 'always', words: ['always'], title: 'Always' },
    { value: 'never', words: ['never'], title: 'Never' },
  ]),
})

export const setPriceTolerance = preference({
  id: 'preference.priceTolerance',
  name: 'priceTolerancePercent',
  title: 'Price tolerance',
  keywords: ['confirm', 'slippage', 'worse'],
  verb: 'price tolerance',
  kind: amount(`a percentage from 0 to ${PRICE_TOLERANCE_PERCENT_MAX}, such as 0.25%`, {
    unit: '%',
    isFair: (percent) => percent <= PRICE_TOLERANCE_PERCENT_MAX,
  }),
})

export const keepMessages = preference({
  id: 'preference.keepMessages',
  name: 'keepsToasts',
  title: 'Messages stay until dismissed',
  keywords: ['toasts', 'notices', 'close'],
  verb: 'keep messages',
  kind: choice('on or off', [
    { value: true, words: ['on'], title: 'Messages stay until dismissed' },
    { value: false, words: ['off'], title: 'Messages close by themselves' },
  ]),
})

export const setBacktestProduct = preference({
  id: 'preference.backtestProduct',
  name: 'product',
  title: 'Product of backtests',
  keywords: ['default', 'mis', 'nrml'],
  verb: 'default product',
  kind: choice('auto, mis, nrml or cash', [
    { value: '', words: ['auto'], title: 'By interval and instrument' },
    { value: 'MIS', words: ['mis'], title: 'Intraday, squared off the same day' },
    { value: 'NRML', words: ['nrml'], title: 'Contracts, carried overnight' },
    { value: 'cash', words: ['cash', 'cnc'], title: 'Stocks, delivery' },
  ]),
})

export const preferenceCommands = [
  setStockProduct,
  setContractProduct,
  setDefaultLots,
  setConfirmOrders,
  setPriceTolerance,
  keepMessages,
  setBacktestProduct,
] as const
