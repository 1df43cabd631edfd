import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { NewDeployment } from '../../../server/automation/automation.ts'
import type { AutomationParts } from '../../../server/automation/parts.ts'
import { virtualAccountOf } from '../../../server/broker/virtual-account.ts'
import { createDeploymentStore } from '../../../server/store/deployments.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { EquityStrategy } from '../../../src/domain/strategies/strategy.ts'
import { epochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { type Automated, deploymentBy, startAutomation } from '../../support/automation.ts'
import { instant, startTrading, type Trading } from '../../support/orders/trading.ts'

const STEP_MS = 15_000

/** 2026-11-24 is a holiday; the NIFTY future expires on the 23rd. */
const stretches = [
  ['2026-11-20 09:20', '2026-11-20 10:30'],
  ['2026-11-20 15:05', '2026-11-20 15:35'],
  ['2026-11-23 09:10', '2026-11-23 10:10'],
  ['2026-11-23 15:05', '2026-11-23 15:40'],
  ['2026-11-25 09:10', '2026-11-25 10:10'],
  ['2026-11-25 15:10', '2026-11-25 15:35'],
] as const

const common = {
  interval: '5min',
  entryLogic: 'close > sma(close,3)',
  exitLogic: 'close < sma(close,3)',
} as const
const none = { exitType: 'none', exitLogic: '', tpslType: 'pts' } as const

const strategies: readonly Partial<EquityStrategy>[] = [
  common,
  // Opposite positions of one account net out, so this one has a share of its own.
  { ...common, segSyms: ['NSE_20MICRONS' as InstrumentId], position: 'sell' },
  { ...common, entryType: 'time', entryTime: '09:40', entryLogic: '', ...none },
  { ...common, product: 'cash', exitLogic: 'close < sma(close,9)' },
  { ...common, ...none, stopLoss: 4, targetProfit: 3 },
  { ...common, ...none, trailing: { distance: 4, after: null } },
  {
    ...common,
    segSyms: ['NSE_INFY', 'INDICES_NIFTY 50'] as InstrumentId[],
    quantity: { by: 'lots', value: 1 },
  },
  {
    ...common,
    segSyms: ['INDICES_NIFTY 50' as InstrumentId],
    product: 'NRML',
    quantity: { by: 'lots', value: 1 },
    exitLogic: 'close < sma(close,20) - 500',
  },
]

const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Prices of all three days, so that every run of a seed meets the same market. */
const drawPrices = ({ market }: Trading, seed: number): void => {
  const random = randomFrom(seed)
  const levels = new Map([
    ['NSE_INFY', 1_500],
    ['NSE_20MICRONS', 200],
    ['INDICES_NIFTY 50', 24_100],
  ])
  for (const [from, to] of stretches)
    for (let at = instant(from) - MINUTE_MS; at < instant(to); at = epochMs(at + 2 * MINUTE_MS))
      for (const [id, level] of levels) {
        const next = Math.round(level * (1 + (random() - 0.5) / (level > 2_000 ? 2_000 : 200)) * 20) / 20
        levels.set(id, next)
        market.set(id, epochMs(at), next)
        if (id === 'INDICES_NIFTY 50') market.set('NFO-FUT_NIFTY26NOVFUT', epochMs(at), next + 20)
      }
}

type End = 'gracefully' | 'before a write' | 'after a write'

/** One run of the three days; `ends` says at which steps the server ends, and how. */
const tradeThreeDays = async (seed: number, ends: ReadonlyMap<number, End>) => {
  let trading = await startTrading({ now: '2026-11-20 09:19' })
  drawPrices(trading, seed)
  const user = await trading.enter('meera')
  let killed: End | null = null
  const mortal = (): Partial<AutomationParts> => {
    const store = createDeploymentStore(trading.store)
    let isDead = false
    return {
      store: {
        ...store,
        async write(step) {
          isDead ||= killed !== null
          if (isDead && killed !== 'after a write') return new Promise<never>(() => {})
          await store.write(step)
          if (isDead) return new Promise<never>(() => {})
        },
      },
    }
  }
  let automated: Automated = await startAutomation(trading, mortal())
  const deployments: NewDeployment[] = []
  for (const [index, rules] of strategies.entries()) {
    const id = `${String(index).repeat(8)}-0000-4000-8000-000000000000`
    const deployment = { ...deploymentBy(user, trading.clock.now(), { rules }), id }
    deployments.push(deployment)
    await automated.automation.deploy(deployment)
  }
  const end = async (how: End): Promise<void> => {
    if (how === 'gracefully') await automated.automation.close()
    else {
      killed = how
      void automated.automation.step()
      await wait(60)
    }
    trading = await trading.restart()
    killed = null
    automated = await startAutomation(trading, mortal())
  }
  let step = 0
  for (const [from, to] of stretches) {
    await trading.passTo(from)
    while (trading.clock.now() < instant(to)) {
      trading.clock.advance(STEP_MS)
      await trading.step()
      const how = ends.get(step++)
      if (how !== undefined) await end(how)
      await automated.automation.step()
    }
  }
  const logs = await Promise.all(
    deployments.map(async ({ id }) =>
      createDeploymentStore(trading.store).log(user.id, id, { before: null, limit: 5_000 }),
    ),
  )
  const held = [...(await trading.broker.accountOf(virtualAccountOf(user.id))).positions.values()].reduce(
    (sum, one) => sum + Math.abs(one.overnightQuantity + one.dayBuyQuantity - one.daySellQuantity),
    0,
  )
  const now = await automated.automation.deploymentsOf(user.id)
  const known = now.flatMap(({ runs }) => runs).reduce((sum, { quantity }) => sum + Math.abs(quantity), 0)
  await automated.automation.close()
  await trading.end()
  return {
    logs: logs.map((lines) => lines.map(({ orderId: _, ...line }) => line).reverse()),
    held,
    known,
    steps: step,
  }
}

test.each([1, 2])(
  'three days with a holiday, an expiry, restarts and kills are as those of a server that never ended (%i)',
  async (seed) => {
    const whole = await tradeThreeDays(seed, new Map())
    const random = randomFrom(seed * 77)
    const hows: readonly End[] = ['gracefully', 'before a write', 'after a write']
    const ends = new Map(
      Array.from({ length: 24 }, (_, index) => [
        Math.floor(random() * whole.steps),
        hows[index % hows.length] ?? 'gracefully',
      ]),
    )
    const ended = await tradeThreeDays(seed, ends)
    // A restart may delay a fill by a look, and change who comes first of two instruments.
    const told = (lines: (typeof whole.logs)[number] | undefined) =>
      (lines ?? [])
        .map(({ at, kind, segSym, sentence }) => ({
          segSym: segSym ?? '',
          text: `${new Date(at + 19_800_000).toISOString().slice(5, 16)} ${kind} ${sentence}`,
        }))
        .sort((one, other) => one.segSym.localeCompare(other.segSym))
    for (const [index, lines] of whole.logs.entries()) expect(told(ended.logs[index])).toEqual(told(lines))
    const kinds = new Set(whole.logs.flat().map(({ kind }) => kind))
    for (const kind of ['entered', 'exited', 'evaluated', 'gap'] as const) expect(kinds).toContain(kind)
    expect([ended.held, ended.known]).toEqual([whole.held, whole.known])
  },
)
