import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { indicatorTexts } from '../../../docs/indicator-texts.ts'
import { quietEnvironment } from '../../../src/commands/environment.ts'
import { indicatorText } from '../../../src/commands/grammar/backtests/indicator.ts'
import { sweptCondition } from '../../../src/commands/grammar/backtests/swept-condition.ts'
import { provideIndicatorGuide } from '../../../src/console/charts/indicator-adapters.ts'
import { guideOfRows } from '../../../src/domain/charts/indicator-guide.ts'
import { findIndicator, indicators } from '../../../src/domain/charts/indicators.ts'
import { GUIDE_AFTER_MS } from '../../../src/machines/charts/indicator-guide.ts'
import { waitFor } from '../../support/wait-for.ts'

const csv = readFileSync(join(import.meta.dirname, '../../../public/indicators/indicators.csv'), 'utf8')

describe('the indicator guide', () => {
  test('has what the file says of every indicator', async () => {
    const { guide, asked, logged } = await load(() => new Response(csv))
    expect(asked).toEqual(['/indicators/indicators.csv'])
    expect(logged).toEqual([])
    expect([...guide.keys()]).toEqual(indicators.map(({ syntax }) => syntax))
    for (const [key, { description, tags, trend }] of Object.entries(indicatorTexts)) {
      const note = guide.get(findIndicator(key)?.syntax ?? '')
      expect([note?.description, note?.tags, note?.trend]).toEqual([description, tags, trend])
      expect(note?.analysis).toMatch(/^drawn as /)
    }
  })

  test('comes two seconds behind the sign-in, or at once where it is wanted on the screen', () => {
    const { actor, clock, asked } = start(() => new Response(csv))
    actor.send({ type: 'guide.begin' })
    clock.increment(GUIDE_AFTER_MS - 1)
    expect(asked).toEqual([])
    clock.increment(1)
    expect(asked.length).toEqual(1)

    const wanted = start(() => new Response(csv))
    wanted.actor.send({ type: 'guide.begin' })
    wanted.actor.send({ type: 'guide.load' })
    wanted.clock.increment(2 * GUIDE_AFTER_MS)
    expect(wanted.asked.length).toEqual(1)
  })

  test('is asked for once, however often it is wanted', async () => {
    const loaded = await load(() => new Response(csv))
    loaded.actor.send({ type: 'guide.load' })
    loaded.actor.send({ type: 'guide.begin' })
    loaded.clock.increment(GUIDE_AFTER_MS)
    expect([loaded.asked.length, loaded.actor.getSnapshot().value]).toEqual([1, 'known'])
  })

  test.each<[string, () => Response | Promise<Response>, string]>([
    [
      'the server has no such file',
      () => new Response('', { status: 404, statusText: 'Not Found' }),
      'Failed to fetch CSV: Not Found',
    ],
    ['a status has no words', () => new Response('', { status: 503 }), 'Failed to fetch CSV: 503'],
    [
      'the file is another',
      () => new Response('<html></html>'),
      'Error setting up indicators: the file holds none',
    ],
    [
      'the server cannot be reached',
      () => Promise.reject(new TypeError('fetch failed')),
      'Error setting up indicators: fetch failed',
    ],
  ])(
    'is told to the log alone when %s, and asked for again when it is next wanted',
    async (_, answer, said) => {
      const { actor, logged, guide, asked } = await load(answer)
      expect([logged, guide.size]).toEqual([[said], 0])
      actor.send({ type: 'guide.load' })
      expect(asked.length).toEqual(2)
    },
  )
})

describe('lines of the indicator file', () => {
  test('are kept only with as many columns as the first', () => {
    const guide = guideOfRows([
      ['Indicator', 'Condition', 'Description'],
      ['EMA', 'ema(close,20)', 'An average.'],
      ['SMA', 'sma(close,20,0)'],
      ['RSI', 'rsi(14)', 'Strength.', 'more'],
      ['None', '', 'Nothing.'],
      ['VWAP', 'vwap', 'By volume.'],
    ])
    expect([...guide].map(([syntax, { description }]) => [syntax, description])).toEqual([
      ['ema', 'An average.'],
      ['vwap', 'By volume.'],
    ])
  })

  test('have no order of columns', () => {
    const [note] = guideOfRows([
      ['Trend', 'Description', 'Condition'],
      ['any', 'An average.', 'ema(close,20)'],
    ]).values()
    expect(note).toEqual({ description: 'An average.', tags: '', trend: 'any', analysis: '' })
  })

  test('none at all are no guide', () => {
    expect(guideOfRows([]).size).toEqual(0)
  })
})

test('a completion says what the guide says, and the name until it has come', () => {
  const guide = guideOfRows([
    ['Condition', 'Description'],
    ['ema(close,20)', 'An average.'],
  ])
  const known = { ...quietEnvironment, indicatorGuide: guide }
  for (const kind of [sweptCondition, indicatorText]) {
    expect(kind.complete('ema', known)).toEqual([{ text: 'ema(close,20)', detail: 'An average.' }])
    expect(kind.complete('ema', quietEnvironment)).toEqual([{ text: 'ema(close,20)', detail: 'EMA' }])
  }
})

const start = (answer: () => Response | Promise<Response>) => {
  const asked: string[] = []
  const logged: string[] = []
  const clock = new SimulatedClock()
  const fetch = async (url: RequestInfo | URL) => {
    asked.push(String(url))
    return answer()
  }
  const machine = provideIndicatorGuide({ fetch, log: (text) => logged.push(text) })
  const actor = createActor(machine, { clock }).start()
  return { actor, clock, asked, logged }
}

const load = async (answer: () => Response | Promise<Response>) => {
  const started = start(answer)
  started.actor.send({ type: 'guide.load' })
  const { context } = await waitFor(started.actor, (guide) => !guide.matches('loading'))
  return { ...started, guide: context.guide }
}
