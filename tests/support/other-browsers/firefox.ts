import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { ended } from '../browser/processes.ts'
import type { Driver, OtherBrowser } from './driver.ts'

interface Message {
  readonly id?: number | null
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

interface LogEntry {
  readonly level: string
  readonly text: string
  readonly source: { readonly context?: string }
}

type Send = <Result>(method: string, params: unknown) => Promise<Result>

const connect = async (address: string, onLog: (entry: LogEntry) => void) => {
  const socket = new WebSocket(`${address}/session`, { perMessageDeflate: false })
  const waiting = new Map<number, (message: Message) => void>()
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
  socket.on('message', (bytes) => {
    const message: Message = JSON.parse(String(bytes))
    if (message.method === 'log.entryAdded') onLog(message.params as unknown as LogEntry)
    if (typeof message.id !== 'number') return
    waiting.get(message.id)?.(message)
    waiting.delete(message.id)
  })
  let last = 0
  const send: Send = (method, params) =>
    new Promise((done, failed) => {
      const id = ++last
      waiting.set(id, ({ result, error, message }) =>
        error === undefined ? done(result as never) : failed(new Error(`${method}: ${error}, ${message}`)),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  return { send, disconnect: () => socket.close() }
}

interface Evaluated {
  readonly result?: { readonly value: string }
  readonly exceptionDetails?: { readonly text: string }
}

/** The next page began while this one still fetched something (NS_BINDING_ABORTED) or connected. */
const ABANDONED = /status=2152398850|was interrupted while the page was loading/

/** Of a module that was being loaded in the moment in which the next page began. */
const UNLOADED = /Unable to preload CSS|error loading dynamically imported module/

const openTab = async (send: Send, logs: readonly LogEntry[]): Promise<Driver> => {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  await send('browsingContext.activate', { context })
  const begin = (method: string, params: object = {}) => send(method, { context, ...params })
  const unloaded = new Set<LogEntry>()
  const leave = async (...command: Parameters<typeof begin>): Promise<void> => {
    const before = logs.length
    await begin(...command)
    for (const entry of logs.slice(before)) if (UNLOADED.test(entry.text)) unloaded.add(entry)
  }
  return {
    open: (url) => leave('browsingContext.navigate', { url, wait: 'complete' }),
    reload: () => leave('browsingContext.reload', { wait: 'complete' }),
    travel: (by) => leave('browsingContext.traverseHistory', { delta: by }),
    async evaluate(source) {
      const answer = await send<Evaluated>('script.callFunction', {
        functionDeclaration: source,
        awaitPromise: true,
        target: { context },
      })
      if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text)
      return answer.result.value
    },
    perform: async (keys) =>
      void (await begin('input.performActions', { actions: [{ type: 'key', id: 'keys', actions: keys }] })),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    complaints: async () =>
      logs
        .filter(
          (entry) => entry.source.context === context && !ABANDONED.test(entry.text) && !unloaded.has(entry),
        )
        .map(({ text }) => text),
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}

export const launchFirefox = async (path: string): Promise<OtherBrowser> => {
  const profile = mkdtempSync(join(tmpdir(), 'sauda-firefox-'))
  const size = ['--width', '1440', '--height', '1000']
  const start = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', ...size]
  const firefox = spawn(path, start, { env: { ...process.env, HOME: profile } })
  const address = await new Promise<string>((done, failed) => {
    let printed = ''
    firefox.stderr.on('data', (bytes: Buffer) => {
      printed += bytes.toString()
      const found = /BiDi listening on (ws:\S+)/.exec(printed)?.[1]
      if (found !== undefined) done(found)
    })
    firefox.once('error', failed)
    firefox.once('exit', () => failed(new Error(`Firefox ended:\n${printed}`)))
  })
  const logs: LogEntry[] = []
  const { send, disconnect } = await connect(address, (entry) => {
    if (entry.level === 'error') logs.push(entry)
  })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    openTab: () => openTab(send, logs),
    async close() {
      const end = ended(firefox)
      await send('browser.close', {})
      await end
      disconnect()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
