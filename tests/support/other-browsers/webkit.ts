import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ended } from '../browser/processes.ts'
import { freePort } from '../free-port.ts'
import { type Driver, DriverHangs, type OtherBrowser } from './driver.ts'

/** A command takes less than a second; one that takes longer than this is answered no more. */
const ANSWER_MS = 30_000

type Call = <Result = void>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Result>

const callAt =
  (address: string): Call =>
  async (method, path, body) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(`${address}${path}`, { method, signal, ...json }).catch((cause) => {
      throw signal.aborted ? new DriverHangs(`WebKitWebDriver: ${path}`, { cause }) : cause
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`)
    return value as never
  }

/** Scripts call back instead of resolving; page errors are collected here, as the protocol has none. */
const scriptOf = (source: string): string => `
  const done = arguments[arguments.length - 1]
  if (window.heardErrors === undefined) {
    const heard = (window.heardErrors = [])
    addEventListener('error', ({ message }) => heard.push(message))
    addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)))
    const { error } = console
    console.error = (...texts) => {
      heard.push(texts.join(' '))
      error(...texts)
    }
  }
  Promise.resolve().then(${source}).then((text) => done({ text }), (error) => done({ error: String(error) }))`

const openTab = async (call: Call): Promise<Omit<Driver, 'close'>> => {
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} })
  const tab = `/session/${sessionId}`
  await call('POST', `${tab}/window/rect`, { x: 0, y: 0, width: 1440, height: 1000 })
  const evaluate = async (source: string): Promise<string> => {
    const body = { script: scriptOf(source), args: [] }
    const answer = await call<{ text: string; error?: string }>('POST', `${tab}/execute/async`, body)
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.text
  }
  const complaints: string[] = []
  const hear = async () => {
    complaints.push(...JSON.parse(await evaluate('() => JSON.stringify(heardErrors.splice(0))')))
  }
  const leave = async (path: string, body: object = {}) => {
    await hear()
    await call('POST', `${tab}/${path}`, body)
  }
  return {
    open: (url) => leave('url', { url }),
    reload: () => leave('refresh'),
    travel: (by) => leave(by < 0 ? 'back' : 'forward'),
    evaluate,
    perform: (keys) =>
      call('POST', `${tab}/actions`, { actions: [{ type: 'key', id: 'keys', actions: keys }] }),
    screenshot: async () => Buffer.from(await call<string>('GET', `${tab}/screenshot`), 'base64'),
    async complaints() {
      await hear()
      return complaints
    },
  }
}

/** A virtual display: WebKitGTK has no headless mode. */
const startDisplay = async () => {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const name = await new Promise<string>((done, failed) => {
    display.once('error', failed)
    display.stdout.once('data', (bytes: Buffer) => done(`:${bytes.toString().trim()}`))
  })
  return { name, process: display }
}

const untilReady = async (call: Call, driver: ChildProcess): Promise<void> => {
  for (;;) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
    const isReady = await call('GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise((done) => setTimeout(done, 50))
  }
}

/** Each tab has a driver of its own: one that hangs is ended with its browser and harms no other test. */
export const launchWebKit = async (driverPath: string): Promise<OtherBrowser> => {
  const home = mkdtempSync(join(tmpdir(), 'sauda-webkit-'))
  const display = await startDisplay()
  const own = { DISPLAY: display.name, HOME: home, XDG_RUNTIME_DIR: home, LC_ALL: 'en_US.UTF-8' }
  return {
    async openTab() {
      const port = await freePort()
      const driver = spawn(driverPath, [`--port=${port}`], {
        env: { ...process.env, ...own },
        stdio: 'ignore',
        // A process group of its own, so that the browser ends with its driver.
        detached: true,
      })
      const call = callAt(`http://127.0.0.1:${port}`)
      await untilReady(call, driver)
      const tab = await openTab(call)
      return {
        ...tab,
        async close() {
          const end = ended(driver)
          if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGKILL')
          await end
        },
      }
    },
    async close() {
      display.process.kill()
      await ended(display.process)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
