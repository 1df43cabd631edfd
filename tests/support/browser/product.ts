import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { changePassword, login } from '../../../src/contract/session.ts'
import { freePort } from '../free-port.ts'
import { ended } from './processes.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface SignIn {
  readonly userName: string
  readonly password: string
}

export interface Product {
  readonly address: string
  readonly userName: string
  readonly password: string
  readonly dataDir: string
  readonly processes: () => { readonly server: number; readonly quotes: number }
  readonly output: () => string
  /** `npm run import -- …` on this product's data. Returns what it printed. */
  importFiles(args: readonly string[]): Promise<{ code: number; output: string }>
  addUser(name: string): Promise<SignIn>
  /** A user who must sign in with the printed password and change it. */
  addNewcomer(name: string): Promise<SignIn>
  stop(signal?: NodeJS.Signals): Promise<void>
  start(): Promise<void>
  dispose(): Promise<void>
}

const signInOf = (output: string): SignIn => {
  const [, userName, password] = /^Sign in: (\S+) \/ (\S+)$/m.exec(output) ?? []
  if (userName === undefined || password === undefined) throw new Error(`no sign-in was printed:\n${output}`)
  return { userName, password }
}

const OWN_PASSWORD = 'monsoon over the western ghats'

/** The printed password is only good for choosing another. */
const chooseOwn = async (address: string, { userName, password }: SignIn): Promise<SignIn> => {
  const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { origin: address, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { data, message } = (await answer.json()) as { readonly data: string; readonly message: string }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${message}`)
    return {
      token: data,
      cookie: answer.headers
        .getSetCookie()
        .map((text) => text.split(';', 1)[0])
        .join('; '),
    }
  }
  const { token, cookie } = await post(login.path, { user_name: userName, password }, {})
  const change = { current_password: password, next_password: OWN_PASSWORD }
  await post(changePassword.path, change, { authorization: `Bearer ${token}`, cookie })
  return { userName, password: OWN_PASSWORD }
}

/** Does not warm up unless asked to: a test asks for little, and many run at a time. */
export const startProduct = async (environment: Readonly<Record<string, string>> = {}): Promise<Product> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-'))
  const port = await freePort()
  const env = {
    ...process.env,
    WARM_UP: 'off',
    ...environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
  }
  const address = `http://127.0.0.1:${port}`
  let output = ''
  let server: ChildProcess | null = null

  const start = async (): Promise<void> => {
    const child = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env })
    server = child
    const listening = new Promise<void>((done, failed) => {
      const hear = (bytes: Buffer) => {
        output += bytes.toString()
        if (output.includes(address)) done()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}:\n${output}`)))
    })
    await listening
  }

  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (server === null) return
    server.kill(signal)
    await ended(server)
    server = null
  }

  const run = async (entry: string, args: readonly string[]): Promise<{ code: number; output: string }> => {
    const child = spawn(process.execPath, [`dist/server/${entry}.js`, ...args], { cwd: root, env })
    let printed = ''
    const hear = (bytes: Buffer) => {
      printed += bytes.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    return { code: await ended(child), output: printed }
  }

  const addNewcomer = async (name: string): Promise<SignIn> =>
    signInOf((await run('user', ['add', name])).output)

  await start()
  const first = await chooseOwn(address, signInOf(output))

  return {
    address,
    ...first,
    dataDir,
    processes() {
      const pid = server?.pid
      if (pid === undefined) throw new Error('the server does not run')
      const [quotes] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
      // An empty list reads as 0, which would name this very process group.
      if (quotes === undefined || !(quotes > 0)) throw new Error('quotes are not served')
      return { server: pid, quotes }
    },
    output: () => output,
    importFiles: (args) => run('import', args),
    addUser: async (name) => chooseOwn(address, await addNewcomer(name)),
    addNewcomer,
    stop,
    async start() {
      output = ''
      await start()
    },
    async dispose() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
