import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { Snapshots } from '../../machines/requests.ts'

export interface Attention {
  readonly focus: { readonly kind: string; readonly key: string; readonly instrument?: InstrumentId }
  readonly selection: readonly string[]
  readonly isDialogOpen: boolean
  /** Focus is in a text field, or an input method is composing. */
  readonly isTyping: boolean
}

/** By the name that a when-clause uses. A key must state its type, because commands depend on it. */
export type ContextKeys = Readonly<
  Record<string, (snapshots: Snapshots, attention: Attention) => boolean | number | string>
>
