import { createTrading } from '../../src/console/trading.ts'
import { createConsole } from '../../src/console.ts'
import type { EngineWorker } from '../../src/engine/client.ts'
import { serveEngine, type WorkerScope } from '../../src/engine/serve.ts'
import { unzip } from '../../src/engine/unzip.ts'
import type { WorkerPort } from '../../src/market/instrument-client.ts'
import {
  doInstrumentTask,
  type InstrumentAnswer,
  type InstrumentTask,
} from '../../src/market/instrument-task.ts'
import { builtFile } from '../engine/engines.ts'
import {
  createMemoryBrowser,
  type MemoryBrowser,
  type MemoryBrowserSettings,
  type MemoryTab,
} from './memory-browser.ts'
import { ownPage, type TestServer } from './server.ts'

export interface Asked {
  readonly method: string
  readonly path: string
}

/**
 * `deliver` hands the call on to the server, with these headers in place of its own, whatever is answered in the end; null
 * leaves the call to it.
 */
export type Answering = (
  asked: Asked,
  deliver: (headers?: Readonly<Record<string, string>>) => Promise<Response>,
) => Promise<Response | null> | Response | null

/** The real server behind the `fetch` of one browser, cookies that scripts cannot read included. */
const fetchFrom = (server: TestServer, asked: Asked[], instead: () => Answering): typeof fetch => {
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

/** The engine's own worker code, in this thread. */
const engineWorker = (): EngineWorker => {
  const worker: EngineWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (data) => queueMicrotask(() => scope.onmessage?.({ data })),
    terminate: () => {
      scope.onmessage = null
    },
  }
  // The host script sets up the global object of its thread, which here is that of the tests. These two are properties of
  // its own: an assignment would reach the setters of the page below it, which all engines have in common.
  const scope: WorkerScope = Object.create(globalThis, {
    onmessage: { value: null, writable: true },
    postMessage: {
      value: (data: Parameters<WorkerScope['postMessage']>[0]) => worker.onmessage?.({ data }),
    },
  })
  serveEngine(scope, { fetch: fileResponse, unzip, runScript: () => import('../../src/engine/exec.ts') })
  return worker
}

type ListTask = Extract<InstrumentTask, { readonly csv: string }>

/** What was made of the list last, for each kind of task: the consoles of a file have one list, which is read once. */
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
  /** What was shown to the person, as `kind: text`. */
  readonly notices: string[]
  /** A new page in the same tab. */
  reload(): OpenConsole
}

export interface ConsoleBench {
  readonly browser: MemoryBrowser
  /** Every call that went out. */
  readonly asked: Asked[]
  /** Answers in place of the server; null leaves the call to it. */
  answerInstead(answering: Answering): void
  /** A started console in a new tab of the one browser. */
  open(path?: string): OpenConsole
  close(): void
}

/** Whole consoles over the real server, engines and instrument list, without a browser; no socket opens unless given. */
export const consolesOver = (
  server: TestServer,
  { openSocket }: Pick<MemoryBrowserSettings, 'openSocket'> = {},
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
      createTrading,
      platform: tab,
      version: '0.0.0',
      createEngineWorker: engineWorker,
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
