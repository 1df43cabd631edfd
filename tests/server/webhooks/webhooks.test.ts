import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { inTransaction } from '../../../server/store/database/transaction.ts'
import { insertNotifications } from '../../../server/store/notifications.ts'
import { findUserByName } from '../../../server/store/session/users.ts'
import type { UserId } from '../../../server/user.ts'
import { composeWebhooks } from '../../../server/webhooks/compose-webhooks.ts'
import { signatureOf } from '../../../server/webhooks/post-message.ts'
import { isPublicAddress } from '../../../server/webhooks/public-address.ts'
import {
  deleteWebhook,
  getWebhook,
  setWebhook,
  testWebhook,
} from '../../../src/contract/notifications/webhook.ts'
import { handScheduler } from '../../support/hand-scheduler.ts'
import { createNoticeRow } from '../../support/server/alert-notice.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

interface Received {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

const receiver = () => {
  const got: Received[] = []
  let status = 200
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString()
    })
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  })
  return {
    got,
    answer: (next: number) => {
      status = next
    },
    listen: () => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)),
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?of=me`,
    close: () => new Promise((done) => server.close(done)),
  }
}

describe.each(stores)('a webhook on $name', ({ open }) => {
  const to = receiver()
  let server: TestServer
  let session: Session
  let owner: UserId
  let raised = 0
  beforeEach(async () => {
    await to.listen()
    to.got.length = 0
    to.answer(200)
    server = await startServer({ open, environment: { WEBHOOKS_PRIVATE: 'on' } })
    session = await server.enter('meera')
    owner = (await findUserByName(server.store.db, 'meera'))?.id as UserId
  })
  afterEach(async () => {
    await server.close()
    await to.close()
  })

  const raise = async (name = 'INFY > 1500', text = 'INFY at 1501.5 · 10:02') => {
    const row = createNoticeRow({ owner, at: server.clock.now(), id: `notice-${++raised}`, name, text })
    await inTransaction(server.store, (trx) => insertNotifications(trx, [row]))
    return row.id
  }
  const set = async (more: object = {}) => {
    const answer = await server.call(session, setWebhook, { body: { url: to.url(), is_on: true, ...more } })
    expect(answer.statusCode, answer.body).toBe(200)
    return dataOf(setWebhook, answer)
  }
  const state = async () => dataOf(getWebhook, await server.call(session, getWebhook))
  const pass = async (seconds: number, sending = server.webhooks) => {
    for (let second = 0; second < seconds; second++) {
      server.clock.advance(1000)
      await sending.settle()
    }
  }
  const bodies = () => to.got.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

  test('sends what alerts raise from then on, once and signed', async () => {
    await raise('Old', 'before it was set')
    const { secret } = await set()
    const id = await raise()
    await pass(3)
    expect(bodies()).toEqual([
      { id, name: 'INFY > 1500', text: 'INFY at 1501.5 · 10:02', symbols: 'INFY', at: expect.any(String) },
    ])
    const [{ headers, body } = { headers: {}, body: '' }] = to.got
    const seconds = Number(headers['x-sauda-timestamp'])
    expect(headers['x-sauda-id']).toBe(id)
    expect(headers['x-sauda-signature']).toBe(`sha256=${signatureOf(String(secret), seconds, body)}`)
    expect(await state()).toMatchObject({ is_on: true, failing_since: null, dropped: 0 })
    expect((await state())?.last_sent_at).not.toBe(null)
  })

  test('fills a template, whatever a text contains', async () => {
    await set({ template: '{"chat_id": 7, "text": "{name}: {text}", "more": ["{symbols}"]}' })
    await raise('Say "hi"', 'TCS, INFY at 3 · "x"\n{name}')
    await pass(1)
    expect(bodies()).toEqual([
      { chat_id: 7, text: 'Say "hi": TCS, INFY at 3 · "x"\n{name}', more: ['TCS, INFY'] },
    ])
  })

  test('tries again with longer pauses, keeps the order, and sends none twice', async () => {
    await set()
    to.answer(503)
    const [first, second] = [await raise('First'), await raise('Second')]
    await pass(1)
    expect(to.got).toHaveLength(1)
    await pass(1)
    expect(to.got).toHaveLength(1)
    await pass(1)
    expect(to.got).toHaveLength(2)
    await pass(3)
    expect(to.got).toHaveLength(2)
    expect(await state()).toMatchObject({ last_error: 'HTTP 503', failing_since: expect.any(Number) })
    to.answer(200)
    await pass(4)
    expect(to.got.map(({ headers }) => headers['x-sauda-id'])).toEqual([first, first, first, second])
    expect(await state()).toMatchObject({ last_error: '', failing_since: null, dropped: 0 })
  })

  test('gives up what the receiver refuses, and what it did not take for an hour', async () => {
    await set()
    to.answer(403)
    await raise()
    await pass(1)
    expect(await state()).toMatchObject({ dropped: 1, last_error: 'HTTP 403' })
    to.answer(500)
    await raise()
    await pass(1)
    server.clock.advance(61 * 60_000)
    await server.webhooks.settle()
    session = await server.enter('later')
    expect(server.webhooks.of(owner)).toMatchObject({ dropped: 2 })
  })

  test('goes on after a restart with what was not sent', async () => {
    await set()
    to.answer(500)
    const id = await raise()
    await pass(1)
    to.answer(200)
    const again = composeWebhooks({
      store: server.store,
      clock: server.clock,
      config: server.config,
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: handScheduler(server.clock),
    })
    await again.start()
    await pass(1, again)
    await again.close()
    expect(to.got.map(({ headers }) => headers['x-sauda-id'])).toEqual([id, id])
  })

  test('sends nothing while it is off, nothing of that time later, and nothing once it is deleted', async () => {
    await set()
    await set({ is_on: false })
    await raise()
    await pass(2)
    await set()
    await pass(2)
    await server.call(session, deleteWebhook)
    await raise()
    await pass(2)
    expect(to.got).toEqual([])
    expect(await state()).toBe(null)
  })

  test('keeps its secret until another is asked for, and shows it once', async () => {
    const first = await set()
    expect(first.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(first.webhook.secret_end).toBe(first.secret?.slice(-4))
    expect((await set()).secret).toBe(null)
    const renewed = await set({ renews_secret: true })
    expect(renewed.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(renewed.secret).not.toBe(first.secret)
    expect(JSON.stringify(await state())).not.toContain(renewed.secret)
  })

  test('a test message says what the receiver answered, and a redirect is not followed', async () => {
    expect((await server.call(session, testWebhook)).statusCode).toBe(404)
    await set()
    expect(dataOf(testWebhook, await server.call(session, testWebhook))).toEqual({ status: 200, problem: '' })
    to.answer(302)
    expect(dataOf(testWebhook, await server.call(session, testWebhook))).toEqual({
      status: 302,
      problem: 'HTTP 302',
    })
    expect(to.got).toHaveLength(2)
    await set({ url: 'http://127.0.0.1:9/closed' })
    const answer = dataOf(testWebhook, await server.call(session, testWebhook))
    expect([answer.status, answer.problem]).toEqual([null, expect.stringContaining('ECONNREFUSED')])
  })

  test.each([
    [{ url: 'ftp://example.com/' }, /body\.url.*https/],
    [{ url: 'example.com' }, /body\.url.*address/],
    [{ url: 'https://me:secret@example.com/' }, /body\.url.*user name/],
    [{ template: '{"a": {text}}' }, /body\.template.*JSON/],
    [{ template: '{"a": "{price}"}' }, /body\.template.*\{price\} is not known/],
  ])('is refused with the reason: %j', async (more, issue) => {
    const answer = await server.call(session, setWebhook, { body: { url: to.url(), is_on: true, ...more } })
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(issue)])
    expect(await state()).toBe(null)
  })

  test('of one user is no other user’s', async () => {
    await set()
    session = await server.enter('arjun')
    expect(await state()).toBe(null)
    await raise()
    await server.call(session, deleteWebhook)
    await pass(1)
    expect(to.got).toHaveLength(1)
  })
})

describe('by default', () => {
  test('plain HTTP is refused, and addresses of private networks are never connected to', async () => {
    const to = receiver()
    await to.listen()
    const server = await startServer()
    const session = await server.enter('meera')
    const ask = (url: string) => server.call(session, setWebhook, { body: { url, is_on: true } })
    expect((await ask(to.url())).body).toMatch(/Only https/)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
      expect((await ask(`https://${host}:${new URL(to.url()).port}/`)).statusCode).toBe(200)
      const answer = dataOf(testWebhook, await server.call(session, testWebhook))
      expect([host, answer.status, answer.problem]).toEqual([
        host,
        null,
        expect.stringMatching(/private network/),
      ])
    }
    expect(to.got).toEqual([])
    await server.close()
    await to.close()
  })

  test.each([
    ['8.8.8.8', true],
    ['149.154.167.220', true],
    ['2606:4700::1111', true],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['fc00::1', false],
    ['fe80::1', false],
    ['2001:db8::1', false],
    ['2002:a00:1::', false],
    ['localhost', false],
  ])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))
})
