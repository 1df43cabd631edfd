import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  type BacktestPreview,
  createPaletteMachine,
  HISTORY_MAX,
  LINE_MAX,
  type PaletteAct,
  PREVIEW_DELAY_MS,
  readPaletteMemory,
  USAGE_MAX,
} from '../../src/machines/palette.ts'

const preview = (rows: number): BacktestPreview => ({
  instruments: 1,
  rows,
  firstDay: null,
  lastDay: null,
  source: 'imported',
  cutDays: null,
  estimateMs: 1,
})

const act = (danger: PaletteAct<string>['danger'] = 'none', rowId = 'backtest.run'): PaletteAct<string> => ({
  rowId,
  call: 'the call',
  title: 'Exit 3 positions',
  danger,
  answer: '3',
})

const start = (run: () => Promise<void> = () => Promise.resolve(), history: readonly string[] = []) => {
  const clock = new SimulatedClock()
  const asked: { line: string; answer: (preview: BacktestPreview | null) => void }[] = []
  const ran: string[] = []
  const stored: unknown[] = []
  const palette = createActor(
    createPaletteMachine<string>().provide({
      actors: {
        preview: fromPromise(
          ({ input }) =>
            new Promise<BacktestPreview | null>((answer) => {
              asked.push({ line: input.line, answer })
            }),
        ),
        run: fromPromise(({ input }) => {
          ran.push(input.act.call)
          return run()
        }),
      },
      actions: { store: (_, memory) => stored.push([memory.history, memory.usage]) },
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
    expect([value(), context().line]).toEqual([{ open: 'typing' }, 'bt ema('])
    palette.send({ type: 'palette.open', line: 'go ' })
    expect(context().line).toEqual('go ')
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
    const { palette, ran, type, value } = start()
    type('exit all')
    palette.send({ type: 'palette.enter', act: act('confirm') })
    expect([value(), ran]).toEqual([{ open: 'confirming' }, []])
    palette.send({ type: 'palette.close' })
    expect(value()).toEqual({ open: 'typing' })
    palette.send({ type: 'palette.enter', act: act('confirm') })
    palette.send({ type: 'palette.enter' })
    expect([value(), ran]).toEqual(['running', ['the call']])
  })

  test('wants the count typed for what is most dangerous', () => {
    const { palette, ran, type, value } = start()
    type('exit all')
    palette.send({ type: 'palette.enter', act: act('type') })
    palette.send({ type: 'palette.enter' })
    palette.send({ type: 'palette.answer', text: '2' })
    palette.send({ type: 'palette.enter' })
    expect([value(), ran]).toEqual([{ open: 'confirming' }, []])
    palette.send({ type: 'palette.answer', text: ' 3 ' })
    palette.send({ type: 'palette.enter' })
    expect(ran).toEqual(['the call'])
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
    const lines = Array.from({ length: 3 * HISTORY_MAX }, (_, place) => `line ${place}`)
    const usage = Object.fromEntries(Array.from({ length: 3 * USAGE_MAX }, (_, place) => [`row ${place}`, 1]))
    const memory = readPaletteMemory({ history: lines, usage })
    expect([memory.history, Object.keys(memory.usage).length]).toEqual([
      lines.slice(0, HISTORY_MAX),
      USAGE_MAX,
    ])
  })
})
