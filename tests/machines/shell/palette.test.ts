import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  ANSWER_AFTER_MS,
  createPaletteMachine,
  PREVIEW_DELAY_MS,
  READ_AFTER_MS,
  SCAN_AGAIN_MS,
} from '../../../src/machines/shell/palette.ts'
import type { PaletteAct } from '../../../src/machines/shell/palette-context.ts'
import {
  HISTORY_MAX,
  LINE_MAX,
  readPaletteMemory,
  USAGE_MAX,
} from '../../../src/machines/shell/palette-memory.ts'
import type { BacktestPreview, Preview, ScanPreview } from '../../../src/machines/shell/palette-preview.ts'

const preview = (rows: number): BacktestPreview => ({
  kind: 'backtest',
  instruments: 1,
  rows,
  firstDay: null,
  lastDay: null,
  source: 'imported',
  cutDays: null,
  isLimitLifted: false,
  estimateMs: 1,
  cost: null,
})

const scanned = (loading: number): ScanPreview => ({
  kind: 'scan',
  scan: { logic: 'close > 0', universe: 'BANKNIFTY', interval: 'day', moment: 'live' },
  result: { asOf: 0, total: 14, loading, took: 5, found: [], unknown: [], parts: [] },
})

const act = (danger: PaletteAct<string>['danger'] = 'none', rowId = 'backtest.run'): PaletteAct<string> => ({
  rowId,
  call: 'the call',
  title: 'Exit 3 positions',
  danger,
  answer: '3',
  reason: null,
  dispatches: [],
  orders: [],
})

const start = (run: () => Promise<void> = () => Promise.resolve(), history: readonly string[] = []) => {
  const clock = new SimulatedClock()
  const asked: { line: string; call: string | null; answer: (preview: Preview | null) => void }[] = []
  const means = { hasChanged: false }
  const ran: string[] = []
  const stored: unknown[] = []
  const palette = createActor(
    createPaletteMachine<string>().provide({
      actors: {
        preview: fromPromise(
          ({ input }) =>
            new Promise<Preview | null>((answer) => {
              asked.push({ line: input.line, call: input.call, answer })
            }),
        ),
        run: fromPromise(({ input }) => {
          ran.push(input.act.call)
          return run()
        }),
      },
      actions: { store: (_, memory) => stored.push([memory.history, memory.usage]) },
      guards: { hasChanged: () => means.hasChanged },
    }),
    { clock, input: { history, usage: {} } },
  )
  palette.start()
  palette.send({ type: 'palette.toggle' })
  const type = (line: string) => palette.send({ type: 'palette.type', line, caret: line.length })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const context = () => palette.getSnapshot().context
  return {
    palette,
    clock,
    asked,
    means,
    ran,
    stored,
    type,
    settle,
    context,
    value: () => palette.getSnapshot().value,
  }
}

describe('the palette', () => {
  test('keeps a half-written line for the next time it opens', () => {
    const { palette, type, context, value } = start()
    type('bt ema(')
    palette.send({ type: 'palette.close' })
    expect(value()).toEqual('closed')
    palette.send({ type: 'palette.open' })
    expect([value(), context().line, context().isReopened]).toEqual([{ open: 'typing' }, 'bt ema(', true])
    palette.send({ type: 'palette.open', line: 'go ' })
    expect([context().line, context().isReopened]).toEqual(['go ', false])
    palette.send({ type: 'palette.toggle' })
    palette.send({ type: 'palette.toggle' })
    expect(context().isReopened).toEqual(true)
    // False in between, so that a page that is still closing the line selects it anew.
    palette.send({ type: 'palette.close' })
    expect(context().isReopened).toEqual(false)
    palette.send({ type: 'palette.open' })
    type('')
    palette.send({ type: 'palette.close' })
    palette.send({ type: 'palette.open' })
    expect(context().isReopened).toEqual(false)
  })

  test('previews when typing has paused, and not before', () => {
    const { clock, asked, type } = start()
    type('bt')
    clock.increment(PREVIEW_DELAY_MS - 1)
    type('bt x')
    clock.increment(PREVIEW_DELAY_MS - 1)
    expect(asked.length).toEqual(0)
    clock.increment(1)
    expect(asked.map(({ line }) => line)).toEqual(['bt x'])
  })

  test('drops the preview of a line that is no longer there', async () => {
    const { clock, asked, type, settle, context } = start()
    type('bt one')
    clock.increment(PREVIEW_DELAY_MS)
    type('bt two')
    clock.increment(PREVIEW_DELAY_MS)
    asked[1]?.answer(preview(2))
    await settle()
    asked[0]?.answer(preview(1))
    await settle()
    expect(context().preview).toEqual(preview(2))
    type('bt three')
    expect(context().preview).toEqual(null)
  })

  test('runs a harmless act at once, remembers its line and counts its row', async () => {
    const { palette, ran, stored, type, settle, context, value } = start()
    type('bt x')
    palette.send({ type: 'palette.enter', act: act() })
    await settle()
    expect([value(), ran, context().line]).toEqual(['closed', ['the call'], ''])
    expect(stored).toEqual([[['bt x'], { 'backtest.run': 1 }]])
  })

  test('wants a second Enter for what is dangerous, and one step back undoes the first', () => {
    const { palette, clock, ran, type, value } = start()
    type('exit all')
    palette.send({ type: 'palette.enter', act: act('confirm') })
    expect([value(), ran]).toEqual([{ open: { confirming: 'fresh' } }, []])
    palette.send({ type: 'palette.close' })
    expect(value()).toEqual({ open: 'typing' })
    palette.send({ type: 'palette.enter', act: act('confirm') })
    clock.increment(ANSWER_AFTER_MS)
    palette.send({ type: 'palette.enter' })
    expect([value(), ran]).toEqual(['running', ['the call']])
  })

  test('that a control asked, with no line typed, is left at one step and leaves no line', () => {
    const { palette, ran, context, value } = start()
    palette.send({ type: 'palette.open', line: 'exit all' })
    palette.send({ type: 'palette.enter', act: { ...act('confirm'), isOfControl: true } })
    expect(value()).toEqual({ open: { confirming: 'fresh' } })
    palette.send({ type: 'palette.close' })
    expect([value(), context().line, ran]).toEqual(['closed', '', []])
    palette.send({ type: 'palette.toggle' })
    expect([value(), context().isReopened]).toEqual([{ open: 'typing' }, false])
  })

  test('takes no bouncing key for an answer', () => {
    const { palette, clock, ran, type, value } = start()
    type('exit all')
    palette.send({ type: 'palette.enter', act: act('confirm') })
    clock.increment(5)
    palette.send({ type: 'palette.enter' })
    clock.increment(ANSWER_AFTER_MS - 6)
    palette.send({ type: 'palette.enter', act: act('none') })
    expect([value(), ran]).toEqual([{ open: { confirming: 'fresh' } }, []])
    clock.increment(1)
    palette.send({ type: 'palette.enter' })
    expect(ran).toEqual(['the call'])
  })

  test('wants the count typed for what is most dangerous', () => {
    const { palette, clock, ran, type, value } = start()
    type('exit all')
    palette.send({ type: 'palette.enter', act: act('type') })
    clock.increment(ANSWER_AFTER_MS)
    palette.send({ type: 'palette.enter' })
    palette.send({ type: 'palette.answer', text: '2' })
    palette.send({ type: 'palette.enter' })
    expect([value(), ran]).toEqual([{ open: { confirming: 'standing' } }, []])
    palette.send({ type: 'palette.answer', text: ' 3 ' })
    palette.send({ type: 'palette.enter' })
    expect(ran).toEqual(['the call'])
  })

  test('asks anew with the new reason, and that question stands as long as the first', () => {
    const { palette, clock, ran, type, value, context } = start()
    type('buy x')
    palette.send({ type: 'palette.enter', act: act('confirm') })
    clock.increment(ANSWER_AFTER_MS)
    const moved = { ...act('confirm'), reason: 'Price moved from 100.00 to 101.00' }
    palette.send({ type: 'palette.enter', act: moved })
    expect([value(), context().act?.reason, ran]).toEqual([
      { open: { confirming: 'fresh' } },
      'Price moved from 100.00 to 101.00',
      [],
    ])
    palette.send({ type: 'palette.enter' })
    expect(ran).toEqual([])
    clock.increment(ANSWER_AFTER_MS)
    palette.send({ type: 'palette.enter' })
    expect(ran).toEqual(['the call'])
  })

  test.each([5, 40, 400])('two Enters %i ms apart are one act', async (apart) => {
    const { palette, clock, ran, type, settle, value } = start()
    type('buy x')
    palette.send({ type: 'palette.enter', act: act() })
    clock.increment(apart)
    palette.send({ type: 'palette.enter', act: act() })
    await settle()
    palette.send({ type: 'palette.enter', act: act() })
    expect([value(), ran]).toEqual(['closed', ['the call']])
  })

  test('previews what it asks about, whatever the line says', async () => {
    const { palette, asked, type, settle, context } = start()
    type('buy x')
    palette.send({ type: 'palette.enter', act: act('confirm') })
    expect(asked.map(({ call }) => call)).toEqual(['the call'])
    asked[0]?.answer(preview(3))
    await settle()
    expect(context().preview).toEqual(preview(3))
  })

  test('previews by itself once prices have made sense of the line', async () => {
    const { palette, clock, asked, means, type, settle, context } = start()
    type('buy nifty atm ce')
    clock.increment(PREVIEW_DELAY_MS)
    asked[0]?.answer(null)
    await settle()
    palette.send({ type: 'palette.refresh' })
    expect(asked.length).toEqual(1)
    means.hasChanged = true
    palette.send({ type: 'palette.refresh' })
    palette.send({ type: 'palette.refresh' })
    expect([asked.length, context().revision]).toEqual([2, 3])
    asked[1]?.answer(preview(1))
    await settle()
    expect(context().preview).toEqual(preview(1))
  })

  test('a preview that changes by itself is unread for a moment', async () => {
    const { palette, clock, asked, means, type, settle, value, context } = start()
    type('buy nifty atm ce')
    clock.increment(PREVIEW_DELAY_MS)
    asked[0]?.answer(preview(1))
    await settle()
    expect(value()).toEqual({ open: { previewing: { shown: 'read' } } })
    means.hasChanged = true
    palette.send({ type: 'palette.refresh' })
    expect(context().preview).toEqual(null)
    asked[1]?.answer(preview(2))
    await settle()
    expect([value(), context().preview]).toEqual([{ open: { previewing: { shown: 'changed' } } }, preview(2)])
    clock.increment(READ_AFTER_MS)
    expect(value()).toEqual({ open: { previewing: { shown: 'read' } } })
  })

  test('previews a scan again until the candles of all symbols are read, and shows what was found so far', async () => {
    const { clock, asked, type, settle, context } = start()
    type('scan close > 0 on banknifty')
    clock.increment(PREVIEW_DELAY_MS)
    asked[0]?.answer(scanned(9))
    await settle()
    clock.increment(SCAN_AGAIN_MS)
    expect([asked.length, context().preview]).toEqual([2, scanned(9)])
    asked[1]?.answer(scanned(0))
    await settle()
    clock.increment(10 * SCAN_AGAIN_MS)
    expect([asked.length, context().preview]).toEqual([2, scanned(0)])
  })

  test('keeps a preview while its own rows are walked through, and asks anew for another row', async () => {
    const { palette, clock, asked, type, settle, context } = start()
    type('scan close > 0 on banknifty')
    clock.increment(PREVIEW_DELAY_MS)
    asked[0]?.answer(scanned(0))
    await settle()
    palette.send({ type: 'palette.choose', row: 6, keepsPreview: true })
    clock.increment(PREVIEW_DELAY_MS)
    expect([context().chosen, context().preview, asked.length]).toEqual([6, scanned(0), 1])
    palette.send({ type: 'palette.choose', row: 1, keepsPreview: false })
    expect([context().chosen, context().preview]).toEqual([1, null])
    clock.increment(PREVIEW_DELAY_MS)
    expect(asked.length).toEqual(2)
  })

  test('shows the line that an act asks for once it has run, and not if it failed', async () => {
    const { palette, ran, stored, type, settle, context, value } = start()
    type('scan close > 0 then save')
    palette.send({ type: 'palette.enter', act: act() })
    palette.send({ type: 'palette.open', line: 'save scanner ' })
    await settle()
    expect([value(), ran, context().line, context().caret]).toEqual([
      { open: 'typing' },
      ['the call'],
      'save scanner ',
      13,
    ])
    expect(stored).toEqual([[['scan close > 0 then save'], { 'backtest.run': 1 }]])
    palette.send({ type: 'palette.enter', act: act() })
    await settle()
    expect(value()).toEqual('closed')

    const failing = start(() => Promise.reject(new Error('Not possible here')))
    failing.type('cancel')
    failing.palette.send({ type: 'palette.enter', act: act() })
    failing.palette.send({ type: 'palette.open', line: 'save scanner ' })
    await failing.settle()
    expect([failing.context().line, failing.context().next]).toEqual(['cancel', null])
  })

  test('stays open with the line and the reason when the act cannot be done', async () => {
    const { palette, type, settle, context, value } = start(() =>
      Promise.reject(new Error('Not possible here')),
    )
    type('cancel')
    palette.send({ type: 'palette.enter', act: act() })
    await settle()
    expect([value(), context().line, context().message]).toEqual([
      { open: 'typing' },
      'cancel',
      'Not possible here',
    ])
  })

  test('walks through earlier lines and back to an empty one', () => {
    const { palette, context } = start(undefined, ['newest', 'older'])
    const lines = (['older', 'older', 'older', 'newer', 'newer'] as const).map((way) => {
      palette.send({ type: `palette.${way}` })
      return context().line
    })
    expect(lines).toEqual(['newest', 'older', 'older', 'newest', ''])
  })

  test('cuts a giant paste', () => {
    const { type, context } = start()
    type('x'.repeat(1_000_000))
    expect([context().line.length, context().caret]).toEqual([LINE_MAX, LINE_MAX])
  })

  test('forgets everything when the session ends', () => {
    const { palette, type, context, value } = start(undefined, ['secret plan'])
    type('bt x')
    palette.send({ type: 'session.ended' })
    expect([value(), context().line, context().history]).toEqual(['closed', '', []])
  })
})

describe('the memory of the palette', () => {
  test.each([null, 'text', { history: 'x', usage: 'y' }, { usage: { row: 'often', other: -1 } }])(
    'of %j is empty',
    (stored) => {
      expect(readPaletteMemory(stored)).toEqual({ history: [], usage: {} })
    },
  )

  test('is bounded', () => {
    const lines = Array.from({ length: 3 * HISTORY_MAX }, (_, index) => `line ${index}`)
    const usage = Object.fromEntries(Array.from({ length: 3 * USAGE_MAX }, (_, index) => [`row ${index}`, 1]))
    const memory = readPaletteMemory({ history: lines, usage })
    expect([memory.history, Object.keys(memory.usage).length]).toEqual([
      lines.slice(0, HISTORY_MAX),
      USAGE_MAX,
    ])
  })
})
