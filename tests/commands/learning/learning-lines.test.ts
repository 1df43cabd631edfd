import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { printCall } from '../../../src/commands/grammar/print-call.ts'
import { currentKeymap } from '../../../src/commands/keymap/current.ts'
import { keysOf } from '../../../src/commands/keymap/resolve.ts'
import { clickOf } from '../../../src/commands/learning/clicked-call.ts'
import { drillsOf } from '../../../src/commands/learning/drills.ts'
import { intros } from '../../../src/commands/learning/intro-pages.ts'
import { nameOfDone } from '../../../src/commands/learning/name-of-done.ts'
import { isSameMeaning } from '../../../src/commands/learning/same-meaning.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { type CommandCall, findCommand } from '../../../src/commands/registry.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { introPages } from '../../../src/domain/learning/intro-address.ts'
import { tourLine, tourSteps } from '../../../src/domain/learning/tour.ts'
import { environment } from '../../support/line-environments.ts'

const samplesDir = new URL('../../../server/samples/strategies/', import.meta.url)
const samples = ['equity', 'options'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, samplesDir)).map((file) => {
    const text = readFileSync(new URL(`${folder}/${file}`, samplesDir), 'utf8')
    return { file, name: /^algo_name: (.+)$/m.exec(text)?.[1] ?? '' }
  }),
)
const known = {
  ...environment,
  // The trainer watches the prices of what is asked for.
  quoteOf: (instrument: InstrumentId) =>
    environment.quoteOf?.(instrument) ?? {
      ...{ lastPrice: 100, bid: 99.5, ask: 100.5, dayHigh: 120, dayLow: 80, isTrusted: true },
    },
  strategies: samples.map(({ file, name }) => ({
    ...(environment.strategies?.[0] as NonNullable<typeof environment.strategies>[number]),
    ...{ slug: file.replace('.txt', ''), name, isSample: true },
  })),
}

const read = (line: string) => readLine(line, line.length, known)

const callOf = (line: string): CommandCall => {
  const { call, problem } = read(line)
  if (call === null) throw new Error(`${line}: ${JSON.stringify(problem)}`)
  return call
}

/** Reads as a command, though some need a report or a basket first. */
const problemOf = (line: string): string | null => {
  const { call, problem } = read(line)
  if (call !== null || (problem?.expected ?? '').includes('is not available here')) return null
  return `${line}: ${JSON.stringify(problem)}`
}

describe('lines of the first steps', () => {
  test('are all understood', () => {
    const lines = introPages.flatMap((page) => [...intros[page].steps, ...intros[page].more])
    const ofTour = tourSteps.flatMap((step) => [tourLine(step, true), tourLine(step, false)])
    expect([...lines.map(({ line }) => line), ...ofTour].flatMap((line) => problemOf(line) ?? [])).toEqual([])
  })

  test('do what their step is done by', () => {
    const wrong = introPages
      .flatMap((page) => intros[page].steps)
      .filter(({ line, does }) => {
        const { call } = read(line)
        return call === null ? findCommand(does) === null : nameOfDone(call) !== does
      })
    expect(wrong).toEqual([])
  })
})

describe('drills', () => {
  const typed = (['basics', 'scalping', 'options'] as const).flatMap((set) => drillsOf(set, {}, known))

  test('have answers that are understood, each with a meaning of its own', () => {
    const printed = typed.map(({ answer }) => ('line' in answer ? printCall(callOf(answer.line)) : ''))
    const repeated = printed.filter((text, index) => printed.indexOf(text) !== index)
    // It belongs to the basics and to scalping.
    expect(repeated).toEqual(['exit all'])
  })

  test('take any line of the same meaning, and no other', () => {
    const asked = callOf('buy 1l nifty atm ce @ask')
    const same = ['b nifty atm ce @ask', 'buy nifty atm ce 1l @ask', 'buy @ask 1 lot nifty atm ce']
    const others = [
      'sell 1l nifty atm ce @ask',
      'buy 2l nifty atm ce @ask',
      'buy 1l nifty atm ce',
      'exit all',
    ]
    expect(same.map((line) => isSameMeaning(callOf(line), asked, known))).toEqual(same.map(() => true))
    expect(others.map((line) => isSameMeaning(callOf(line), asked, known))).toEqual(others.map(() => false))
  })

  test('are made of what was clicked often, while it has a key, and never of the kill switch', () => {
    const positions: CommandCall = { command: 'view.open', args: { view: 'positions' } }
    const clicks = [
      positions,
      { command: 'kill.pull', args: {} },
      { command: 'palette.toggle', args: {} },
    ] as const
    const counted = Object.fromEntries(clicks.map((call) => [clickOf(call) ?? '', 3]))
    expect(clickOf({ command: 'view.open', args: { view: 'parity' } })).toBe(null)
    const drills = drillsOf('yours', { ...counted, 'no.such {}': 9, damaged: 9, 'view.open {': 9 }, known)
    expect(drills.map(({ task }) => task)).toEqual(['Go to Positions: press its keys'])
    expect(drills[0]?.id).toBe(
      `${keysOf('view.open', positions.args, currentKeymap())[0]} ${clickOf(positions)}`,
    )
  })
})
