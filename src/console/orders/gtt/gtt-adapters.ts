import { createActor, fromPromise } from 'xstate'
import type { KnownGtt } from '../../../commands/environment.ts'
import { onceFor } from '../../../domain/once-for.ts'
import { gttActsMachine } from '../../../machines/orders/gtt-acts.ts'
import { type Gtt, gttsMachine } from '../../../machines/orders/gtts.ts'
import type { HttpClient } from '../../../platform/http-client.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Actors } from '../../actors.ts'
import { type Undo, unsubscribeAll } from '../../area.ts'
import { uuidMaker } from '../../create-uuid.ts'
import { provideKept } from '../../page-visibility.ts'

interface GttAdapters {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility' | 'randomHex'>
}

/** Their schemas are no part of what the first screen loads. */
const calls = () => import('./gtt-calls.ts')

const provide = ({ http, platform }: GttAdapters) => ({
  gtts: provideKept({ platform }, gttsMachine, async (_, signal) => (await calls()).list(http, signal)),
  gttActs: gttActsMachine.provide({
    actors: { carryOut: fromPromise(async ({ input: { act } }) => (await calls()).carryOut(http, act)) },
  }),
})

export const createGtts = (adapters: GttAdapters) => {
  const { gtts, gttActs } = provide(adapters)
  const createUuid = uuidMaker(adapters.platform)
  return { gtts: createActor(gtts), gttActs: createActor(gttActs, { input: { createUuid } }) }
}

export const connectGtts = ({ gtts, gttActs, notificationStream }: Actors): Undo => {
  const reload = (): void => gtts.send({ type: 'current.ask' })
  return unsubscribeAll([
    gttActs.on('gtt.done', reload),
    notificationStream.on('orders.changed', reload),
    notificationStream.on('notices.added', reload),
  ])
}

const knownGtt = (gtt: Gtt): KnownGtt => ({
  key: gtt.gttUuid,
  sym: gtt.sym as KnownGtt['sym'],
  side: gtt.transactionType === 'BUY' ? 'buy' : 'sell',
  product: gtt.product,
  quantity: gtt.quantity,
  isReduceOnly: gtt.reduceOnly,
  triggers: gtt.triggers,
  status: gtt.status,
})

export const knownGtts = onceFor((gtts: readonly Gtt[]) => gtts.map(knownGtt))
