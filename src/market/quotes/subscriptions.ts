import type { InstrumentId } from '../../domain/instruments/instrument.ts'

export interface Subscriptions {
  /** Returns its release, which counts only once. */
  hold(instrument: InstrumentId): () => void
  /** True if it was wanted at the last `tell`. */
  isTold(instrument: InstrumentId): boolean
  wanted(): readonly InstrumentId[]
}

export interface SubscriptionPorts {
  /** Called at most once per event-loop turn, and only if the wanted list or its order changed. */
  readonly tell: (wanted: readonly InstrumentId[]) => void
  readonly defer: (run: () => void) => void
}

/** Reference-counted: the last owner's release ends the subscription. */
export const createSubscriptions = ({ tell, defer }: SubscriptionPorts): Subscriptions => {
  const owners = new Map<InstrumentId, number>()
  let told: readonly InstrumentId[] = []
  let isDeferred = false

  const wanted = (): readonly InstrumentId[] => [...owners.keys()]

  const tellChanges = (): void => {
    isDeferred = false
    const now = wanted()
    const isSame = now.length === told.length && now.every((instrument, index) => instrument === told[index])
    if (isSame) return
    told = now
    tell(now)
  }

  const changed = (): void => {
    if (isDeferred) return
    isDeferred = true
    defer(tellChanges)
  }

  return {
    wanted,
    isTold: (instrument) => told.includes(instrument),
    hold(instrument) {
      const before = owners.get(instrument) ?? 0
      owners.set(instrument, before + 1)
      if (before === 0) changed()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (owners.get(instrument) ?? 0) - 1
        if (left > 0) {
          owners.set(instrument, left)
          return
        }
        owners.delete(instrument)
        changed()
      }
    },
  }
}
