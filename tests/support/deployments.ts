import { noLimits } from '../../src/domain/deployments/deployment.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { OrderLogLine } from '../../src/machines/deployments/deployment-log.ts'
import type { Deployment, DeploymentRun } from '../../src/machines/deployments/deployments.ts'

/** Market time of the trading day in the tests of deployments. */
export const atClock = (clock: string): number => Date.parse(`2026-11-23T${clock}:00+05:30`)

/** Flat, and looked at next at 11:45. */
export const runOf = (symbol: string, given: Partial<DeploymentRun> = {}): DeploymentRun => {
  const segSym = instrumentId('NSE', symbol)
  return {
    segSym,
    contract: segSym,
    leg: null,
    phase: 'flat',
    quantity: 0,
    averagePrice: null,
    stopPrice: null,
    targetPrice: null,
    enteredAt: null,
    realisedToday: 0,
    carriedPnl: 0,
    realised: 0,
    pnlToday: 0,
    entriesToday: 0,
    nextCheckAt: atClock('11:45'),
    note: '',
    ...given,
  }
}

const uuidOf = (name: string): string => {
  const digits = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xffffffff, 7)
  return `${digits.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

/** Running on one share unless other runs are given. */
export const deploymentOf = (name: string, given: Partial<Deployment> = {}): Deployment => {
  const { runs = [runOf('RELIANCE')] } = given
  return {
    deploymentUuid: uuidOf(name),
    algoUuid: uuidOf(`${name} strategy`),
    version: 7,
    latestVersion: 7,
    slug: `eq-${name.toLowerCase().replaceAll(' ', '-')}`,
    algoName: name,
    category: 'equity',
    type: 'auto',
    status: 'running',
    reason: '',
    interval: '5min',
    position: 'buy',
    product: 'MIS',
    quantity: { by: 'shares', value: 10 },
    limits: noLimits,
    ifIncomplete: null,
    entry: 'rsi(14) < 30',
    exit: 'rsi(14) > 70',
    segSyms: runs.map(({ segSym }) => segSym),
    runs,
    realisedToday: runs.reduce((sum, { realisedToday }) => sum + realisedToday, 0),
    pnlToday: runs.reduce((sum, { pnlToday }) => sum + pnlToday, 0),
    pnl: 0,
    chargesToday: 0,
    entriesToday: runs.reduce((sum, { entriesToday }) => sum + entriesToday, 0),
    lossesInARow: 0,
    capitalHeld: runs.reduce(
      (sum, { quantity, averagePrice }) => sum + Math.abs(quantity) * (averagePrice ?? 0),
      0,
    ),
    startedAt: atClock('09:15'),
    stoppedAt: null,
    ...given,
  }
}

export const logLine = (
  seq: number,
  clock: string,
  { symbol = 'RELIANCE', ...given }: Partial<OrderLogLine> & { readonly symbol?: string } = {},
): OrderLogLine => ({
  seq,
  at: atClock(clock),
  bar: null,
  segSym: instrumentId('NSE', symbol),
  kind: 'evaluated',
  sentence: 'No entry: rsi(14) 41.2',
  values: [],
  orderId: null,
  price: null,
  quantity: null,
  side: null,
  pnl: null,
  contract: null,
  cause: null,
  charges: null,
  since: null,
  ...given,
})
