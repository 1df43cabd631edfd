import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notificationStream } from '../../../../src/contract/notifications/notifications.ts'
import {
  BINDING,
  ownPage,
  type Session,
  startServer,
  type TestServer,
  urlOf,
} from '../../../support/server/server.ts'

const TRIES = 1000

describe('a session token that leaked from an address', () => {
  let server: TestServer
  let meera: Session
  beforeEach(async () => {
    server = await startServer()
    meera = await server.enter('meera')
  })
  afterEach(() => server.close())

  const open = async (token: string, binding: string | null, remoteAddress = '10.0.0.9'): Promise<number> => {
    const answer = await server.app.inject({
      url: urlOf(notificationStream, { token }),
      headers: { ...ownPage, ...(binding === null ? {} : { cookie: `${BINDING}=${binding}` }) },
      remoteAddress,
    })
    return answer.statusCode
  }
  const misuses = () =>
    server.store.db
      .selectFrom('audit')
      .select(['actor', 'address', 'session'])
      .where('action', '=', 'session.misused')
      .execute()

  test('opens no stream without the cookie in a thousand tries, and is told of once for an address', async () => {
    const statuses = await Promise.all(Array.from({ length: TRIES }, () => open(meera.token, null)))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(await open(meera.token, null, '10.0.0.10')).toEqual(401)
    const entries = await misuses()
    expect([entries.map(({ address }) => address), new Set(entries.map(({ actor }) => actor)).size]).toEqual([
      ['10.0.0.9', '10.0.0.10'],
      1,
    ])
    expect(JSON.stringify(entries)).not.toContain(meera.token)
  })

  test('opens no stream with the cookie of another session', async () => {
    const ravi = await server.enter('ravi')
    expect([await open(meera.token, ravi.binding), (await misuses()).length]).toEqual([401, 1])
  })

  test.each(['A'.repeat(43), 'A'.repeat(32), 'nonsense', ''])(
    '%s is nobody’s, and nothing is told',
    async (token) => {
      expect([await open(token, null), await misuses()]).toEqual([401, []])
    },
  )

  test('is not told of once its session has ended', async () => {
    server.clock.advance(24 * 3_600_000)
    expect([await open(meera.token, null), await misuses()]).toEqual([401, []])
  })
})
