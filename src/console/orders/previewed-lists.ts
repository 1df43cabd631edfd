import { toPreviewedOrder } from '../../contract/orders/order-body.ts'
import { keepNewest } from '../../domain/keep-newest.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'

const PREVIEWED_MAX = 200

/** Without prices, which may follow the market. */
const keyOf = (draft: OrderDraft): string =>
  JSON.stringify({ ...toPreviewedOrder(draft), price: null, triggerPrice: null })

/** The version of the instrument list each order was previewed on, which is sent when it is placed. */
export const createPreviewedLists = () => {
  const versions = new Map<string, string>()
  let pageVersion: string | null = null
  let generation = 0
  let renew = (): void => {}
  let renewedFor: string | null = null
  return {
    loaded(version: string | null): void {
      pageVersion = version
      generation++
    },
    /** Grows with every list; replies made under an earlier generation no longer hold. */
    generation: (): number => generation,
    forget(): void {
      versions.clear()
      generation++
    },
    onOtherList(listener: () => void): void {
      renew = listener
    },
    note(drafts: readonly OrderDraft[], version: string): void {
      for (const draft of drafts) keepNewest(versions, keyOf(draft), version, PREVIEWED_MAX)
      // Once per version, so that a server that contradicts itself is not asked over and over.
      if (pageVersion === null || pageVersion === version || renewedFor === version) return
      renewedFor = version
      renew()
    },
    of: (draft: OrderDraft): string | undefined => versions.get(keyOf(draft)),
  }
}

export type PreviewedLists = ReturnType<typeof createPreviewedLists>
