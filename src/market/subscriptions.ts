import type { InstrumentId } from '../domain/instrument.ts'

export interface Subscriptions {
  /** One more owner wants this instrument. Answers its undo, which counts once however often it is called. */
  hold(instrument: InstrumentId): () => void
  /** Whether it was among the wanted ones when they were told last. */
  isTold(instrument: InstrumentId): boolean
  /** Wanted by somebody, in the order in which they came to be. */
  wanted(): readonly InstrumentId[]
}

export interface SubscriptionPorts {
  /** Told once for all changes of one turn, and not at all when they come to nothing. */
  readonly tell: (wanted: readonly InstrumentId[]) => void
  /** Runs later in this turn. */
  readonly defer: (run: () => void) => void
}

/** Counts the owners of each instrument, so that the last of them to leave ends the subscription. */
export const createSubscriptions = ({ tell, defer }: SubscriptionPorts): Subscriptions => {
  const owners = new Map<InstrumentId, number>()
  let told: readonly InstrumentId[] = []
  let isDeferred = false

  const wanted = (): readonly InstrumentId[] => [...owners.keys()]

  const tellChanges = (): void => {
    isDeferred = false
    const now = wanted()
    const isSame = now.length === told.length && now.every((instrument, place) => instrument === told[place])
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
