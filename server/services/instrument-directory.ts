import type { Instrument, InstrumentId } from '../../src/domain/instrument.ts'
import type { Log } from '../ports.ts'

/** What is listed, as far as it was looked up last. */
export interface InstrumentList {
  find(id: InstrumentId): Instrument | null
  /** Names what the list says; absent of a list that never changes. */
  readonly version?: string
}

/** How often a list that is asked for nothing new is looked at again. */
const REFRESH_MS = 10_000

/**
 * Today's instruments for those who cannot wait: `find` answers from the list that was read last. The list changes with
 * the day and with an import.
 */
export const createInstrumentDirectory = ({
  load,
  inForce,
  every,
  log,
}: {
  readonly load: () => Promise<InstrumentList>
  /** The list that everybody has; absent: the one that was loaded here last. */
  readonly inForce?: () => InstrumentList | null
  readonly every: (ms: number, work: () => void) => () => void
  readonly log: Log
}) => {
  let loaded: InstrumentList | null = null
  const current = (): InstrumentList | null => inForce?.() ?? loaded
  let loading: Promise<InstrumentList> | null = null

  const refresh = async (): Promise<InstrumentList> => {
    loading ??= load().finally(() => {
      loading = null
    })
    loaded = await loading
    return current() ?? loaded
  }

  const stop = every(REFRESH_MS, () => {
    refresh().catch((error: unknown) =>
      log.error({ err: error }, 'the list of instruments could not be read'),
    )
  })

  return {
    find: (id: InstrumentId): Instrument | null => current()?.find(id) ?? null,
    version: (): string => current()?.version ?? '',

    /** Looks again before it says that there is no such instrument. */
    async look(id: InstrumentId): Promise<Instrument | null> {
      return current()?.find(id) ?? (await refresh()).find(id)
    },
    refresh,
    /** From then on `find` knows a list. */
    async ready(): Promise<void> {
      if (current() === null) await refresh()
    },
    close: stop,
  }
}

export type InstrumentDirectory = ReturnType<typeof createInstrumentDirectory>
