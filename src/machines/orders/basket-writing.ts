import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import { type BasketLeg, movedLeg, newLeg } from './basket-legs.ts'
import { maySend } from './leg-state.ts'

export const BASKET_LEGS_MAX = 20
export const BASKETS_KEPT_MAX = 50

export interface KeptBasket {
  readonly name: string
  readonly drafts: readonly OrderDraft[]
}

export interface WrittenBasket {
  readonly name: string | null
  readonly legs: readonly BasketLeg[]
  readonly kept: readonly KeptBasket[]
  readonly undone: readonly BasketLeg[] | null
}

export interface BasketRestored {
  readonly type: 'basket.restore'
  readonly kept: readonly KeptBasket[]
  readonly drafts: readonly OrderDraft[]
}

type Sending = 'basket.review' | 'basket.confirm' | 'basket.back' | 'basket.retry' | 'basket.day'

export type BasketEdit = Exclude<Requests['basket'], { readonly type: Sending }> | BasketRestored

interface Edited {
  readonly change: Partial<WrittenBasket>
  readonly said: NoticeEmitted | null
}

const unchanged: Edited = { change: {}, said: null }
const undo = { to: 'basket', event: { type: 'basket.undo' } } as const

/** A leg with an unknown outcome is never removed, and undo does not revert what became of a leg. */
export const edited = (basket: WrittenBasket, edit: BasketEdit, createKey: () => string): Edited => {
  const { legs } = basket
  const toLeg = (draft: OrderDraft): BasketLeg => newLeg(createKey(), draft)
  switch (edit.type) {
    case 'basket.add':
      return added(basket, edit.drafts, toLeg)
    case 'basket.change': {
      const isMeant = (one: BasketLeg): boolean => one.leg === edit.leg && maySend(one)
      const change = (one: BasketLeg): BasketLeg => newLeg(one.leg, { ...one.draft, ...edit.change })
      return withoutNotice({ legs: legs.map((one) => (isMeant(one) ? change(one) : one)) })
    }
    case 'basket.remove': {
      const left = legs.filter((one) => one.leg !== edit.leg || one.state === 'unknown')
      if (left.length === legs.length) return unchanged
      return { change: { legs: left, undone: legs }, said: noticed('info', texts.basketLegRemoved, undo) }
    }
    case 'basket.move':
      return withoutNotice({ legs: movedLeg(legs, edit.leg, edit.to), undone: legs })
    case 'basket.clear': {
      const left = legs.filter(({ state }) => state === 'unknown')
      if (left.length === legs.length) return unchanged
      const change = { legs: left, undone: legs, name: null }
      return { change, said: noticed('info', texts.basketCleared, undo) }
    }
    case 'basket.undo': {
      if (basket.undone === null) return unchanged
      const now = new Map(legs.map((leg) => [leg.leg, leg]))
      return withoutNotice({ legs: basket.undone.map((leg) => now.get(leg.leg) ?? leg), undone: null })
    }
    case 'basket.save':
      return saved(basket, edit.name)
    case 'basket.load':
      return loaded(basket, edit.name, toLeg)
    case 'basket.forget':
      return forgotten(basket, edit.name)
    case 'basket.restore': {
      // Another page may have saved the basket: the legs that this one has sent stay beside it.
      const sent = legs.filter((leg) => !maySend(leg))
      return withoutNotice({
        kept: edit.kept.slice(0, BASKETS_KEPT_MAX),
        legs: [...sent, ...edit.drafts.map(toLeg)].slice(0, BASKET_LEGS_MAX),
      })
    }
    default:
      return edit satisfies never
  }
}

const withoutNotice = (change: Partial<WrittenBasket>): Edited => ({ change, said: null })

const unknownName = (name: string): Edited => ({
  change: {},
  said: noticed('warning', texts.basketUnknown(name)),
})

const added = (
  basket: WrittenBasket,
  drafts: readonly OrderDraft[],
  toLeg: (draft: OrderDraft) => BasketLeg,
): Edited => {
  // A basket that was sent completely is replaced.
  const isOver = basket.legs.every(({ state }) => state === 'sent')
  const legs = isOver ? [] : basket.legs
  const room = BASKET_LEGS_MAX - legs.length
  return {
    change: { legs: [...legs, ...drafts.slice(0, room).map(toLeg)], ...(isOver ? { name: null } : {}) },
    said: drafts.length > room ? noticed('warning', texts.basketFull(BASKET_LEGS_MAX)) : null,
  }
}

const saved = ({ legs, kept }: WrittenBasket, name: string): Edited => {
  const others = kept.filter((one) => one.name !== name)
  if (legs.length === 0) return unchanged
  if (others.length >= BASKETS_KEPT_MAX)
    return { change: {}, said: noticed('warning', texts.basketsFull(BASKETS_KEPT_MAX)) }
  return {
    change: { kept: [...others, { name, drafts: legs.map(({ draft }) => draft) }], name },
    said: noticed('success', texts.basketSaved(name)),
  }
}

const loaded = (
  { legs, kept }: WrittenBasket,
  name: string,
  toLeg: (draft: OrderDraft) => BasketLeg,
): Edited => {
  const found = kept.find((one) => one.name === name)
  if (found === undefined) return unknownName(name)
  const unknown = legs.filter(({ state }) => state === 'unknown')
  const before = legs.length === 0 ? null : legs
  return {
    change: {
      legs: [...unknown, ...found.drafts.map(toLeg)].slice(0, BASKET_LEGS_MAX),
      undone: before,
      name,
    },
    said: noticed('info', texts.basketLoaded(name), before === null ? undefined : undo),
  }
}

const forgotten = ({ kept, name: current }: WrittenBasket, name: string): Edited => {
  const others = kept.filter((one) => one.name !== name)
  return others.length === kept.length
    ? unknownName(name)
    : {
        change: { kept: others, name: current === name ? null : current },
        said: noticed('info', texts.basketForgotten(name)),
      }
}
