import { expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { getBacktest, saveBacktest } from '../../../src/contract/backtests.ts'
import { changePassword, getUser, login, logout } from '../../../src/contract/session.ts'
import { sessionHeaders, startServer } from '../../support/server/server.ts'

const CANARY = 'canary-4f1d9b'

test('no password, token, half, query or body is in the log, the audit log or an answer that failed', async () => {
  const server = await startServer()
  const password = await server.addUser('meera')
  const session = await server.signIn('meera', password)
  const answers = [
    await server.call(null, login, { body: { user_name: CANARY, password: `${CANARY} password` } }),
    await server.call(null, login, { body: { user_name: 'meera', password: CANARY, [CANARY]: CANARY } }),
    await server.call(session, getUser, { query: { token: CANARY } }),
    await server.call(session, getUser, {
      headers: { 'x-note': CANARY, referer: `http://127.0.0.1:4173/${CANARY}` },
    }),
    await server.call(session, getBacktest, { query: { slug: CANARY } }),
    await server.call(session, saveBacktest, {
      body: { slug: CANARY, seg_sym: CANARY, backtest_params: CANARY },
    }),
    await server.call(session, changePassword, {
      body: { current_password: CANARY, next_password: `${CANARY} next` },
    }),
    await server.app.inject({ url: `/api/${CANARY}?token=${CANARY}`, headers: sessionHeaders(session) }),
    await server.app.inject({ url: `/${CANARY}/%zz`, headers: sessionHeaders(session) }),
    await server.app.inject({ url: '/api/get_user', headers: { host: CANARY } }),
    await server.call(session, logout),
  ]
  expect(answers.map((answer) => answer.statusCode)).toEqual([
    401, 400, 400, 200, 404, 400, 403, 404, 400, 403, 200,
  ])

  const audit = await server.store.db.selectFrom('audit').selectAll().execute()
  const kept = [...server.logged, JSON.stringify(audit)].join('\n')
  const secrets = [CANARY, password, session.token, session.binding, 'meera']
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
  // The sign-in before them is among the lines, the address that cannot be decoded is not.
  expect(server.logged.filter((line) => line.includes('"msg":"call"')).length).toEqual(answers.length)

  const echoed = answers.filter((answer) => answer.body.includes(CANARY))
  expect(echoed.map((answer) => answer.json().issues)).toEqual([[`body: Unrecognized key: "${CANARY}"`]])
  expect(answers.filter((answer) => /\bat .*\.[jt]s:\d+/.test(answer.body))).toEqual([])
  await server.close()
})

test('a call is logged by the pattern of its route, with its time, its request and a label of its user', async () => {
  const server = await startServer()
  const session = await server.enter('meera')
  server.logged.length = 0
  const answer = await server.call(session, getBacktest, { query: { slug: 'a-b' } })
  const { time: _, ms, user, ...rest } = JSON.parse(server.logged[0] ?? '')
  expect(rest).toEqual({
    level: 30,
    id: answer.headers['x-request-id'],
    method: 'GET',
    route: '/api/backtest/get',
    status: 404,
    msg: 'call',
  })
  expect([typeof ms, /^[0-9a-f]{12}$/.test(user)]).toEqual(['number', true])
  await server.close()
})

test('a line that holds a live secret after all is withheld', () => {
  const secrets = createSecretWatch()
  const lines: string[] = []
  const log = createLog({ level: 'info', secrets, write: (line) => lines.push(line) })
  secrets.add('kX8s0a-Qt7Zl')
  log.info('nothing to see')
  log.error({ err: new Error('bad header Bearer kX8s0a-Q…') }, 'oops')
  log.info({ note: 'kX8s0a-' }, 'too little to tell')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'nothing to see',
    'a log line was withheld because it held a secret',
    'too little to tell',
  ])
})

test('the watch forgets the oldest secret beyond two thousand and forty-eight', () => {
  const secrets = createSecretWatch()
  const nth = (n: number) => `${String(n).padStart(8, '0')}-rest`
  for (let n = 0; n <= 2048; n++) secrets.add(nth(n))
  expect([secrets.sees(`x ${nth(0)}`), secrets.sees(`x ${nth(1)}`), secrets.sees(`x ${nth(2048)}`)]).toEqual([
    false,
    true,
    true,
  ])
})
