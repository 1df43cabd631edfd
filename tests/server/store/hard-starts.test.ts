import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../server/store/database/database.ts'
import { TEST_MS } from '../../support/limits.ts'
import { builtScript } from '../../support/server/built-server.ts'
import { fillDisk, mountSmallDisk } from '../../support/server/small-disk.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const root = resolve(import.meta.dirname, '../../..')
const children: ChildProcess[] = []

/** The server as a process of its own; `says` waits for words, `ended` for its end and answers all it printed. */
const startServer = (dataDir: string) => {
  const child = spawn(process.execPath, [builtScript('main')], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info', DATABASE_URL: '' },
  })
  children.push(child)
  let output = ''
  const waiting = new Set<() => void>()
  for (const voice of [child.stdout, child.stderr])
    voice.on('data', (bytes: Buffer) => {
      output += bytes.toString()
      for (const look of waiting) look()
    })
  const ended = new Promise<{ code: number | null; output: string }>((done) => {
    child.once('close', (code) => done({ code, output }))
  })
  const says = (words: string): Promise<void> =>
    new Promise((done, failed) => {
      const look = (): void => {
        if (!output.includes(words)) return
        waiting.delete(look)
        done()
      }
      waiting.add(look)
      look()
      ended.then(() => failed(new Error(`it ended without "${words}":\n${output}`)))
    })
  const ready = async () => {
    const address = /is at (http:\S+)/.exec(output)?.[1]
    const answer = await fetch(`${address}/ready`)
    const { event_loop_delay_ms: _, ...said } = (await answer.json()) as Record<string, unknown>
    return [answer.status, said]
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { says, ended, ready, stop, output: () => output }
}

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

const disk = mountSmallDisk()
const title =
  disk === null ? 'a start on a full disk (skipped: this user may not mount one)' : 'a start on a full disk'

describe.skipIf(disk === null)(title, () => {
  const folder = disk ?? ''
  const dataDir = join(folder, 'data')
  const filler = join(folder, 'filler')
  const diskReserve = join(dataDir, 'sauda.reserve')
  afterAll(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })

  test(
    'gives up the reserve and takes entries again soon after there is room; without one it ends in a sentence',
    async () => {
      const first = startServer(dataDir)
      await first.says('is at http')
      await expect.poll(() => existsSync(diskReserve)).toBe(true)
      await first.stop()
      fillDisk(filler)

      const reduced = startServer(dataDir)
      await reduced.says('is at http')
      await expect.poll(reduced.ready).toEqual([200, { status: 'ready' }])
      expect([existsSync(diskReserve), reduced.output().includes('reserve released')]).toEqual([false, true])
      rmSync(filler)
      await reduced.says('there is room again, orders are taken')
      await reduced.stop()

      rmSync(diskReserve)
      fillDisk(filler)
      const { code, output } = await startServer(dataDir).ended
      expect([code, output.trim().split('\n').length, output]).toEqual([
        1,
        1,
        expect.stringMatching(/^The disk of DATA_DIR \(.*\) is full: the database .*sauda\.db/),
      ])

      rmSync(filler)
      execFileSync('mount', ['-o', 'remount,ro', folder])
      const readOnly = await startServer(dataDir).ended
      execFileSync('mount', ['-o', 'remount,rw', folder])
      expect([readOnly.code, readOnly.output.trim().split('\n').length, readOnly.output]).toEqual([
        1,
        1,
        expect.stringMatching(/^DATA_DIR: the folder .* cannot be written .*start again/),
      ])
    },
    TEST_MS,
  )
})

test(
  'a server whose database went away says so, can be stopped, and does not start with an empty one',
  async () => {
    const dataDir = throwAwayFolder()
    const server = startServer(dataDir)
    await server.says('is at http')
    await expect.poll(server.ready).toEqual([200, { status: 'ready' }])
    for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `sauda.db${part}`))
    expect(await server.ready()).toEqual([
      503,
      { status: 'not ready', reason: expect.stringContaining('was deleted or moved') },
    ])
    await server.says('the store is lost')
    await server.stop()
    expect(existsSync(join(dataDir, 'sauda.db'))).toBe(false)

    const { code, output } = await startServer(dataDir).ended
    expect([code, output.trim().split('\n').length, output]).toEqual([
      1,
      1,
      expect.stringMatching(/sauda\.db: The database is missing or empty\..*npm run restore/),
    ])
    expect(existsSync(join(dataDir, 'sauda.db'))).toBe(false)
  },
  TEST_MS,
)

test(
  'what a server keeps is its owner’s alone, also in a folder and in files that others could read',
  async () => {
    const dataDir = join(throwAwayFolder(), 'open')
    mkdirSync(dataDir, { mode: 0o755 })
    await (await openStore({ dataDir, databaseUrl: null })).close()
    chmodSync(join(dataDir, 'sauda.db'), 0o644)
    const server = startServer(dataDir)
    await server.says('is at http')
    await expect.poll(() => existsSync(join(dataDir, 'sauda.reserve'))).toBe(true)
    const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o077])
    expect(modes.map(([name]) => name)).toEqual(
      expect.arrayContaining(['sauda.db', 'sauda.db-wal', 'sauda.db-shm', 'sauda.head', 'sauda.reserve']),
    )
    expect(modes.filter(([, others]) => others !== 0)).toEqual([])
    await server.stop()
  },
  TEST_MS,
)
