import { describe, expect, test } from 'vitest'
import { printCall } from '../../../src/commands/grammar/print-call.ts'
import { laterCommands } from '../../../src/commands/later-commands.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { addCommands, dispatchesOf } from '../../../src/commands/registry.ts'
import { tradingCommands } from '../../../src/commands/trading-commands.ts'
import { combinationInWords, countOfPlan, paramsAt } from '../../../src/domain/backtests/sweep/sweep-plan.ts'
import { ideaOf, trialOf, trialsOver, withTrials } from '../../../src/domain/backtests/trials.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Requests } from '../../../src/machines/requests.ts'
import { callOfSweep } from '../../../src/views/screens/sweep/call-of-sweep.ts'
import { tradingWith } from '../../support/command-environment.ts'

addCommands([...tradingCommands, ...laterCommands])

const environment = tradingWith({})
const read = (line: string) => readLine(line, line.length, environment)

type SweepRun = Extract<Requests['sweep'], { type: 'sweep.run' }>

const requestOf = (line: string): SweepRun => {
  const { call, problem } = read(line)
  if (call === null) throw new Error(`${line}: ${problem?.found}, ${problem?.expected}`)
  const [asked] = dispatchesOf(call, environment)
  if (asked?.to !== 'sweep' || asked.event.type !== 'sweep.run') throw new Error(`${line} is no sweep`)
  return asked.event
}

const sizesOf = (line: string) => {
  const { plan } = requestOf(line)
  return Array.from({ length: countOfPlan(plan) }, (_, at) => paramsAt(plan, at).size)
}

const lots = (...all: readonly number[]) => all.map((each) => ({ kind: 'lots', lots: each }))
const rupees = (...all: readonly number[]) => all.map((each) => ({ kind: 'rupees', rupees: each }))
const percent = (...all: readonly number[]) => all.map((each) => ({ kind: 'percent', percent: each }))

const shares = (...all: readonly number[]) => all.map((each) => ({ kind: 'shares', shares: each }))
const risk = (...all: readonly number[]) => all.map((each) => ({ kind: 'risk', rupees: each }))

describe('a range of sizes', () => {
  test.each([
    ['1..4l', lots(1, 2, 3, 4)],
    ['1..9:4 lots', lots(1, 5, 9)],
    ['1..2LOT', lots(1, 2)],
    ['2l', lots(2)],
    ['50..200:75k', rupees(50_000, 125_000, 200_000)],
    ['0.5..1.5:0.5k', rupees(500, 1_000, 1_500)],
    ['100.5..101.5rs', rupees(100.5, 101.5)],
    ['10..40:15%', percent(10, 25, 40)],
    ['100..300:100 shares', shares(100, 200, 300)],
    ['1..2 share', shares(1, 2)],
    ['50 shares', shares(50)],
    ['risk 1000..3000:1000 sl 1%', risk(1_000, 2_000, 3_000)],
    ['risk 1..2k sl 1%', risk(1_000, 2_000)],
    ['risk 500 sl 1%', risk(500)],
  ])('%s is a run for each', (size, expected) => {
    expect(sizesOf(`sweep rsi(14) < 30 on tcs ${size} 2026-10-01..2026-10-30`)).toEqual(expected)
  })

  test.each([
    ['5..1l', 'a range that goes up, as in 5..20'],
    ['0..3l', 'whole lots from 1 to 10,000'],
    ['1..2:0.5l', 'whole lots from 1 to 10,000'],
    ['9000..11000:1000l', 'whole lots from 1 to 10,000'],
    ['50..110:60%', '1% to 100%'],
    ['0..2 shares', 'whole shares from 1 to 1,00,00,000'],
    ['risk 5..1', 'a range that goes up, as in 5..20'],
    ['1..9:0 lots', 'a step above 0, as in 5..20:5'],
  ])('%s is refused where it stands', (size, expected) => {
    const line = `sweep rsi(14) < 30 on tcs ${size}`
    const { problem } = read(line)
    expect([problem?.column, problem?.expected]).toEqual([line.indexOf(size) + 1, expected])
  })

  test('varies beside the numbers of the condition, and says so', () => {
    const { plan } = requestOf('sweep rsi(7..14:7) < 30 on tcs 1..3l sl 1..2%')
    expect(plan.axes.map(({ label }) => label)).toEqual(['rsi period', 'stop %', 'lots'])
    expect(countOfPlan(plan)).toEqual(12)
    expect(combinationInWords(plan, 11)).toEqual('rsi period = 14 · stop % = 2 · lots = 3')
    expect(paramsAt(plan, 11)).toEqual({
      ...plan.base,
      name: 'RSI 14 below 30',
      entry: { ...plan.base.entry, left: { kind: 'indicator', key: 'rsi', params: [14] } },
      exit: { ...plan.base.exit, left: { kind: 'indicator', key: 'rsi', params: [14] } },
      stopLoss: 2,
      size: { kind: 'lots', lots: 3 },
    })
  })

  test('of one idea is one trial, for money is not what is tried', () => {
    const { plan } = requestOf('sweep rsi(14) < 30 on tcs 1..5l')
    const tcs = 'NSE_TCS' as InstrumentId
    const idea = ideaOf(plan.base, tcs)
    const trials = [0, 1, 2, 3, 4].map((at) => trialOf(paramsAt(plan, at), { sharpe: 1 }))
    expect(trialsOver(withTrials([], idea, trials), idea, plan.base).length).toEqual(1)
  })
})

describe('the line of a sweep that was run', () => {
  test.each([
    'sweep rsi(7..14:7) < 30 on tcs 1..3l',
    'sweep ema(close,5..15:5) crosses above ema(close,20..30:10) on nifty 50 50..200:50k sl 1..2:0.5% tp 3%',
    'sweep rsi(14) < 20..40:10 on tcs 10..40:10% exit rsi(14) > 60..80:10 as "My run" short by pf',
    'walk rsi(7..14:7) < 30 on tcs 2026-01-01..2026-10-30 day 1..9:2l in 60d out 30d',
    'sweep rsi(7..14:7) < 30 on tcs 2l',
    'sweep rsi(7..14:7) < 30 on tcs 100..300:100 shares trail 0.5% after 0.6% entries 3/day losses 2',
    'sweep rsi(7..14:7) < 30 on tcs risk 1..3k sl 1..2% trail 0.5%',
  ])('%s asks for the same again', (line) => {
    const { type: _, ...request } = requestOf(line)
    const again = printCall(callOfSweep(request))
    expect(requestOf(again)).toEqual({ type: 'sweep.run', ...request })
  })
})
