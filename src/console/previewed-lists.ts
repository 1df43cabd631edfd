import { toPreviewedOrder } from '../contract/order-body.ts'
import type { OrderDraft } from '../domain/order-draft.ts'

/** Orders whose preview is remembered; the oldest leave. */
const PREVIEWED_MAX = 200

/** Prices that follow the market make no other order. */
const keyOf = (draft: OrderDraft): string =>
  JSON.stringify({ ...toPreviewedOrder(draft), price: null, triggerPrice: null })

/** On which list of instruments each order was previewed, to be named when it is placed. */
export const createPreviewedLists = () => {
  const versions = new Map<string, string>()
  let pageVersion: string | null = null
  let generation = 0
  let renew = (): void => {}
  let renewedFor: string | null = null
  return {
    /** `version` is null of a list whose name is not known. */
    loaded(version: string | null): void {
      pageVersion = version
      generation++
    },
    /** Grows with every list: what was answered before says nothing of the one in use. */
    generation: (): number => generation,
    /** The server has refused what was previewed on another list. */
    forget(): void {
      versions.clear()
      generation++
    },
    /** Asks for the page's own list again where the server speaks of another. */
    onOtherList(listener: () => void): void {
      renew = listener
    },
    note(drafts: readonly OrderDraft[], version: string): void {
      for (const draft of drafts) {
        const key = keyOf(draft)
        versions.delete(key)
        versions.set(key, version)
      }
      for (const key of versions.keys()) {
        if (versions.size <= PREVIEWED_MAX) break
        versions.delete(key)
      }
      // Once for each list: a server that keeps disagreeing with itself is not asked over and over.
      if (pageVersion === null || pageVersion === version || renewedFor === version) return
      renewedFor = version
      renew()
    },
    /** Undefined of an order that nobody previewed. */
    of: (draft: OrderDraft): string | undefined => versions.get(keyOf(draft)),
  }
}

export type PreviewedLists = ReturnType<typeof createPreviewedLists>
