import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase32768, encodeBase32768 } from '../../../src/market/instruments/base-32768.ts'
import {
  decodeInstrumentCache,
  encodeInstrumentCache,
  INSTRUMENT_CACHE_MS,
  packMaster,
  unpackMaster,
  unzipMaster,
} from '../../../src/market/instruments/instrument-cache.ts'
import { createInstrumentClient, type WorkerPort } from '../../../src/market/instruments/instrument-client.ts'
import { doInstrumentTask, type InstrumentTask } from '../../../src/market/instruments/instrument-task.ts'
import { smallMaster } from '../../support/server/synthetic-master.ts'

describe('base-32768', () => {
  test('gives every byte back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeBase32768(encodeBase32768(bytes))).toEqual(new Uint8Array(bytes))
      }),
    )
    const large = Uint8Array.from({ length: 100_001 }, (_, index) => (index * 7919) % 251)
    expect(decodeBase32768(encodeBase32768(large))).toEqual(large)
  })

  test('takes a character for 15 bits, none of them a surrogate', () => {
    const text = encodeBase32768(new Uint8Array(15_000).fill(255))
    expect(text.length).toBe(8_001)
    expect(/[\ud800-\udfff]/.test(text)).toBe(false)
  })

  test('refuses a text it never made', () => {
    const text = encodeBase32768(new Uint8Array([1, 2, 3, 4, 5]))
    expect(
      ['', 'abc', text.slice(0, -1), `${text}x`, text.slice(1), `a${text.slice(1)}`].map(decodeBase32768),
    ).toEqual([null, null, null, null, null, null])
  })
})

describe('the cached master', () => {
  test('comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (csv) => {
        const back = await unpackMaster(await packMaster(csv))
        expect(back).toBe(csv)
      }),
      { numRuns: 30 },
    )
    const csv = smallMaster()
    expect(await unpackMaster(await packMaster(csv))).toBe(csv)
  })

  test('is nothing once a character of it has changed', async () => {
    const packed = await packMaster(smallMaster())
    const middle = Math.floor(packed.length / 2)
    const damaged = `${packed.slice(0, middle)}${packed[middle] === '一' ? '丁' : '一'}${packed.slice(middle + 1)}`
    expect(await Promise.all([damaged, packed.slice(0, -3), 'hello', ''].map(unpackMaster))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(await unzipMaster(new Uint8Array([31, 139, 8, 0]))).toBe(null)
  })

  test('is kept for ten minutes and not longer', () => {
    const stored = encodeInstrumentCache({ expiryTime: 1_000 + INSTRUMENT_CACHE_MS, data: '一' })
    expect(JSON.parse(stored)).toEqual({ expiryTime: 601_000, data: '一' })
    expect(
      [600, 1_000, 600_999, 601_000].map((now) => decodeInstrumentCache(stored, now)?.data ?? null),
    ).toEqual([null, '一', '一', null])
  })

  test.each([
    null,
    '',
    '{',
    '[]',
    'null',
    '{"expiryTime":1}',
    '{"expiryTime":"5","data":"x"}',
    '{"expiryTime":5,"data":""}',
  ])('is nothing when %s is stored', (stored) => {
    expect(decodeInstrumentCache(stored, 0)).toBe(null)
  })
})

describe('the client of the instrument worker', () => {
  test('loads from CSV, gzip and the cache, and says what is damaged', async () => {
    const csv = smallMaster()
    const client = createInstrumentClient(workerInProcess)
    const data = await client.pack(csv)
    const gzip = new Uint8Array(
      await new Response(new Blob([csv]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
    )
    const loaded = await Promise.all([client.fromCsv(csv), client.fromGzip(gzip), client.fromCache(data)])
    expect(loaded.map((one) => one?.index.findSymbol('nifty')?.instrumentToken)).toEqual([257, 257, 257])
    expect(await client.fromCache('nonsense')).toBe(null)
    expect(await client.fromGzip(new Uint8Array([1]))).toBe(null)
  })

  test.each(['', '<html>maintenance</html>', 'a,b,c\n1,2,3\n'])(
    'takes an answer without an instrument for none: %j',
    async (csv) => {
      const client = createInstrumentClient(workerInProcess)
      await expect(client.fromCsv(csv)).rejects.toThrow('Error parsing instruments')
      expect(await client.fromCache(await client.pack(csv))).toBe(null)
    },
  )

  test('fails what waits when the worker stops, and starts a new one for the next', async () => {
    let started = 0
    const client = createInstrumentClient(() => {
      started++
      return started === 1 ? brokenWorker() : workerInProcess()
    })
    await expect(client.fromCsv(smallMaster())).rejects.toThrow('out of memory')
    expect((await client.fromCsv(smallMaster())).badRows).toBe(0)
    expect(started).toBe(2)
  })
})

/** The worker's own work without its thread. */
const workerInProcess = (): WorkerPort => {
  const listeners: ((event: { readonly data: unknown }) => void)[] = []
  return {
    postMessage(message) {
      const { id, task } = message as { readonly id: number; readonly task: InstrumentTask }
      void doInstrumentTask(task).then((answer) => {
        for (const listen of listeners) listen({ data: { id, answer } })
      })
    },
    addEventListener(type: string, listen: (event: never) => void) {
      if (type === 'message') listeners.push(listen as (typeof listeners)[number])
    },
    terminate() {},
  }
}

const brokenWorker = (): WorkerPort => {
  let fail: (event: { readonly message?: string }) => void = () => {}
  return {
    postMessage() {
      queueMicrotask(() => fail({ message: 'out of memory' }))
    },
    addEventListener(type: string, listen: (event: never) => void) {
      if (type === 'error') fail = listen as typeof fail
    },
    terminate() {},
  }
}
