// Loaded with this file: a line that is run before its command is there is not understood.
import '../../src/commands/later-commands.ts'
import { createAfterSignIn } from '../../src/console/after-sign-in.ts'
import { createConsole } from '../../src/console.ts'
import type { EngineWorker } from '../../src/engine/worker/client.ts'
import { serveEngine, type WorkerScope } from '../../src/engine/worker/serve.ts'
import type { WorkerPort } from '../../src/market/instruments/instrument-client.ts'
import {
  doInstrumentTask,
  type InstrumentAnswer,
  type InstrumentTask,
} from '../../src/market/instruments/instrument-task.ts'
import {
  createMemoryBrowser,
  type MemoryBrowser,
  type MemoryBrowserSettings,
  type MemoryTab,
} from './browser/memory-browser.ts'
import { builtFile } from './engine/engines.ts'
import { ownPage, type TestServer } from './server/server.ts'

export interface Asked {
  readonly method: string
  readonly path: string
}

/** `deliver` sends the call to the server with these headers; null leaves the call to the server. */
export type Answering = (
  asked: Asked,
  deliver: (headers?: Readonly<Record<string, string>>) => Promise<Response>,
) => Promise<Response | null> | Response | null

export const fetchFrom = (server: TestServer, asked: Asked[], instead: () => Answering): typeof fetch => {
  const binding = new Map<string, string>()
  return async (input, init = {}) => {
    const path = String(input)
    const method = init.method ?? 'GET'
    init.signal?.throwIfAborted()
    asked.push({ method, path })
    const deliver = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      deliverTo(method, path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers },
      })
    return (await instead()({ method, path }, deliver)) ?? deliver()
  }
  async function deliverTo(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await server.app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...ownPage,
        cookie: [...binding].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
      ...(init.body instanceof Uint8Array ? { payload: Buffer.from(init.body) } : {}),
    })
    init.signal?.throwIfAborted()
    for (const { name, value } of response.cookies) binding.set(name, value)
    const headers = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === 'set-cookie' ? [] : [[name, String(value)]],
    )
    const hasBody = response.statusCode !== 204 && response.statusCode !== 304
    return new Response(hasBody ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: [...headers, ['date', new Date(server.clock.now()).toUTCString()]],
    })
  }
}

const fileResponse = (url: string): Promise<Response> =>
  Promise.resolve(new Response(new Uint8Array(builtFile(url.replace('/wasm/', '')))))

const engineWorker = (): EngineWorker => {
  const worker: EngineWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (data) => queueMicrotask(() => scope.onmessage?.({ data })),
    terminate: () => {
      scope.onmessage = null
    },
  }
  // The host script assigns to the global object of its thread, here that of the tests. As own properties,
  // these two do not reach the setters of the page below, which all engines share.
  const scope: WorkerScope = Object.create(globalThis, {
    onmessage: { value: null, writable: true },
    postMessage: {
      value: (data: Parameters<WorkerScope['postMessage']>[0]) => worker.onmessage?.({ data }),
    },
  })
  serveEngine(scope, {
    fetch: fileResponse,
    runScript: () => import('../../src/engine/worker/global-functions.ts'),
  })
  return worker
}

type ListTask = Extract<InstrumentTask, { readonly csv: string }>

/** Latest result per kind of task: the consoles of a file share one list, which is read once. */
const answers = new Map<
  ListTask['kind'],
  { readonly csv: string; readonly answer: Promise<InstrumentAnswer> }
>()

const answerOf = (task: InstrumentTask): Promise<InstrumentAnswer> => {
  if (!('csv' in task)) return doInstrumentTask(task)
  const known = answers.get(task.kind)
  if (known?.csv === task.csv) return known.answer
  const answer = doInstrumentTask(task)
  answers.set(task.kind, { csv: task.csv, answer })
  return answer
}

const instrumentWorker = (): WorkerPort => {
  const listeners: ((event: { readonly data: unknown }) => void)[] = []
  return {
    postMessage: (message) => {
      const { id, task } = message as { readonly id: number; readonly task: InstrumentTask }
      answerOf(task).then(
        (answer) => {
          for (const listen of listeners) listen({ data: { id, answer } })
        },
        (error: unknown) => {
          for (const listen of listeners) listen({ data: { id, failure: String(error) } })
        },
      )
    },
    addEventListener: (type: 'message' | 'error', listen: (event: never) => void) => {
      if (type === 'message') listeners.push(listen as (typeof listeners)[number])
    },
    terminate: () => {
      listeners.length = 0
    },
  }
}

export interface OpenConsole {
  readonly console: ReturnType<typeof createConsole>
  readonly tab: MemoryTab
  /** Shown notices as `kind: text`. */
  readonly notices: string[]
  reload(): OpenConsole
}

export interface ConsoleBench {
  readonly browser: MemoryBrowser
  readonly asked: Asked[]
  answerInstead(answering: Answering): void
  open(path?: string): OpenConsole
  close(): void
}

interface BenchSettings extends Pick<MemoryBrowserSettings, 'openSocket'> {
  readonly createEngineWorker?: () => EngineWorker
}

/** Over the real server, engines and instrument list; sockets open only with `openSocket`. */
export const consolesOver = (
  server: TestServer,
  { openSocket, createEngineWorker = engineWorker }: BenchSettings = {},
): ConsoleBench => {
  const asked: Asked[] = []
  const consoles: ReturnType<typeof createConsole>[] = []
  let instead: Answering = () => null
  const browser = createMemoryBrowser({
    fetch: fetchFrom(server, asked, () => instead),
    wallClock: server.clock.now,
    ticks: server.clock.now,
    ...(openSocket === undefined ? {} : { openSocket }),
  })
  const begin = (tab: MemoryTab): OpenConsole => {
    const console = createConsole({
      createAfterSignIn,
      platform: tab,
      version: '0.0.0',
      createEngineWorker,
      createInstrumentWorker: instrumentWorker,
    })
    const notices: string[] = []
    console.notices.watch(({ kind, text }) => notices.push(`${kind}: ${text}`))
    console.start()
    consoles.push(console)
    const reload = (): OpenConsole => {
      console.stop()
      return begin(tab)
    }
    return { console, tab, notices, reload }
  }
  return {
    browser,
    asked,
    answerInstead: (answering) => {
      instead = answering
    },
    open: (path = '/') => begin(browser.openTab(path)),
    close: () => {
      for (const console of consoles) console.stop()
    },
  }
}

/** Calls to `place` fail with *The reader is busy* until mended; all others are answered by `otherwise`. */
export const failingAt = (
  place: RegExp,
  otherwise: Answering,
): { readonly answering: Answering; readonly mend: () => void } => {
  let isFailing = true
  return {
    answering: (asked, deliver) =>
      isFailing && place.test(asked.path)
        ? new Response(JSON.stringify({ status: 'error', message: 'The reader is busy' }), { status: 503 })
        : otherwise(asked, deliver),
    mend: () => {
      isFailing = false
    },
  }
}
