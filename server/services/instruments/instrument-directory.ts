import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Log } from '../../ports.ts'

export interface InstrumentList {
  find(id: InstrumentId): Instrument | null
  readonly version?: string
}

const REFRESH_MS = 10_000

export const createInstrumentDirectory = ({
  load,
  inForce,
  every,
  log,
}: {
  readonly load: () => Promise<InstrumentList>
  /** The list in force for the whole server; without it, the one loaded here last. */
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

    /** Reloads the list before it returns null. */
    async look(id: InstrumentId): Promise<Instrument | null> {
      return current()?.find(id) ?? (await refresh()).find(id)
    },
    refresh,
    async ready(): Promise<void> {
      if (current() === null) await refresh()
    },
    close: stop,
  }
}

export type InstrumentDirectory = ReturnType<typeof createInstrumentDirectory>
