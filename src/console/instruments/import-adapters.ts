import { fromCallback, fromPromise } from 'xstate'
import {
  cancelImport,
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from '../../contract/instruments/imports.ts'
import {
  adjustStoredSeries,
  deleteStoredSeries,
  getStoredSeries,
} from '../../contract/instruments/instruments.ts'
import { candleImportMachine } from '../../machines/instruments/candle-import.ts'
import {
  adjustSeriesMachine,
  deleteSeriesMachine,
  storedSeriesMachine,
} from '../../machines/instruments/stored-series.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'

export interface ImportPorts {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'createRequest'>
}

interface Sending {
  begun(importId: string): void
  sent(bytes: number): void
}

const sendFiles = async (
  files: readonly File[],
  { http, platform }: ImportPorts,
  signal: AbortSignal,
  tell: Sending,
): Promise<void> => {
  const { createUpload } = await import('../../platform/upload.ts')
  const { importId } = await http.call(createImport, { signal })
  tell.begun(importId)
  const upload = createUpload(http, platform.createRequest)
  let before = 0
  for (const file of files) {
    await upload(sendImportFile, {
      query: { importId, name: file.name },
      file,
      signal,
      onProgress: (bytes) => tell.sent(before + bytes),
    })
    before += file.size
    tell.sent(before)
  }
}

export const provideImport = (ports: ImportPorts): typeof candleImportMachine => {
  const { http } = ports
  return candleImportMachine.provide({
    actors: {
      sendFiles: fromCallback(({ input, sendBack }) => {
        const stopped = new AbortController()
        const tell: Sending = {
          begun: (importId) => sendBack({ type: 'import.begun', importId }),
          sent: (sentBytes) => sendBack({ type: 'import.sent', sentBytes }),
        }
        sendFiles(input.files, ports, stopped.signal, tell).then(
          () => sendBack({ type: 'import.received' }),
          (error) => sendBack({ type: 'import.notSent', error }),
        )
        return () => stopped.abort()
      }),
      propose: fromPromise(({ input: { importId, key }, signal }) =>
        http.call(proposeImport, { query: { importId }, body: key === null ? {} : { key }, signal }),
      ),
      preview: fromPromise(({ input: { importId, options }, signal }) =>
        http.call(proposeImport, { query: { importId }, body: { options }, signal }),
      ),
      commit: fromPromise(({ input: { importId, options }, signal }) =>
        http.call(commitImport, { query: { importId }, body: options, signal }),
      ),
      askStatus: fromPromise(({ input, signal }) => http.call(getImport, { query: input, signal })),
      cancelImport: fromPromise(async ({ input: { importId }, signal }) => {
        if (importId !== null) await http.call(cancelImport, { query: { importId }, signal })
      }),
    },
  })
}

export const provideStoredSeries = ({ http }: Pick<ImportPorts, 'http'>): typeof storedSeriesMachine =>
  storedSeriesMachine.provide({
    actors: { ask: fromPromise(({ signal }) => http.call(getStoredSeries, { signal })) },
  })

export const provideDeleteSeries = ({ http }: Pick<ImportPorts, 'http'>): typeof deleteSeriesMachine =>
  deleteSeriesMachine.provide({
    actors: {
      ask: fromPromise(({ input, signal }) => http.call(deleteStoredSeries, { query: input.asked, signal })),
    },
  })

export const provideAdjustSeries = ({ http }: Pick<ImportPorts, 'http'>): typeof adjustSeriesMachine =>
  adjustSeriesMachine.provide({
    actors: {
      ask: fromPromise(({ input, signal }) => http.call(adjustStoredSeries, { body: input.asked, signal })),
    },
  })
