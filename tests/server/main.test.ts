import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../server/store/database/database.ts'
import { type BuiltScript, builtScript } from '../support/server/built-server.ts'

const root = resolve(import.meta.dirname, '../..')

interface Run {
  readonly code: number | null
  readonly out: string
  readonly errors: string
  readonly ms: number
}

const start = (
  entry: BuiltScript,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
) => {
  const begun = performance.now()
  const child = spawn(process.execPath, [builtScript(entry), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
  })
  let out = ''
  let errors = ''
  const heard = new Set<() => void>()
  const hear = () => {
    for (const listen of heard) listen()
  }
  child.stdout.on('data', (bytes) => {
    out += bytes
    hear()
  })
  child.stderr.on('data', (bytes) => {
    errors += bytes
    hear()
  })
  const end = new Promise<Run>((done) => {
    child.once('close', (code) => done({ code, out, errors, ms: performance.now() - begun }))
  })
  return {
    end,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    says: (pattern: RegExp): Promise<string> =>
      new Promise((done, failed) => {
        const look = () => {
          const found = pattern.exec(out)
          if (found !== null) done(found[1] ?? found[0])
        }
        heard.add(look)
        look()
        void end.then((run) => failed(new Error(`ended with ${run.code}: ${run.errors}`)))
      }),
  }
}

/** A dozen processes are started one after the other. */
describe('the server, started', () => {
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'sauda-main-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  const signInStatus = async (address: string, password: string) => {
    const answer = await fetch(`${address}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify({ user_name: 'trader', password }),
    })
    return answer.status
  }

  const ADDRESS = /is at (http:\S+)/
  let password: string

  test('for the first time says where it is and who may sign in, works, and stops when it is told to', async () => {
    const server = start('main', [], { DATA_DIR: dataDir, PORT: '0' })
    const address = await server.says(ADDRESS)
    password = await server.says(/^Sign in: trader \/ (\S+)$/m)
    expect([await signInStatus(address, password), await signInStatus(address, `${password}x`)]).toEqual([
      200, 401,
    ])
    server.kill('SIGTERM')
    const { code, errors } = await server.end
    expect([code, errors.includes(password)]).toEqual([0, false])
  })

  test('again says nothing of the password and knows it still, even after it was killed', async () => {
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const server = start('main', [], { DATA_DIR: dataDir, PORT: '0' })
      const address = await server.says(ADDRESS)
      expect(await signInStatus(address, password)).toEqual(200)
      server.kill(signal)
      expect((await server.end).out).not.toContain('Sign in')
    }
    const store = await openStore({ dataDir, databaseUrl: null })
    const actions = await store.db.selectFrom('audit').select('action').orderBy('seq').execute()
    await store.close()
    expect(actions.map(({ action }) => action)).toEqual([
      'user.added',
      'server.started',
      'signIn.succeeded',
      'signIn.failed',
      'server.stopped',
      'server.started',
      'signIn.succeeded',
      'server.started',
      'signIn.succeeded',
      'server.stopped',
    ])
  })

  test('with a first user given takes its password and prints none', async () => {
    const own = mkdtempSync(join(tmpdir(), 'sauda-main-'))
    const given = { FIRST_USER: 'trader', FIRST_PASSWORD: 'monsoon over the ghats' }
    const server = start('main', [], { DATA_DIR: own, PORT: '0', ...given })
    const address = await server.says(ADDRESS)
    expect(await signInStatus(address, 'monsoon over the ghats')).toEqual(200)
    server.kill('SIGTERM')
    const { out, errors } = await server.end
    expect([out.includes('Sign in'), `${out}${errors}`.includes('monsoon')]).toEqual([false, false])
    rmSync(own, { recursive: true })
  })

  test('that cannot start says why in a sentence and ends with 1', async () => {
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    const { port } = taken.address() as AddressInfo
    const file = join(dataDir, 'file')
    writeFileSync(file, 'no folder')
    const cases: [Record<string, string>, string[], string][] = [
      [
        { DATA_DIR: dataDir, PORT: String(port) },
        [],
        `PORT: ${port} is taken by another program; set PORT to a free one`,
      ],
      [{ DATA_DIR: file, PORT: '0' }, [], `DATA_DIR: the folder ${file} cannot be written`],
      [
        { DATA_DIR: join(dataDir, 'new'), PORT: '0', FIRST_PASSWORD: 'passwordpassword' },
        [],
        'FIRST_PASSWORD: choose another, it is a commonly used password',
      ],
      [
        { DATA_DIR: dataDir, PORT: 'x', HOST: '::' },
        ['--lan'],
        'The configuration is not usable:\n  --lan: unknown argument; --insecure-lan is the only one\n  PORT: expected a port number from 0 to 65535, found "x"',
      ],
    ]
    for (const [environment, args, words] of cases) {
      const { code, errors } = await start('main', args, environment).end
      expect([code, errors.trim()]).toEqual([1, words])
    }
    taken.close()
  })

  test('has its users added, listed and given new passwords from the command line', async () => {
    const user = async (...args: string[]) => {
      const { code, out, errors } = await start('user', args, { DATA_DIR: dataDir }).end
      return { code, out: out.trim(), errors: errors.trim() }
    }
    expect((await user('add', 'meera')).out).toMatch(/^Sign in: meera \/ (\w{4}-){4}\w{4}$/)
    expect(await user('add', 'MEERA')).toEqual({ code: 1, out: '', errors: 'There is a user MEERA already' })
    expect((await user('add', 'a b')).errors).toEqual(
      'A user name has 1 to 64 letters, digits, dots, dashes or underscores',
    )
    expect((await user('reset', 'meera')).out).toMatch(/^Sign in: meera \/ (\w{4}-){4}\w{4}$/)
    expect(await user('reset', 'ravi')).toEqual({ code: 1, out: '', errors: 'There is no user ravi' })
    expect((await user('list')).out.replaceAll(/\d{4}-\S+/g, '…')).toEqual('trader\tsince …\nmeera\tsince …')
    expect(await user('audit')).toEqual({ code: 0, out: 'The audit log is whole.', errors: '' })
    expect((await user('sing')).code).toEqual(2)
  })
})
