import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewDeployment } from '../../../server/automation/automation.ts'
import { paramsOf } from '../../../server/automation/open-lane.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import type { BacktestParams, BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import type { LogLine } from '../../../src/domain/deployments/deployment.ts'
import { doneTradesOf } from '../../../src/domain/deployments/parity/done-trades.ts'
import { expectedTradesOf } from '../../../src/domain/deployments/parity/expected-trades.ts'
import { parityReport } from '../../../src/domain/deployments/parity/report.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EquityStrategy } from '../../../src/domain/strategies/strategy.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { runBacktest } from '../../../src/engine/backtest/backtest.ts'
import { candlesOf, deploymentBy, startAutomation } from '../../support/automation.ts'
import { engineHost } from '../../support/engine/engines.ts'
import { share } from '../../support/engine/notation.ts'
import { startTrading } from '../../support/orders/trading.ts'

const host = await engineHost('Backtest')
const MINUTE = 60_000
const day = '2026-11-20' as IstDate
const infy = 'NSE_INFY' as InstrumentId

const rulesTried: readonly Partial<EquityStrategy>[] = [
  {},
  { entries: { per: 'day', most: 2 } },
  { lossesInARow: 1, position: 'sell' },
  { entryType: 'direct', entryLogic: '', exitLogic: 'close < 1498' },
  { tradingStartTime: '10:08', tradingStopTime: '10:20' },
]

const parityWith = (
  { id, strategy, slug, version, type, segSyms, startedAt }: NewDeployment,
  { log, candles, trades, params }: Done,
) =>
  parityReport({
    of: {
      deploymentUuid: id,
      ...{ slug, version, type, segSyms, startedAt, stoppedAt: null },
      algoName: strategy.algoName,
      interval: 'min',
    },
    day,
    isProvisional: true,
    expected: expectedTradesOf({ params, contract: { ...share, instrument: infy }, candles, trades }),
    done: doneTradesOf(log, [], () => candles, 'equity'),
    deeds: { type, startedAt, stoppedAt: null, lines: log, isCounting: false },
    candlesOf: () => candles,
    since: day,
  }).parity

interface Done {
  readonly log: readonly LogLine[]
  readonly candles: Candles
  readonly trades: BacktestResult['tradeLog']
  readonly params: BacktestParams
}

/** Entries, and exits by rule or at the stop time, as `10:04 10:09`. */
const tradesOf = async (rules: Partial<EquityStrategy>, path: readonly number[]) => {
  const trading = await startTrading()
  const user = await trading.enter('meera')
  const { automation, run } = await startAutomation(trading)
  const deployment = deploymentBy(user, trading.clock.now(), { rules })
  const from = trading.clock.now()
  await automation.deploy(deployment)
  for (const rupees of path) {
    trading.market.set(infy, trading.clock.now(), rupees)
    await run(MINUTE)
  }
  // The last candle's close is acted on.
  await run(MINUTE / 2)
  const log = await createDeploymentStore(trading.store).log(user.id, deployment.id, {
    before: null,
    limit: 500,
  })
  const deployed = log
    .filter(({ kind }) => kind === 'signalled')
    .map(({ at }) => at)
    .reverse()
  const candles = candlesOf(trading, { instrument: infy, interval: 'min', from: day, to: day })
  const first = candles.time.findIndex((time) => time >= from)
  const cut = Object.fromEntries(
    Object.entries(candles).map(([name, column]) => [name, column.subarray(first)]),
  ) as unknown as typeof candles
  const params = { ...paramsOf(deployment), from: day, to: day, costs: false }
  const { tradeLog } = runBacktest(host, { params, contract: share, source: 'simulated' }, cut)
  const tested = tradeLog.flatMap(({ entryAt, exitAt, reason }) =>
    reason === 'end' ? [entryAt] : [entryAt, exitAt],
  )
  const parity = parityWith(deployment, { log: log.toReversed(), candles: cut, trades: tradeLog, params })
  await automation.close()
  await trading.end()
  return { deployed, tested, parity }
}

describe('a deployment', () => {
  test.each(rulesTried)('with %j decides at the candles at which a backtest does', async (rules) => {
    const paths = fc.sample(
      fc.array(fc.integer({ min: 1490, max: 1510 }), { minLength: 25, maxLength: 25 }),
      {
        numRuns: 2,
        seed: 7,
      },
    )
    for (const path of paths) {
      const { deployed, tested, parity } = await tradesOf(rules, path)
      expect(deployed).toEqual(tested)
      expect(deployed.length).toBeGreaterThan(0)
      expect(parity.steps).toMatchObject({ signals: 0, quantities: 0 })
      expect(parity.rows.length).toBeGreaterThanOrEqual(deployed.length)
      expect(parity.reasons.map(({ reason }) => reason).filter((reason) => reason !== 'price')).toEqual([])
    }
  })
})
