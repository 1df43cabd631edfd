import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnswerRoom,
  createAnswersInFlight,
  inPieces,
  SMALL_ANSWER_BYTES,
} from '../../../server/http/limits/answers-in-flight.ts'
import { Refusal } from '../../../server/refusal.ts'
import type { UserId } from '../../../server/user.ts'
import { contract } from '../../../src/contract/contract.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { instrumentsList } from '../../../src/contract/instruments/instruments.ts'
import { getUser } from '../../../src/contract/session.ts'
import { listen } from '../../support/server/connections.ts'
import { openSocket, readRaw } from '../../support/server/raw-socket.ts'
import {
  HOST,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../support/server/server.ts'

const LIMITS = { perUserBytes: 100, totalBytes: 250, waitingPerUser: 2, waiting: 10, waitMs: 60_000 }
const meera = 'meera' as UserId
const ravi = 'ravi' as UserId
const anu = 'anu' as UserId
const stays = (): void => {}

const refusalOf = (room: Promise<AnswerRoom>) =>
  room.then(
    () => 'admitted',
    (error: unknown) => (error instanceof Refusal ? [error.code, error.retryAfterSeconds] : error),
  )

describe('room for large answers', () => {
  test('is given while what a user has not read stays below the bound, and to one that is larger alone', async () => {
    const answers = createAnswersInFlight({ ...LIMITS, waitingPerUser: 0 })
    await answers.admit(meera, 60, stays)
    await answers.admit(meera, 40, stays)
    expect(await refusalOf(answers.admit(meera, 1, stays))).toEqual(['TOO_MANY', 2])
    await answers.admit(ravi, 120, stays)
    expect(await refusalOf(answers.admit(anu, 40, stays))).toEqual(['UNAVAILABLE', 2])
    expect(answers.counts()).toEqual({ bytes: 220, users: 2, waiting: 0 })
  })

  test('goes to those who wait, in their order, once answers are read or turn out smaller', async () => {
    const answers = createAnswersInFlight(LIMITS)
    const first = await answers.admit(meera, 90, stays)
    const order: string[] = []
    const second = answers.admit(meera, 50, stays).then((room) => {
      order.push('second')
      return room
    })
    const third = answers.admit(meera, 30, stays).then(() => order.push('third'))
    expect(await refusalOf(answers.admit(meera, 1, stays))).toEqual(['TOO_MANY', 2])
    first.resize(20)
    await third
    expect([order, answers.counts().bytes]).toEqual([['second', 'third'], 100])
    first.release()
    first.release()
    ;(await second).release()
    expect(answers.counts()).toEqual({ bytes: 30, users: 1, waiting: 0 })
  })

  test('is no longer kept for a caller that has gone', async () => {
    const answers = createAnswersInFlight(LIMITS)
    await answers.admit(meera, 90, stays)
    let leave = stays
    const waiting = answers.admit(meera, 90, (tell) => {
      leave = tell
    })
    leave()
    expect([await refusalOf(waiting), answers.counts().waiting]).toEqual([['TOO_MANY', 2], 0])
  })

  test('is for the same bytes in pieces, none of which is made before it is asked for', async () => {
    const bytes = Uint8Array.from({ length: 3 * SMALL_ANSWER_BYTES + 7 }, (_, n) => n % 251)
    const pieces: Buffer[] = []
    for await (const piece of inPieces(bytes)) pieces.push(piece as Buffer)
    expect(Buffer.concat(pieces).equals(bytes)).toEqual(true)
    const unread = inPieces(bytes)
    unread.read(0)
    expect(unread.readableLength).toBeLessThanOrEqual(2 * SMALL_ANSWER_BYTES)
  })
})

describe('answers that are not read', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    const answerLimits = { ...LIMITS, perUserBytes: 1000, totalBytes: 1_000_000_000, waitingPerUser: 0 }
    server = await startServer({ parts: () => ({ answerLimits }) })
    await server.market.master.load()
    port = Number((await listen(server)).split(':')[1])
  })
  afterAll(() => server.close())

  const headersOf = (session: Session): string =>
    Object.entries(sessionHeaders(session))
      .filter(([name]) => name !== 'host')
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')

  const ask = async (session: Session, path: string): Promise<Socket> => {
    const socket = await openSocket(port)
    socket.pause()
    const arrived = once(server.app.server, 'request')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n${headersOf(session)}\r\n`)
    await arrived
    return socket
  }

  const statusOf = async (socket: Socket): Promise<[number, string | undefined]> => {
    await once(socket, 'readable')
    const { status, headers } = readRaw(String(socket.read()))
    socket.destroy()
    return [status, headers.get('retry-after')]
  }

  test('hold back further large ones of the same user, and nobody and nothing else', async () => {
    const session = await server.enter('meera')
    const other = await server.enter('ravi')
    const list = urlOf(instrumentsList)
    const unread = await ask(session, list)
    await once(unread, 'readable')
    const begun = (unread.read() as Buffer).toString('latin1')
    const whole = begun.indexOf('\r\n\r\n') + 4 + Number(readRaw(begun).headers.get('content-length'))
    expect(await statusOf(await ask(session, list))).toEqual([429, '2'])
    expect(await statusOf(await ask(session, urlOf(getUser)))).toEqual([200, undefined])
    expect(await statusOf(await ask(other, list))).toEqual([200, undefined])
    let received = begun.length
    unread.on('data', (bytes: Buffer) => {
      received += bytes.length
    })
    unread.resume()
    await expect.poll(() => received).toEqual(whole)
    expect(whole).toBeGreaterThan(5_000_000)
    unread.destroy()
    await expect.poll(async () => statusOf(await ask(session, list))).toEqual([200, undefined])
  })

  test('hold back the calls whose contract says that their answer can be large, and no other', async () => {
    const session = await server.enter('anu')
    const unread = await ask(session, urlOf(instrumentsList))
    await once(unread, 'readable')
    const reading = (contract as readonly Endpoint[]).filter(
      ({ effect, access }) => effect === 'reads' && access === 'signedIn',
    )
    const held: string[] = []
    for (const endpoint of reading)
      if ((await server.call(session, endpoint)).statusCode === 429) held.push(endpoint.name)
    unread.destroy()
    expect(held).toEqual(reading.filter(({ answerBytesMax }) => answerBytesMax !== 0).map(({ name }) => name))
    expect(held.length).toEqual(32)
  })
})
