import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'
import { type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'

let server: TestServer
let bench: ConsoleBench
let users = 0
let name = ''
let password = ''

beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  name = `stopper${++users}`
  password = await server.addUser(name)
  bench = consolesOver(server)
})
afterEach(() => bench.close())

const signIn = async ({ console: { actors } }: OpenConsole, userName = name, secret = password) => {
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName, password: secret })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
}

const enter = async (): Promise<OpenConsole> => {
  const opened = bench.open('/')
  await signIn(opened)
  await waitFor(opened.console.actors.killSwitch, (kill) => kill.matches('off'))
  return opened
}

const panic = {
  ...{ key: 'X', code: 'KeyX', ctrlKey: true, shiftKey: true, altKey: false, metaKey: false },
  ...{ isComposing: false, repeat: false, preventDefault: () => {}, stopPropagation: () => {} },
}

/** From here on the server does not know the session any more. */
const expireSession = (): void =>
  bench.answerInstead(({ path }) =>
    path.includes('login')
      ? null
      : new Response(
          JSON.stringify({ status: 'error', data: null, message: 'Unauthorized', code: 'UNAUTHORIZED' }),
          { status: 401, headers: { 'content-type': 'application/json' } },
        ),
  )

const killCalls = () =>
  bench.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/kill_switch')).length

const owedTo = ({ console }: OpenConsole) =>
  console.actors.killIntent.getSnapshot().context.owed?.userName ?? null

const isKilled = async (): Promise<boolean> => {
  const other = bench.open('/')
  await waitFor(other.console.actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
  const { killSwitch } = other.console.actors
  await waitFor(killSwitch, (kill) => !kill.matches('loading'))
  return killSwitch.getSnapshot().matches('on')
}

/** Pulled in a session that the server has ended, and so signed out. */
const pullTooLate = async (): Promise<OpenConsole> => {
  const opened = await enter()
  expireSession()
  opened.console.pressKey(panic)
  opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.confirm' } })
  await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut'))
  bench.answerInstead(() => null)
  return opened
}

describe('a kill switch in a session that has expired', () => {
  test('is kept through the sign-in, offered, and done with one confirmation, never before it', async () => {
    const opened = await pullTooLate()
    const { killSwitch } = opened.console.actors
    expect([owedTo(opened), killCalls()]).toEqual([name, 1])
    await signIn(opened)
    await waitFor(killSwitch, (kill) => kill.matches('offered'))
    expect([await isKilled(), killCalls(), owedTo(opened)]).toEqual([false, 1, name])
    opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.confirm' } })
    await waitFor(killSwitch, (kill) => kill.matches('on'))
    expect([await isKilled(), killCalls(), owedTo(opened)]).toEqual([true, 2, null])
  })

  test('is kept where it was only asked about, and where it is asked for on the sign-in screen', async () => {
    const asked = await enter()
    asked.console.pressKey(panic)
    asked.console.actors.auth.send({ type: 'auth.expired' })
    expect(owedTo(asked)).toEqual(name)
    asked.console.dispatch({ to: 'killIntent', event: { type: 'intent.drop' } })
    expect(owedTo(asked)).toEqual(null)
    asked.console.pressKey(panic)
    expect(owedTo(asked)).toEqual(name)
  })

  test('outlives a reload of its tab', async () => {
    const opened = await pullTooLate()
    const reloaded = opened.reload()
    expect(owedTo(reloaded)).toEqual(name)
    await signIn(reloaded)
    await waitFor(reloaded.console.actors.killSwitch, (kill) => kill.matches('offered'))
  })

  test('is dropped by its user, and stays dropped', async () => {
    const opened = await pullTooLate()
    await signIn(opened)
    const { killSwitch, auth } = opened.console.actors
    await waitFor(killSwitch, (kill) => kill.matches('offered'))
    opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.back' } })
    auth.send({ type: 'auth.signOut' })
    await signIn(opened)
    await waitFor(killSwitch, (kill) => kill.matches('off'))
    expect([owedTo(opened), killCalls()]).toEqual([null, 1])
  })

  test('is dropped by the sign-in of another user, who is offered nothing', async () => {
    const opened = await pullTooLate()
    const other = `${name}b`
    await signIn(opened, other, await server.addUser(other))
    await waitFor(opened.console.actors.killSwitch, (kill) => kill.matches('off'))
    expect([owedTo(opened), killCalls()]).toEqual([null, 1])
  })
})

test('a kill switch that no network carried stays asked when the network is back', async () => {
  const opened = await enter()
  const { killSwitch, connectivity } = opened.console.actors
  bench.answerInstead(() => Promise.reject(new TypeError('fetch failed')))
  opened.console.pressKey(panic)
  opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.confirm' } })
  await waitFor(killSwitch, (kill) => kill.matches('failed'))
  bench.answerInstead(() => null)
  connectivity.send({ type: 'browser.offline' })
  connectivity.send({ type: 'call.answered', latencyMs: 1 })
  await waitFor(connectivity, (network) => network.matches('online'))
  expect([killSwitch.getSnapshot().value, owedTo(opened)]).toEqual(['failed', name])
  opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.confirm' } })
  await waitFor(killSwitch, (kill) => kill.matches('on'))
  expect(owedTo(opened)).toEqual(null)
})

describe('a tab whose browser has changed user', () => {
  test('says whose it was, and acts for the one it shows', async () => {
    const first = await enter()
    const { auth } = first.console.actors
    const second = bench.open('/')
    await waitFor(second.console.actors.auth, (one) => one.matches({ signedIn: 'ready' }))
    second.console.actors.auth.send({ type: 'auth.signOut' })
    const other = `${name}b`
    await signIn(second, other, await server.addUser(other))
    const { context } = await waitFor(auth, (one) => one.matches({ signedIn: 'ready' }))
    expect([context.user?.userName, context.changedFrom]).toEqual([other, name])
    expect(second.console.actors.auth.getSnapshot().context.changedFrom).toEqual(null)
    auth.send({ type: 'auth.changeSeen' })
    expect(auth.getSnapshot().context.changedFrom).toEqual(null)
  })
})
