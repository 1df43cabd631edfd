import { fromPromise } from 'xstate'
import { INSTRUMENTS_VERSION_HEADER, instrumentsList } from '../../contract/instruments/instruments.ts'
import { instrumentsMachine, type LoadedInstruments } from '../../machines/instruments/instruments.ts'
import {
  decodeInstrumentCache,
  encodeInstrumentCache,
  INSTRUMENT_CACHE_MS,
} from '../../market/instruments/instrument-cache.ts'
import { createInstrumentClient, type WorkerPort } from '../../market/instruments/instrument-client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'

export interface InstrumentPorts {
  readonly http: HttpClient
  readonly storage: KeptValues
  readonly clock: Clock
  readonly createWorker: () => WorkerPort
  readonly platform: Pick<Platform, 'after' | 'log'>
  /** Receives the version of each list put into use; null if the server sends none. */
  readonly onLoaded: (version: string | null) => void
}

/** Packing the list takes a second of a core, which the first screen needs more. */
const KEEP_AFTER_MS = 5_000

export const provideInstruments = ({
  http,
  storage,
  clock,
  createWorker,
  platform,
  onLoaded,
}: InstrumentPorts): typeof instrumentsMachine => {
  const client = createInstrumentClient(createWorker)

  const readCache = async (): Promise<LoadedInstruments | null> => {
    const cache = decodeInstrumentCache(storage.read('tab', storageKeys.instruments), clock.now())
    if (cache === null) return null
    const loaded = await client.fromCache(cache.data)
    if (loaded === null) return null
    onLoaded(cache.version ?? null)
    return loaded
  }

  /** Runs after the list is already in use. A list that cannot be cached is fetched again next time. */
  const keep = async (csv: string, version: string | null): Promise<void> => {
    const data = await client.pack(csv)
    const cache = {
      expiryTime: clock.now() + INSTRUMENT_CACHE_MS,
      data,
      ...(version === null ? {} : { version }),
    }
    storage.write('tab', storageKeys.instruments, encodeInstrumentCache(cache), { isCache: true })
  }

  return instrumentsMachine.provide({
    actors: {
      readCache: fromPromise(readCache),
      fetchList: fromPromise(async ({ signal }) => {
        client.start()
        const { bytes, headers } = await http.callForBytes(instrumentsList, { signal })
        const csv = new TextDecoder().decode(bytes)
        const loaded = await client.fromCsv(csv).catch((error: unknown) => {
          platform.log('Error parsing instruments')
          throw error
        })
        const version = headers.get(INSTRUMENTS_VERSION_HEADER)
        onLoaded(version)
        platform.after(KEEP_AFTER_MS, () => {
          keep(csv, version).catch(() => storage.remove('tab', storageKeys.instruments))
        })
        return loaded
      }),
    },
  })
}
