import { command, required, to } from '../command.ts'
import { keyText, place } from '../grammar/key-text.ts'
import { anyName, knownName } from '../grammar/list-name.ts'

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
  run: () => to('navigation', { type: 'view.open', path: '/order-window?tab=basket' }),
})

export const placeBasket = command({
  id: 'basket.place',
  title: 'Place the basket',
  keywords: ['send', 'legs'],
  verb: 'basket place',
  aliases: ['place basket'],
  when: 'signedIn && basket.legs > 0',
  effect: 'increases',
  run: () => [
    to('navigation', { type: 'view.open', path: '/order-window?tab=basket' }),
    to('basket', { type: 'basket.send' }),
  ],
})

export const retryBasket = command({
  id: 'basket.retry',
  title: 'Send failed legs again',
  keywords: ['retry', 'legs'],
  verb: 'basket retry',
  when: 'signedIn && basket.failed > 0',
  effect: 'increases',
  danger: 'confirm',
  run: () => to('basket', { type: 'basket.retry' }),
})

export const clearBasket = command({
  id: 'basket.clear',
  title: 'Empty the basket',
  keywords: ['remove', 'legs'],
  verb: 'basket clear',
  when: 'signedIn && basket.legs > 0',
  effect: 'local',
  run: () => to('basket', { type: 'basket.clear' }),
  undo: () => to('basket', { type: 'basket.undo' }),
})

export const undoBasket = command({
  id: 'basket.undo',
  title: 'Take the last change of the basket back',
  keywords: ['restore'],
  verb: 'basket undo',
  when: 'signedIn',
  effect: 'local',
  run: () => to('basket', { type: 'basket.undo' }),
})

export const saveBasket = command({
  id: 'basket.save',
  title: 'Keep the basket',
  keywords: ['save', 'name'],
  verb: 'basket save',
  when: 'signedIn && basket.legs > 0',
  effect: 'local',
  args: { name: required('Name', anyName({ ...kept, expects: 'a name for the basket' })) },
  run: ({ name }) => to('basket', { type: 'basket.save', name }),
  describe: ({ name }) => `Keep the basket as ${name}`,
})

export const loadBasket = command({
  id: 'basket.load',
  title: 'Load a kept basket',
  keywords: ['open', 'saved'],
  verb: 'basket load',
  when: 'signedIn',
  effect: 'local',
  args: { name: required('Basket', knownName(kept)) },
  run: ({ name }) => [
    to('basket', { type: 'basket.load', name }),
    to('navigation', { type: 'view.open', path: '/order-window?tab=basket' }),
  ],
  describe: ({ name }) => `Load the basket ${name}`,
})

export const forgetBasket = command({
  id: 'basket.forget',
  title: 'Delete a kept basket',
  keywords: ['remove', 'saved'],
  verb: 'basket forget',
  when: 'signedIn',
  effect: 'local',
  danger: 'confirm',
  args: { name: required('Basket', knownName(kept)) },
  run: ({ name }) => to('basket', { type: 'basket.forget', name }),
  describe: ({ name }) => `Delete the kept basket ${name}`,
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
  args: { leg, to: required('Place', place) },
  run: (args) => to('basket', { type: 'basket.move', leg: args.leg, to: args.to }),
})
