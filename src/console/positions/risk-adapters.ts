import { fromPromise } from 'xstate'
import { lineProduct, orderLine } from '../../commands/catalogue/orders/order-sense.ts'
import { titleOf } from '../../commands/grammar/instruments/instrument.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getPositionRisk } from '../../contract/positions/position-risk.ts'
import { formatSigned } from '../../domain/format.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { legOf, shareOf } from '../../domain/options/priced-leg.ts'
import { asItIs, groupGreeksIf, hedgesFor } from '../../domain/positions/risk.ts'
import { parseIstDate } from '../../domain/time.ts'
import {
  type HedgeAsked,
  type Hedging,
  hedgeMachine,
  type PositionRisk,
  positionRiskMachine,
  type UnderlyingRisk,
} from '../../machines/positions/risk.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideKept } from '../page-visibility.ts'

type Reply = ReplyOf<typeof getPositionRisk>

const riskOf = ({ groups, rate, unpriced, asOf }: Reply): PositionRisk => ({
  groups: groups.map((group) => ({
    underlying: group.underlying as InstrumentId,
    spot: group.spot,
    beta: group.beta,
    volatility: shareOf(group.iv),
    margin: group.margin,
    expiry: group.expiry === null ? null : parseIstDate(group.expiry),
    legs: group.legs.map((leg) => ({ sym: leg.sym as InstrumentId, product: leg.product, leg: legOf(leg) })),
    hedges: group.hedges.map((leg) => ({ sym: leg.sym as InstrumentId, leg: legOf(leg) })),
  })),
  rate,
  unpriced,
  asOf,
})

const readRisk = async (http: HttpClient, signal: AbortSignal): Promise<PositionRisk> =>
  riskOf(await http.call(getPositionRisk, { signal }))

export const providePositionRisk = (ports: {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
}): typeof positionRiskMachine =>
  provideKept(ports, positionRiskMachine, (_, signal) => readRisk(ports.http, signal))

type Titles = Deps['environment']

const deltaOf = (group: UnderlyingRisk, rate: number): number | null =>
  groupGreeksIf(group, asItIs, rate)?.delta ?? null

const rupeesOf = (group: UnderlyingRisk, rate: number): number =>
  Math.abs(deltaOf(group, rate) ?? 0) * group.spot

const groupToHedge = (
  { groups, rate }: PositionRisk,
  underlying: InstrumentId | null,
): UnderlyingRisk | null =>
  underlying === null
    ? (groups.toSorted((one, other) => rupeesOf(other, rate) - rupeesOf(one, rate))[0] ?? null)
    : (groups.find((group) => group.underlying === underlying) ?? null)

const hedgeIn = (risk: PositionRisk, { underlying, contract }: HedgeAsked, environment: Titles): Hedging => {
  const { instruments } = environment()
  const group = groupToHedge(risk, underlying)
  const name = underlying === null ? 'these positions' : titleOf(underlying, instruments)
  if (group === null) return refused(`No open position of ${name}, so there is no delta to hedge.`)
  const delta = deltaOf(group, risk.rate)
  const root = titleOf(group.underlying, instruments)
  if (delta === null)
    return refused(`The delta of ${root} is not known: one of its prices implies no volatility.`)
  const hedges = hedgesFor(group, delta, risk.rate)
  const hedge = contract === null ? hedges[0] : hedges.find(({ sym }) => sym === contract)
  if (hedge === undefined)
    return refused(`No order in whole lots at least halves the delta of ${root}, ${formatSigned(delta, 0)}.`)
  const product = group.legs.find(({ leg }) => leg.kind !== 'share')?.product ?? 'NRML'
  return { line: orderLine(hedge.side, hedge.sym, [`${hedge.lots}l`, lineProduct(product)]), reason: null }
}

const refused = (reason: string): Hedging => ({ line: null, reason })

export const provideHedge = ({
  http,
  environment,
}: Pick<Deps, 'http' | 'environment'>): typeof hedgeMachine =>
  hedgeMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked }, signal }) =>
        hedgeIn(await readRisk(http, signal), asked, environment),
      ),
    },
  })

export const connectHedge = ({ actors, notices }: Pick<Deps, 'actors' | 'notices'>): Undo =>
  unsubscribeAll([
    actors.hedge.on('request.succeeded', ({ output: { line, reason } }) => {
      if (line === null) notices.show({ kind: 'info', text: reason })
      else actors.palette.send({ type: 'palette.open', line })
    }),
  ])
