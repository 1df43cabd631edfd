import { expect, onTestFinished, test } from 'vitest'
import { paramsOf } from '../../../server/automation/open-lane.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EquityStrategy } from '../../../src/domain/strategies/strategy.ts'
import { epochMs, type IstDate, toIstClock } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { candlesOf, deploymentBy, startAutomation } from '../../support/automation.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { randomsOf } from '../../support/engine/live-candles.ts'
import { startTrading } from '../../support/orders/trading.ts'

const host = await engineHost('Backtest')
const QUARTER_MINUTE = 15_000
const INFY = 'NSE_INFY' as InstrumentId
const DAY = '2026-11-20' as IstDate

const rules: Partial<EquityStrategy> = {
  entryLogic: 'ema(close,2) crosses above ema(close,5)',
  exitLogic: 'ema(close,2) crosses below ema(close,5)',
  tradingStartTime: '09:20',
  tradingStopTime: '10:05',
}

/** `09:31 > 09:36 signal`, from the sentences of a deployment. */
const tradesIn = (lines: readonly string[]): readonly string[] => {
  const entered = lines.filter((line) => line.includes(' entered ')).map((line) => line.slice(0, 5))
  const exited = lines
    .filter((line) => line.includes(' exited '))
    .map((line) => `${line.slice(0, 5)} ${line.includes('exit rule') ? 'signal' : 'square-off'}`)
  return entered.map((at, index) => `${at} > ${exited[index] ?? 'open'}`)
}

test.each([
  [3, {}],
  [8, { position: 'sell' }],
  [5, { entries: { per: 'day', most: 2 } }],
] as const)(
  'a deployment enters and exits at the candles of a backtest of the same day: path %i, %j',
  async (seed, changes) => {
    const trading = await startTrading({ now: '2026-11-20 09:14' })
    onTestFinished(() => trading.end())
    const random = randomsOf(seed)
    let rupees = 1_500
    for (let at: number = trading.clock.now(); at < trading.clock.now() + 60 * 60_000; at += QUARTER_MINUTE) {
      rupees = Math.round((rupees + (random() - 0.5) * 3) * 20) / 20
      trading.market.set(INFY, epochMs(at), rupees)
    }
    const user = await trading.enter('meera')
    const { automation, run, log } = await startAutomation(trading)
    onTestFinished(() => automation.close())
    const deployment = deploymentBy(user, trading.clock.now(), { rules: { ...rules, ...changes } })
    await automation.deploy(deployment)
    await run(55 * 60_000)

    const candles = candlesOf(trading, {
      instrument: INFY,
      interval: 'min',
      from: '2026-11-09' as IstDate,
      to: DAY,
    })
    const { tradeLog } = runBacktest(
      host,
      {
        params: { ...paramsOf(deployment), from: DAY, to: DAY },
        contract: { instrument: INFY, lotSize: 1, tickSize: 0.05, chargedAs: 'equity', exchange: 'NSE' },
        source: 'simulated',
      },
      candles,
    )
    const expected = tradeLog.map(({ entryAt, exitAt, reason }) => {
      // A rule that is true at the stop time exits at the same instant; the deployment looks at its hours first.
      const why = toIstClock(exitAt) === rules.tradingStopTime ? 'square-off' : reason
      return `${toIstClock(entryAt)} > ${toIstClock(exitAt)} ${why}`
    })
    expect(tradesIn(await log(deployment))).toEqual(expected)
    expect(expected.length).toBeGreaterThan(1)
    expect(expected.some((trade) => trade.endsWith(' signal'))).toBe(true)
  },
)
