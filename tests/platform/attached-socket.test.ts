import { describe, expect, test } from 'vitest'
import type { OpenQuotes } from '../../src/platform/open-quotes.ts'
import {
  openSharedQuotes,
  WORKER_START_MS,
  type WorkerPort,
} from '../../src/platform/shared-quotes/attached-socket.ts'
import type { PageMessage, WorkerMessage } from '../../src/platform/shared-quotes/worker-messages.ts'

interface Settings {
  readonly startWorker?: () => never
  readonly ticket?: () => Promise<string>
}

/** One page, whose worker is the test. */
const start = ({ startWorker, ticket = async () => 'T1' }: Settings = {}) => {
  const told: string[] = []
  const sent: PageMessage[] = []
  const ports: WorkerPort[] = []
  const failures: (() => void)[] = []
  const sleepers = new Set<() => void>()
  const timers = new Set<() => void>()
  const note = (what: string) => () => {
    told.push(what)
  }
  const openOwn: OpenQuotes = () => {
    told.push('own')
    return { send: (text) => told.push(`own ${text}`), close: note('own closed') }
  }
  const openQuotes = openSharedQuotes({
    startWorker: (failed) => {
      startWorker?.()
      failures.push(failed)
      const port: WorkerPort = {
        onmessage: null,
        postMessage: (message) => sent.push(message),
        close: () => {},
      }
      ports.push(port)
      return port
    },
    watchSleep: (slept) => {
      sleepers.add(slept)
      return () => sleepers.delete(slept)
    },
    after: (ms, run) => {
      expect(ms).toEqual(WORKER_START_MS)
      timers.add(run)
      return () => timers.delete(run)
    },
    openOwn,
  })
  const open = () =>
    openQuotes(
      { path: '/quotes/v2', user: 'U1', protocols: async () => ['quote.v2', await ticket()] },
      {
        opened: note('opened'),
        text: (text) => told.push(text),
        bytes: (bytes) => told.push(`${bytes.byteLength} bytes`),
        closed: note('closed'),
        failed: (error) => told.push(String(error)),
      },
    )
  const run = (all: Set<() => void>): void => {
    for (const one of [...all]) one()
  }
  return {
    open,
    told,
    sent,
    say: (data: WorkerMessage) => ports.at(-1)?.onmessage?.({ data }),
    fail: () => failures.at(-1)?.(),
    sleep: () => run(sleepers),
    waitForWorker: () => run(timers),
    workers: () => ports.length,
  }
}

const turn = () => new Promise<void>((done) => setImmediate(done))

describe('a page at the worker', () => {
  test('attaches with its user, gives a ticket when one is wanted, and says that it has taken what it was told', async () => {
    const { open, say, sent, told } = start()
    const socket = open()
    say({ type: 'attached' })
    say({ type: 'wanted' })
    await turn()
    say({ type: 'opened' })
    socket.send('[]')
    say({ type: 'news', texts: ['{}'], bytes: new ArrayBuffer(2) })
    socket.close()
    say({ type: 'news', texts: ['late'], bytes: null })
    expect([sent, told]).toEqual([
      [
        { type: 'attach', user: 'U1' },
        { type: 'open', path: '/quotes/v2', protocols: ['quote.v2', 'T1'] },
        { type: 'send', text: '[]' },
        { type: 'seen' },
        { type: 'leave' },
      ],
      ['opened', '{}', '2 bytes'],
    ])
  })

  test('says why it has no ticket, and nothing when it has left meanwhile or is served without', async () => {
    const ticket = () => Promise.reject(new Error('too many windows'))
    const refused = start({ ticket })
    refused.open()
    refused.say({ type: 'wanted' })
    await turn()
    const left = start({ ticket })
    const socket = left.open()
    left.say({ type: 'wanted' })
    socket.close()
    const served = start({ ticket })
    served.open()
    served.say({ type: 'opened' })
    served.say({ type: 'wanted' })
    await turn()
    expect([refused.told, left.told, served.told]).toEqual([['Error: too many windows'], [], ['opened']])
  })

  test('is told once that it is closed, by the worker or by falling asleep', () => {
    const closed = start()
    closed.open()
    closed.say({ type: 'attached' })
    closed.say({ type: 'closed' })
    closed.sleep()
    const asleep = start()
    asleep.open()
    asleep.sleep()
    asleep.say({ type: 'closed' })
    expect([closed.told, asleep.told, asleep.sent.at(-1)]).toEqual([
      ['closed'],
      ['closed'],
      { type: 'leave' },
    ])
  })
})

describe('a page without a worker', () => {
  test('has a connection to itself where there are no shared workers', () => {
    const { open, told } = start({
      startWorker: () => {
        throw new ReferenceError('SharedWorker is not defined')
      },
    })
    open().send('[]')
    open()
    expect(told).toEqual(['own', 'own []', 'own'])
  })

  test('has one when the script of the worker cannot be run, and from then on', () => {
    const { open, told, fail, workers, waitForWorker } = start()
    const socket = open()
    fail()
    waitForWorker()
    socket.send('[]')
    socket.close()
    open()
    expect([told, workers()]).toEqual([['own', 'own []', 'own closed', 'own'], 1])
  })

  test('has one when the worker says nothing, and none when it had been heard or left', () => {
    const mute = start()
    mute.open()
    mute.waitForWorker()
    const heard = start()
    heard.open()
    heard.say({ type: 'attached' })
    heard.waitForWorker()
    const left = start()
    left.open().close()
    left.waitForWorker()
    left.fail()
    expect([mute.told, heard.told, left.told]).toEqual([['own'], [], []])
  })
})
