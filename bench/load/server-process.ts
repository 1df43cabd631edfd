import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { composeAccounts } from '../../server/compose-accounts.ts'
import { systemClock } from '../../server/ports.ts'
import { createSecretWatch } from '../../server/services/session/secret-watch.ts'
import type { SessionPair } from '../../server/services/session/sessions.ts'
import { openStore } from '../../server/store/database/database.ts'
import { inTransaction } from '../../server/store/database/transaction.ts'
import { insertUser } from '../../server/store/session/users.ts'
import type { UserId } from '../../server/user.ts'
import type { Answer, HttpClient } from './http-client.ts'

export interface ServerProcess {
  readonly url: URL
  readonly pid: number
  readonly stop: () => Promise<void>
}

export const startServerProcess = async ({
  dataDir,
  isBuilt,
  profile = null,
  descriptors = null,
  environment = {},
}: {
  readonly dataDir: string
  readonly isBuilt: boolean
  readonly profile?: string | null
  /** Limit of open files; null keeps the shell's. */
  readonly descriptors?: number | null
  readonly environment?: Readonly<Record<string, string>>
}): Promise<ServerProcess> => {
  const main = isBuilt ? 'dist/server/main.js' : 'server/main.ts'
  if (!existsSync(main)) throw new Error(`${main} is not there; build first, or leave --built out`)
  const loader = isBuilt ? [] : ['--import', 'tsx']
  const profiler = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const program = [process.execPath, ...profiler, ...loader, main]
  const [command = '', ...args] =
    descriptors === null ? program : ['prlimit', `--nofile=${descriptors}:${descriptors}`, ...program]
  const child = spawn(command, args, {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      MARKET_CLOCK: 'always',
      MARKET_START: '2026-11-23 10:00',
      FIRST_PASSWORD: 'a password for the load',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<URL>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const address = /is at (http:\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(new URL(address))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Users `load-0`, `load-1`, … with a session each, written before the server starts. */
export const openSessions = async (dataDir: string, count: number): Promise<readonly SessionPair[]> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const { sessions } = composeAccounts({ store, clock: systemClock, secrets: createSecretWatch() })
  const pairs: SessionPair[] = []
  for (let index = 0; index < count; index++) {
    const user = { id: `load-${index}` as UserId, name: `load-${index}` }
    await insertUser(store.db, {
      ...user,
      password_hash: '',
      must_change_password: 0,
      created_at: systemClock.now(),
    })
    const { pair } = await inTransaction(store, (trx) =>
      sessions.open(trx, user, { address: '127.0.0.1', agent: 'load', request: 'load' }),
    )
    pairs.push(pair)
  }
  await store.close()
  return pairs
}

/** Read by either name: behind a trusted proxy the connection counts as encrypted. */
export const cookieOf = ({ binding }: SessionPair): string => `sid=${binding}; __Host-sid=${binding}`

export const callAs = (
  client: HttpClient,
  session: SessionPair,
  method: string,
  path: string,
  body: unknown = null,
): Promise<Answer> =>
  client.call(
    method,
    path,
    {
      authorization: `Bearer ${session.token}`,
      cookie: cookieOf(session),
      'sec-fetch-site': 'same-origin',
    },
    body === null ? null : JSON.stringify(body),
  )
