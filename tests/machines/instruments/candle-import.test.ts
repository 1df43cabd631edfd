import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import {
  candleImportMachine,
  IMPORT_FILES_MAX,
  IMPORT_MISSES_MAX,
  IMPORT_POLL_MS,
  IMPORT_PREVIEW_MS,
  type ImportEvent,
  type ImportStatus,
} from '../../../src/machines/instruments/candle-import.ts'
import { type ImportOptions, withImportOption } from '../../../src/machines/instruments/import-options.ts'

const IMPORT_ID = 'a'.repeat(24)

type Proposed = NonNullable<ImportStatus['proposal']>['options']

const options: Proposed = {
  key: 'INDICES_NIFTY 50',
  interval: 'min',
  mapping: {
    delimiter: ',',
    hasHeader: true,
    date: 0,
    time: null,
    timeFormat: 'YYYY-MM-DD HH:mm:ss',
    open: 1,
    high: 2,
    low: 3,
    close: 4,
    volume: 5,
    openInterest: null,
    symbol: null,
  },
  timeZone: 'Asia/Kolkata',
  timeMarks: 'open',
  outsideSession: 'refuse',
  onExisting: 'refuse',
}

const status = (state: ImportStatus['state'], message = ''): ImportStatus => ({
  importId: IMPORT_ID,
  state,
  files: [],
  bytesRead: 0,
  bytesTotal: 0,
  rows: 0,
  skippedRows: 0,
  days: 0,
  firstDay: null,
  lastDay: null,
  badRows: [],
  badRowCount: 0,
  message,
  proposal: state === 'proposed' ? { options, sample: [], remarks: [] } : null,
})

const file = (text: string, name = 'nifty.csv') => new File([text], name)

const start = (
  server: {
    readonly propose?: () => Promise<ImportStatus>
    readonly preview?: (options: ImportOptions) => Promise<ImportStatus>
    readonly commit?: () => Promise<ImportStatus>
    readonly ask?: () => Promise<ImportStatus>
  } = {},
) => {
  const clock = new SimulatedClock()
  const log: string[] = []
  const told: string[] = []
  let fromSending: (event: ImportEvent) => void = () => {}
  const actor = createActor(
    candleImportMachine.provide({
      actors: {
        sendFiles: fromCallback(({ sendBack }) => {
          log.push('send')
          fromSending = sendBack
          return () => log.push('send stopped')
        }),
        propose: fromPromise(server.propose ?? (async () => status('proposed'))),
        preview: fromPromise(({ input }) => {
          log.push(`preview ${input.options.timeMarks}`)
          return (server.preview ?? (async () => status('proposed')))(input.options)
        }),
        commit: fromPromise(({ input }) => {
          log.push(`commit ${input.options.timeMarks}`)
          return (server.commit ?? (async () => status('running')))()
        }),
        askStatus: fromPromise(() => {
          log.push('ask')
          return (server.ask ?? (async () => status('done')))()
        }),
        cancelImport: fromPromise(async ({ input }) => {
          log.push(`cancel ${input.importId}`)
        }),
      },
    }),
    { clock },
  )
  actor.on('*', (emitted) => told.push(emitted.type === 'notice' ? emitted.notice.text : emitted.type))
  actor.start()
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const propose = async () => {
    actor.send({ type: 'import.choose', files: [file('0123456789'), file('01234')] })
    fromSending({ type: 'import.begun', importId: IMPORT_ID })
    fromSending({ type: 'import.sent', sentBytes: 12 })
    fromSending({ type: 'import.received' })
    await settle()
  }
  return { actor, clock, log, told, settle, propose, fromSending: (event: ImportEvent) => fromSending(event) }
}

describe('an import', () => {
  test('sends, proposes, and writes only what was confirmed', async () => {
    const { actor, clock, log, told, settle, propose } = start()
    await propose()
    const { value, context } = actor.getSnapshot()
    expect([value, context.sentBytes, context.totalBytes, context.options]).toEqual([
      { proposed: 'shown' },
      12,
      15,
      options,
    ])
    expect(log).toEqual(['send', 'send stopped'])

    actor.send({ type: 'import.option', name: 'timeMarks', value: 'close' })
    actor.send({ type: 'import.confirm' })
    await settle()
    clock.increment(IMPORT_POLL_MS - 1)
    expect(log.slice(2)).toEqual(['commit close'])
    clock.increment(1)
    await settle()
    expect([actor.getSnapshot().value, log.slice(2)]).toEqual(['done', ['commit close', 'ask']])
    expect(told).toEqual(['Candles imported', 'import.done'])
  })

  test('with refused rows fails with the words of the server and its rows', async () => {
    const failed = { ...status('failed', '2 rows were refused'), badRowCount: 2 }
    const { actor, clock, told, settle, propose } = start({ ask: async () => failed })
    await propose()
    actor.send({ type: 'import.confirm' })
    await settle()
    clock.increment(IMPORT_POLL_MS)
    await settle()
    const { value, context } = actor.getSnapshot()
    expect([value, context.status, told]).toEqual(['failed', failed, ['2 rows were refused']])
  })

  test('that was refused begins again with its files and with what was set', async () => {
    const failed = status('failed', '2 rows were refused')
    const { actor, clock, log, settle, propose, fromSending } = start({ ask: async () => failed })
    const receive = async () => {
      fromSending({ type: 'import.begun', importId: IMPORT_ID })
      fromSending({ type: 'import.received' })
      await settle()
    }
    const refuse = async () => {
      await settle()
      clock.increment(IMPORT_POLL_MS)
      await settle()
      expect(actor.getSnapshot().value).toBe('failed')
    }
    await propose()
    actor.send({ type: 'import.option', name: 'timeMarks', value: 'close' })
    actor.send({ type: 'import.confirm' })
    await refuse()
    actor.send({ type: 'import.again' })
    expect(actor.getSnapshot().value).toBe('sending')
    await receive()
    const again = actor.getSnapshot()
    expect([again.value, again.context.files.length, again.context.options]).toEqual([
      { proposed: 'shown' },
      2,
      { ...options, timeMarks: 'close' },
    ])

    actor.send({ type: 'import.confirm' })
    await refuse()
    const changes = [
      { name: 'onBreaks', value: 'adjust' },
      { name: 'onBadRows', value: 'skip' },
    ]
    actor.send({ type: 'import.again', changes })
    await receive()
    expect(actor.getSnapshot().value).toEqual({ importing: 'waiting' })
    expect(actor.getSnapshot().context.options).toEqual({
      ...options,
      timeMarks: 'close',
      onBreaks: 'adjust',
      onBadRows: 'skip',
    })
    expect(log.filter((line) => line.startsWith('commit'))).toEqual(Array(3).fill('commit close'))

    await refuse()
    actor.send({ type: 'import.choose', files: [file('put right'), file('this too')] })
    await receive()
    expect(actor.getSnapshot().context.options?.timeMarks).toBe('close')
    actor.send({ type: 'import.choose', files: [file('another', 'tcs.csv')] })
    await receive()
    expect(actor.getSnapshot().context.options).toEqual(options)
  })

  test('whose reading is changed shows the first rows as they are read now, once the changes rest', async () => {
    const sample = [{ line: 2, text: '1', reads: 'otherwise' }]
    const { actor, clock, log, settle, propose } = start({
      preview: async (changed) => ({
        ...status('proposed'),
        proposal: { options: changed as Proposed, sample, remarks: [] },
      }),
    })
    await propose()
    actor.send({ type: 'import.option', name: 'timeMarks', value: 'close' })
    clock.increment(IMPORT_PREVIEW_MS - 1)
    actor.send({ type: 'import.option', name: 'open', value: '3' })
    clock.increment(IMPORT_PREVIEW_MS - 1)
    await settle()
    expect(log.slice(2)).toEqual([])
    clock.increment(1)
    await settle()
    const { value, context } = actor.getSnapshot()
    expect([value, log.slice(2), context.status?.proposal?.sample, context.options?.mapping.open]).toEqual([
      { proposed: 'shown' },
      ['preview close'],
      sample,
      3,
    ])
  })

  test('whose instrument nothing names is not carried out before one is chosen', async () => {
    const unnamed = {
      ...status('proposed'),
      proposal: { options: { ...options, key: '' }, sample: [], remarks: [] },
    }
    const { actor, log, propose } = start({ propose: async () => unnamed })
    await propose()
    actor.send({ type: 'import.confirm' })
    expect(actor.getSnapshot().value).toEqual({ proposed: 'shown' })
    actor.send({ type: 'import.instrument', instrument: 'NSE_INFY' })
    actor.send({ type: 'import.confirm' })
    expect(log.slice(2)).toEqual(['commit open'])
  })

  test('goes on asking through a bad connection, and gives up in the end', async () => {
    const { actor, clock, log, settle, propose } = start({
      ask: () => Promise.reject(new ApiError({ kind: 'unreachable' })),
    })
    await propose()
    actor.send({ type: 'import.confirm' })
    await settle()
    for (let miss = 0; miss <= IMPORT_MISSES_MAX; miss++) {
      expect(actor.getSnapshot().value).toEqual({ importing: 'waiting' })
      clock.increment(IMPORT_POLL_MS)
      await settle()
    }
    expect([actor.getSnapshot().value, log.filter((what) => what === 'ask').length]).toEqual([
      'failed',
      IMPORT_MISSES_MAX + 1,
    ])
  })

  test('that the server will not begin goes back to its proposal with the reason', async () => {
    const issues = ['body.mapping.open: there is no column 9']
    const { actor, settle, propose } = start({
      commit: () => Promise.reject(new ApiError({ kind: 'malformed', issues })),
    })
    await propose()
    actor.send({ type: 'import.confirm' })
    await settle()
    const { value, context } = actor.getSnapshot()
    expect([value, context.message]).toEqual([{ proposed: 'shown' }, `Error importing candles: ${issues[0]}`])
  })

  test('that is cancelled stops sending and leaves nothing on the server', async () => {
    const { actor, log, settle, fromSending } = start()
    actor.send({ type: 'import.choose', files: [file('x')] })
    fromSending({ type: 'import.begun', importId: IMPORT_ID })
    actor.send({ type: 'import.cancel' })
    await settle()
    expect([actor.getSnapshot().value, log]).toEqual([
      'idle',
      ['send', 'send stopped', `cancel ${IMPORT_ID}`],
    ])
  })

  test.each([
    ['no files', 0],
    ['too many files', IMPORT_FILES_MAX + 1],
  ])('of %s does not begin', (_, count) => {
    const { actor, log } = start()
    actor.send({ type: 'import.choose', files: Array.from({ length: count }, () => file('x')) })
    expect([actor.getSnapshot().value, log]).toEqual(['idle', []])
  })
})

describe('an option of an import', () => {
  test.each([
    ['key', 'NSE_RELIANCE', { key: 'NSE_RELIANCE' }],
    ['interval', '5min', { interval: '5min' }],
    ['interval', '7min', {}],
    ['timeZone', 'UTC', { timeZone: 'UTC' }],
    ['timeZone', 'Mars', {}],
    ['timeMarks', 'close', { timeMarks: 'close' }],
    ['outsideSession', 'skip', { outsideSession: 'skip' }],
    ['onExisting', 'replace', { onExisting: 'replace' }],
    ['onBadRows', 'skip', { onBadRows: 'skip' }],
    ['onBadRanges', 'mend', { onBadRanges: 'mend' }],
    ['rowOrder', 'any', { rowOrder: 'any' }],
    ['otherSymbols', 'skip', { otherSymbols: 'skip' }],
    ['series', '2', { mapping: { ...options.mapping, series: 2 } }],
    ['hasHeader', 'false', { mapping: { ...options.mapping, hasHeader: false } }],
    ['delimiter', ';', { mapping: { ...options.mapping, delimiter: ';' } }],
    ['delimiter', 'x', {}],
    ['timeFormat', 'epoch_ms', { mapping: { ...options.mapping, timeFormat: 'epoch_ms' } }],
    ['volume', '', { mapping: { ...options.mapping, volume: null } }],
    ['volume', '7', { mapping: { ...options.mapping, volume: 7 } }],
    ['open', '', {}],
    ['open', '-1', {}],
    ['__proto__', 'x', {}],
  ])('%s of %j', (name, value, change) => {
    expect(withImportOption(options, name, value)).toEqual({ ...options, ...change })
  })
})
