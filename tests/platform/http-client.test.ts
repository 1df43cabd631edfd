import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, isFateUnknown } from '../../src/contract/api-error.ts'
import { deleteBacktest, listBacktests, saveBacktest } from '../../src/contract/backtests.ts'
import {
  CANDLE_COLUMNS_MIME,
  decodeCandles,
  encodeCandles,
} from '../../src/contract/charts/candle-columns.ts'
import { defaultBases } from '../../src/contract/endpoint.ts'
import { sendImportFile } from '../../src/contract/instruments/imports.ts'
import { getCandles, instrumentsList } from '../../src/contract/instruments/instruments.ts'
import { cancelAllOrders } from '../../src/contract/orders/safety.ts'
import { getUser, login, logout } from '../../src/contract/session.ts'
import { CONTRACT_VERSION } from '../../src/contract/version.ts'
import { deleteWatchlist } from '../../src/contract/watchlists.ts'
import { emptyCandles } from '../../src/domain/charts/candle.ts'
import { createHttpClient, type HttpClient } from '../../src/platform/http-client.ts'
import { createUpload } from '../../src/platform/upload.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

let server: Server
let origin: string
let answer: (response: ServerResponse) => void
let seen: Seen[]
let told: string[]
let token: string | null
let http: HttpClient

const json = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  answer = (response) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-contract': CONTRACT_VERSION,
      ...headers,
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const well = (data: unknown) => json(200, { status: 'success', data, message: '' })

const userOnWire = {
  user_uuid: 'u-1',
  user_name: 'asha',
  user_broker_id: 'PAPER-1',
  book: 'virtual',
  must_change_password: false,
  session_ends_at: 1_760_034_600_000,
}

const failureOf = async (promise: Promise<unknown>) => {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error.failure
    throw error
  }
  throw new Error('the call went well')
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(parts) })
      // A kept connection that the server closes between two tests would look like a broken one.
      response.setHeader('connection', 'close')
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

// A browser has no texts of the schema library; code of the server, which ran here before, sets English ones.
const { localeError } = z.config()
beforeAll(() => void z.config({ localeError: undefined }))
afterAll(() => void z.config({ localeError }))

const clientAt = (host: string) =>
  createHttpClient({
    bases: Object.fromEntries(
      Object.entries(defaultBases).map(([base, path]) => [base, `${host}${path}`]),
    ) as typeof defaultBases,
    healthUrl: `${host}/health`,
    token: () => token,
    ticks: () => performance.now(),
    listeners: {
      unauthorized: () => told.push('unauthorized'),
      answered: (latencyMs) => told.push(latencyMs === null ? 'answered' : 'health answered'),
      unreachable: () => told.push('unreachable'),
      outdated: () => told.push('outdated'),
      serverTime: (serverMs, sentAt, receivedAt) => {
        if (Math.abs(serverMs - Date.now()) < 5000 && sentAt <= receivedAt) told.push('serverTime')
      },
    },
  })

beforeEach(() => {
  seen = []
  told = []
  token = 'secret-token'
  http = clientAt(origin)
})

describe('what is sent', () => {
  test('names go out as the wire calls them, and the token only in its header', async () => {
    well({ current_page: 1, data: [], per_page: 20, total: 0, total_pages: 0 })
    const page = await http.call(listBacktests, { query: { page: '1', search: 'ema & co' } })

    expect(page).toEqual({ currentPage: 1, data: [], perPage: 20, total: 0, totalPages: 0 })
    expect(seen).toEqual([
      expect.objectContaining({ method: 'GET', url: '/api/backtest/all?page=1&search=ema+%26+co' }),
    ])
    expect(seen[0]?.headers.authorization).toEqual('Bearer secret-token')
    expect(told).toEqual(['answered', 'serverTime'])
  })

  test('the latency is told of the health call alone, as another call takes as long as its work', async () => {
    await http.askHealth()
    expect(told).toEqual(['health answered', 'serverTime'])
  })

  test('a body is JSON in wire names, keyed data untouched', async () => {
    well('a'.repeat(24))
    await http.call(saveBacktest, {
      body: {
        slug: 'ema-1',
        segSym: 'INDICES_NIFTY 50',
        algoUuid: '',
        backtestParams: { stopLoss: null, stop_loss: 1 },
        backtestResults: { 'INDICES_NIFTY 50': { finalPnl: 1.5 } },
      },
    })
    expect(seen[0]?.headers['content-type']).toEqual('application/json')
    expect(JSON.parse(String(seen[0]?.body))).toEqual({
      slug: 'ema-1',
      seg_sym: 'INDICES_NIFTY 50',
      algo_uuid: '',
      backtest_params: { stopLoss: null, stop_loss: 1 },
      backtest_results: { 'INDICES_NIFTY 50': { finalPnl: 1.5 } },
    })
  })

  test('a name in the path comes from the query, and is not sent twice', async () => {
    well(null)
    await http.call(deleteWatchlist, { query: { name: 'Auto & more' } })
    expect(seen).toEqual([
      expect.objectContaining({ method: 'DELETE', url: '/api/watchlist/Auto%20%26%20more' }),
    ])
  })

  test('a public call carries no token', async () => {
    well('fresh-token')
    expect(await http.call(login, { body: { userName: 'asha', password: 'x' } })).toEqual('fresh-token')
    expect(seen[0]?.headers.authorization).toEqual(undefined)
  })

  test('without a token no call leaves', async () => {
    token = null
    expect(await failureOf(http.call(getUser))).toEqual({ kind: 'unauthorized', reason: 'Token not found' })
    expect([seen, told]).toEqual([[], []])
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'a call answered %i is not sent again',
    async (status) => {
      json(status, { status: 'error', data: null, message: 'no', code: 'BUSY' })
      await failureOf(http.call(logout))
      expect(seen.length).toEqual(1)
    },
  )
})

describe('what is answered', () => {
  test('a table comes as text and columns as bytes with their headers', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.end('instrument_token\n1\n')
    }
    expect(await http.call(instrumentsList)).toEqual('instrument_token\n1\n')

    const candles = { ...emptyCandles(2), close: Float64Array.of(100, 101.5) }
    answer = (response) => {
      response.writeHead(200, { 'content-type': CANDLE_COLUMNS_MIME, 'x-candle-source': 'imported' })
      response.end(Buffer.from(encodeCandles(candles)))
    }
    const { bytes, headers } = await http.callForBytes(getCandles, {
      query: { key: 'INDICES_NIFTY 50', interval: 'min', from: '2024-04-01', to: '2024-04-02' },
    })
    expect(decodeCandles(bytes)).toEqual(candles)
    expect(headers.get('x-candle-source')).toEqual('imported')
  })

  test.each([
    [
      'the code and status of our own server end the session',
      401,
      { status: 'error', data: null, message: 'The session has ended', code: 'UNAUTHORIZED' },
      { kind: 'unauthorized', reason: 'The session has ended' },
      ['unauthorized'],
    ],
    [
      'a broker that says unauthorized in a rejection does not',
      400,
      {
        status: 'error',
        data: null,
        message: 'Unauthorized: failed to get session details',
        code: 'REJECTED',
      },
      {
        kind: 'rejected',
        status: 400,
        code: 'UNKNOWN_CODE',
        sentCode: 'REJECTED',
        reason: 'Unauthorized: failed to get session details',
      },
      [],
    ],
    [
      'a server without codes may say it in words',
      500,
      { status: 'error', error: 'Failed to get session details' },
      { kind: 'unauthorized', reason: 'Failed to get session details' },
      ['unauthorized'],
    ],
    [
      'issues name what was wrong',
      400,
      { status: 'error', data: null, message: 'no', code: 'MALFORMED', issues: ['query.page: not a number'] },
      {
        kind: 'malformed',
        issues: ['query.page: not a number'],
        refusal: { status: 400, code: 'MALFORMED', reason: 'no' },
      },
      [],
    ],
    [
      'message comes before error',
      422,
      { message: 'first', error: 'second' },
      { kind: 'rejected', status: 422, code: 'NO_CODE', reason: 'first' },
      [],
    ],
    [
      'an error without words leaves them to the call',
      500,
      'Internal Server Error',
      { kind: 'rejected', status: 500, code: 'NO_CODE', reason: '' },
      [],
    ],
    [
      'a page of HTML is not an answer',
      200,
      '<!doctype html>',
      { kind: 'malformed', issues: ['getUser answered without an envelope'] },
      [],
    ],
    [
      'success may still say error',
      200,
      { status: 'error', data: null, message: 'no such user' },
      { kind: 'rejected', status: 200, code: 'NO_CODE', reason: 'no such user' },
      [],
    ],
    [
      'missing fields name the call and the field',
      200,
      { status: 'success', data: { ...userOnWire, user_name: undefined }, message: '' },
      { kind: 'malformed', issues: ['getUser answered data.user_name: Invalid input'] },
      [],
    ],
  ] as const)('%s', async (_, status, body, failure, facts) => {
    json(status, body)
    expect(await failureOf(http.call(getUser))).toEqual(failure)
    expect(told.filter((fact) => fact === 'unauthorized')).toEqual(facts)
  })

  test('wrong credentials are not the end of a session', async () => {
    json(401, { status: 'error', data: null, message: 'Invalid credentials', code: 'UNAUTHORIZED' })
    expect(await failureOf(http.call(login, { body: { userName: 'a', password: 'b' } }))).toEqual({
      kind: 'unauthorized',
      reason: 'Invalid credentials',
    })
    expect(told).toEqual(['answered', 'serverTime'])
  })

  test('a refusal of an older token does not end the session that came after', async () => {
    answer = (response) => {
      token = 'newer-token'
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ status: 'error', data: null, message: '', code: 'UNAUTHORIZED' }))
    }
    expect((await failureOf(http.call(getUser))).kind).toEqual('unauthorized')
    expect(told).toEqual(['answered', 'serverTime'])
  })

  test('another version of the contract is refused and never read', async () => {
    json(200, { status: 'success', data: userOnWire, message: '' }, { 'x-contract': '99' })
    expect(await failureOf(http.call(getUser))).toEqual({
      kind: 'rejected',
      status: 200,
      code: 'OUTDATED',
      reason: 'Reload this page: the server was updated',
    })
    expect(told).toContain('outdated')
  })

  test('every call names the version of the contract it is written in', async () => {
    json(200, { status: 'success', data: userOnWire, message: '' })
    await http.call(getUser)
    expect(seen.at(-1)?.headers['x-contract']).toEqual(CONTRACT_VERSION)
    expect(http.prepare(getUser).headers['x-contract']).toEqual(CONTRACT_VERSION)
  })

  test('a refusal of an outdated page is proof that nothing was done, another answer of that version is none', async () => {
    const fates: boolean[] = []
    for (const [status, code] of [
      [412, 'OUTDATED_PAGE'],
      [412, 'OTHER'],
      [200, 'OUTDATED_PAGE'],
    ] as const) {
      json(status, { status: 'error', data: null, message: '', code }, { 'x-contract': '99' })
      const failure = await failureOf(http.call(saveBacktest, { body: {} as never }))
      fates.push(isFateUnknown(new ApiError(failure)))
    }
    expect(fates).toEqual([false, true, true])
  })

  test('what takes risk off is read as far as it can be', async () => {
    const well = { order_ids: ['1'], leftovers: [] }
    json(200, { status: 'success', data: well, message: '' }, { 'x-contract': '99' })
    expect(await http.call(cancelAllOrders)).toEqual({ orderIds: ['1'], leftovers: [] })
    json(200, { status: 'success', data: { cancelled: ['1'] }, message: '' }, { 'x-contract': '99' })
    const failure = await failureOf(http.call(cancelAllOrders))
    expect([failure.kind, isFateUnknown(new ApiError(failure))]).toEqual(['malformed', true])
    expect(told.filter((one) => one === 'outdated').length).toEqual(2)
  })
})

describe('when nothing comes back', () => {
  test('a broken connection is unreachable', async () => {
    answer = (response) => response.destroy()
    expect(await failureOf(http.call(getUser))).toEqual({ kind: 'unreachable' })
    expect(told).toEqual(['unreachable'])
  })

  test('a server that is not there is unreachable, for health too', async () => {
    http = clientAt('http://127.0.0.1:9')
    expect(await failureOf(http.call(getUser))).toEqual({ kind: 'unreachable' })
    expect(await failureOf(http.askHealth())).toEqual({ kind: 'unreachable' })
  })

  test('a call that was given up rejects with the reason and says nothing of the server', async () => {
    const stopped = new AbortController()
    answer = () => stopped.abort(new Error('the view has gone'))
    await expect(
      http.call(deleteBacktest, { query: { slug: 'ema-1' }, signal: stopped.signal }),
    ).rejects.toThrow('the view has gone')
    expect(told).toEqual([])
  })
})

describe('uploads', () => {
  const status = {
    import_id: 'a'.repeat(24),
    state: 'receiving',
    files: [{ name: 'nifty.csv', bytes: 9 }],
    bytes_read: 0,
    bytes_total: 9,
    rows: 0,
    skipped_rows: 0,
    days: 0,
    first_day: null,
    last_day: null,
    bad_rows: [],
    bad_row_count: 0,
    message: '',
    proposal: null,
  }

  const page = () => new JSDOM('', { url: `${origin}/` }).window

  const send = (signal: AbortSignal, onProgress: (bytes: number) => void = () => {}) => {
    const { XMLHttpRequest, Blob } = page()
    return createUpload(http, () => new XMLHttpRequest())(sendImportFile, {
      query: { importId: 'a'.repeat(24), name: 'nifty 50.csv' },
      file: new Blob(['time,open']),
      signal,
      onProgress,
    })
  }

  test('a file goes out as bytes, with progress, and is answered like any call', async () => {
    well(status)
    const progress: number[] = []
    const reply = await send(new AbortController().signal, (bytes) => progress.push(bytes))
    expect(reply).toEqual(expect.objectContaining({ importId: 'a'.repeat(24), bytesTotal: 9 }))
    expect(progress.at(-1)).toEqual(9)
    expect(seen[0]?.url).toEqual(
      `/api/instruments/imports/file?import_id=${'a'.repeat(24)}&name=nifty+50.csv`,
    )
    expect(seen[0]?.headers['content-type']).toEqual('application/octet-stream')
    expect(String(seen[0]?.body)).toEqual('time,open')
  })

  test('a refused file says why', async () => {
    json(413, { status: 'error', data: null, message: 'The body is too large', code: 'TOO_LARGE' })
    expect(await failureOf(send(new AbortController().signal))).toEqual({
      kind: 'rejected',
      status: 413,
      code: 'TOO_LARGE',
      reason: 'The body is too large',
    })
  })

  test('a cancelled file stops', async () => {
    const stopped = new AbortController()
    answer = () => stopped.abort(new Error('cancelled'))
    await expect(send(stopped.signal)).rejects.toThrow('cancelled')
  })
})
