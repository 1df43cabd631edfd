import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { expiryAway, strikeAway } from '../../../domain/instruments/step-contract.ts'
import type { OrderDraft } from '../../../domain/orders/order-draft.ts'
import { touchPrice } from '../../../domain/orders/order-types.ts'
import { pathOf } from '../../../domain/screens.ts'
import { type ArgProblem, command, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { formValue } from '../../grammar/form-value.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { keyText, rowNumber } from '../../grammar/key-text.ts'
import { knownName, newName } from '../../grammar/list-name.ts'
import { nextOrPrevious } from '../../grammar/next-or-previous.ts'
import { steps } from '../../grammar/orders/quantity.ts'

export const intoBasket = (drafts: readonly OrderDraft[]) => [
  to('basket', { type: 'basket.add', drafts }),
  to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
]

const kept = {
  expects: 'a basket by name',
  namesOf: ({ baskets = [] }: { readonly baskets?: readonly string[] }) => baskets,
}

export const openBasket = command({
  id: 'basket.open',
  title: 'Basket',
  keywords: ['legs', 'multi-leg', 'order window'],
  verb: 'basket',
  when: 'signedIn',
  effect: 'read',
  run: () => to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
})

export const reviewBasket = command({
  id: 'basket.place',
  title: 'Review the basket',
  keywords: ['place', 'send', 'legs'],
  verb: 'basket place',
  aliases: ['place basket'],
  when: 'signedIn && basket.legs > 0',
  effect: 'read',
  run: () => [
    to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
    to('basket', { type: 'basket.review' }),
  ],
})

export const confirmBasket = command({
  id: 'basket.confirm',
  title: 'Place the reviewed orders',
  verb: 'basket confirm',
  isTyped: false,
  when: 'signedIn && basket.confirming',
  effect: 'increases',
  run: () => to('basket', { type: 'basket.confirm' }),
})

export const addLegs = command({
  id: 'basket.add',
  title: 'Add legs',
  verb: 'basket legs',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { drafts: required('Legs', formValue<readonly OrderDraft[]>('orders to add')) },
  run: ({ drafts }) => to('basket', { type: 'basket.add', drafts }),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const startBasket = command({
  id: 'basket.start',
  title: 'Add legs and open the basket',
  verb: 'basket with',
  isTyped: false,
  when: 'signedIn',
  effect: 'local',
  args: { drafts: required('Legs', formValue<readonly OrderDraft[]>('orders to add')) },
  run: ({ drafts }) => intoBasket(drafts),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const retryBasket = command({
  id: 'basket.retry',
  title: 'Resend failed legs',
  keywords: ['retry', 'legs'],
  verb: 'basket retry',
  when: 'signedIn && basket.failed > 0',
  effect: 'increases',
  run: () => [
    to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
    to('basket', { type: 'basket.retry' }),
  ],
})

export const clearBasket = command({
  id: 'basket.clear',
  title: 'Clear the basket',
  keywords: ['remove', 'legs'],
  verb: 'basket clear',
  when: 'signedIn && basket.legs > 0',
  effect: 'local',
  run: () => to('basket', { type: 'basket.clear' }),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const undoBasket = command({
  id: 'basket.undo',
  title: 'Undo the last basket change',
  keywords: ['restore'],
  verb: 'basket undo',
  when: 'signedIn',
  effect: 'local',
  run: () => to('basket', { type: 'basket.undo' }),
})

export const saveBasket = command({
  id: 'basket.save',
  title: 'Save the basket',
  keywords: ['save', 'name'],
  verb: 'basket save',
  when: 'signedIn && basket.legs > 0',
  effect: 'local',
  args: { name: required('Name', newName({ ...kept, expects: 'a name for the basket' })) },
  run: ({ name }) => to('basket', { type: 'basket.save', name }),
  describe: ({ name }) => `Save the basket as ${name}`,
})

export const loadBasket = command({
  id: 'basket.load',
  title: 'Load a saved basket',
  keywords: ['open', 'saved'],
  verb: 'basket load',
  when: 'signedIn',
  effect: 'local',
  args: { name: required('Basket', knownName(kept)) },
  run: ({ name }) => [
    to('basket', { type: 'basket.load', name }),
    to('navigation', { type: 'view.open', path: pathOf('order-window', { tab: 'basket' }) }),
  ],
  describe: ({ name }) => `Load the basket ${name}`,
})

export const forgetBasket = command({
  id: 'basket.forget',
  title: 'Delete a saved basket',
  keywords: ['remove', 'saved'],
  verb: 'basket forget',
  when: 'signedIn',
  effect: 'local',
  danger: 'confirm',
  args: { name: required('Basket', knownName(kept)) },
  run: ({ name }) => to('basket', { type: 'basket.forget', name }),
  describe: ({ name }) => `Delete the saved basket ${name}`,
})

const leg = required('Leg', keyText('the key of a leg'), {
  initial: ({ context }) => (context['focus.kind'] === 'leg' ? context['focus.key'] : undefined),
})

export const removeLeg = command({
  id: 'basket.remove',
  title: 'Remove a leg',
  keywords: ['delete', 'basket'],
  verb: 'basket remove',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: { leg },
  run: (args) => to('basket', { type: 'basket.remove', leg: args.leg }),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const moveLeg = command({
  id: 'basket.move',
  title: 'Move a leg',
  keywords: ['order', 'basket'],
  verb: 'basket move',
  isListed: false,
  when: 'signedIn',
  effect: 'local',
  args: { leg, to: required('Row', rowNumber) },
  run: (args) => to('basket', { type: 'basket.move', leg: args.leg, to: args.to }),
})

const onScreen = 'signedIn && view == order-window'

interface Stepped {
  readonly draft: OrderDraft
  readonly contract: Instrument
}

export type Step = (contract: Instrument, index: NonNullable<Environment['instruments']>) => Instrument | null

const stepped = (
  key: string,
  step: Step,
  { legs = [], instruments, quoteOf }: Environment,
): Stepped | null => {
  const draft = legs.find((one) => one.leg === key)?.draft
  const before = draft === undefined ? null : (instruments?.find(draft.instrument) ?? null)
  if (draft === undefined || before === null || instruments === null) return null
  const contract = step(before, instruments)
  if (contract === null) return null
  const lots = draft.quantity / Math.max(1, before.lotSize)
  const price = draft.price === null ? null : touchPrice(draft.side, quoteOf?.(contract.id) ?? null)
  return {
    contract,
    draft: { ...draft, instrument: contract.id, quantity: lots * Math.max(1, contract.lotSize), price },
  }
}

const changed = (key: string, found: Stepped | null) =>
  found === null ? [] : to('basket', { type: 'basket.change', leg: key, change: found.draft })

const noneThere = (found: Stepped | null, expected: string): ArgProblem | null =>
  found === null ? { arg: 'by', found: '', expected } : null

const inWords = (title: string, found: Stepped | null, { instruments }: Environment): string =>
  found === null ? title : `Change the leg to ${titleOf(found.contract.id, instruments)}`

export const byStrikes =
  (by: number): Step =>
  (contract, index) =>
    strikeAway(contract, by, index)
export const byExpiry =
  (by: 1 | -1): Step =>
  (contract, index) =>
    expiryAway(contract, by, index)

export const stepLegStrike = command({
  id: 'basket.strike',
  title: 'Change strike of a leg',
  keywords: ['up', 'down', 'basket'],
  verb: 'leg strike',
  isListed: false,
  when: onScreen,
  effect: 'local',
  args: { by: required('Steps', steps('a number of steps such as +1 or -1', 100)), leg },
  run: (args, here) => changed(args.leg, stepped(args.leg, byStrikes(args.by), here)),
  check: (args, here) =>
    noneThere(
      stepped(args.leg, byStrikes(args.by), here),
      'a strike that is listed, of a leg that is an option',
    ),
  describe: (args, here) => inWords('Change strike', stepped(args.leg, byStrikes(args.by), here), here),
})

const nextOrLast = nextOrPrevious('Next expiry', 'Previous expiry')

export const stepLegExpiry = command({
  id: 'basket.expiry',
  title: 'Change expiry of a leg',
  keywords: ['week', 'month', 'basket'],
  verb: 'leg expiry',
  isListed: false,
  when: onScreen,
  effect: 'local',
  args: { by: required('Direction', nextOrLast), leg },
  run: (args, here) => changed(args.leg, stepped(args.leg, byExpiry(args.by), here)),
  check: (args, here) =>
    noneThere(
      stepped(args.leg, byExpiry(args.by), here),
      'an expiry that is listed, of a leg that is a contract',
    ),
  describe: (args, here) => inWords('Change expiry', stepped(args.leg, byExpiry(args.by), here), here),
})

export const stepPayoffDay = command({
  id: 'basket.day',
  title: 'Target date of the payoff',
  keywords: ['days', 'date', 'horizon', 'what if'],
  verb: 'target date',
  when: onScreen,
  effect: 'local',
  args: { by: required('Days', steps('days such as +1 or -1', 3650)) },
  run: ({ by }) => to('basket', { type: 'basket.day', by }),
  describe: ({ by }) =>
    `Payoff ${Math.abs(by)} ${Math.abs(by) === 1 ? 'day' : 'days'} ${by > 0 ? 'later' : 'earlier'}`,
})

export const basketCommands = [
  openBasket,
  reviewBasket,
  confirmBasket,
  retryBasket,
  addLegs,
  startBasket,
  clearBasket,
  undoBasket,
  saveBasket,
  loadBasket,
  forgetBasket,
  removeLeg,
  moveLeg,
  stepLegStrike,
  stepLegExpiry,
  stepPayoffDay,
] as const
