import type { Environment } from '../../commands/environment.ts'
import { clickOf } from '../../commands/learning/clicked-call.ts'
import type { CommandCall } from '../../commands/registry.ts'
import { readClicks } from '../../domain/learning/clicks.ts'
import { introAt } from '../../domain/learning/intro-address.ts'
import { readPractice } from '../../domain/learning/practice.ts'
import { stepAtHand, type TourStep, tourLine } from '../../domain/learning/tour.ts'
import { drillSetAt, drillSets } from '../../domain/learning/trainer-address.ts'
import type { OrderStatus } from '../../domain/orders/order.ts'
import { firstStepsMachine, readSteps } from '../../machines/learning/first-steps.ts'
import { trainerMachine } from '../../machines/learning/trainer.ts'
import { storageKeys } from '../../platform/storage.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'

type Memory = Pick<Deps, 'memory'>
type Parts = Pick<Deps, 'actors'>

export const provideFirstSteps = ({ memory }: Memory) =>
  firstStepsMachine.provide({
    actions: { store: (_, kept) => memory.write(storageKeys.firstSteps, kept) },
  })

export const provideTrainer = ({ memory }: Memory) =>
  trainerMachine.provide({
    actions: {
      storePractice: (_, practice) => memory.write(storageKeys.practice, practice),
      storeClicks: (_, clicks) => memory.write(storageKeys.clicks, clicks),
    },
  })

export const restoreLearning = ({ actors, memory }: Parts & Memory): void => {
  actors.firstSteps.send({ type: 'steps.restore', ...readSteps(memory.read(storageKeys.firstSteps)) })
  actors.trainer.send({
    type: 'drill.restore',
    practice: readPractice(memory.read(storageKeys.practice)),
    clicks: readClicks(memory.read(storageKeys.clicks)),
  })
}

const accepted: readonly OrderStatus[] = ['OPEN', 'TRIGGER PENDING', 'COMPLETE', 'AMO REQ RECEIVED']

/** A step of the tour is done by what really happened: an order that was accepted, a report, an answered scan. */
export const watchSteps = ({ actors }: Parts): Undo => {
  const { backtest, firstSteps, notificationStream, scanResult } = actors
  const did = (step: TourStep): void => firstSteps.send({ type: 'tour.did', step })
  let result = scanResult.getSnapshot().context.output
  return unsubscribeAll([
    notificationStream.on('orders.changed', ({ order }) => {
      if (accepted.includes(order.status)) did('order')
    }),
    backtest.on('backtest.finished', () => did('backtest')),
    scanResult.subscribe(({ context: { output } }) => {
      if (output === result) return
      result = output
      if (output !== null) did('scan')
    }),
  ])
}

export const learningEnvironment = ({ actors }: Parts): Partial<Environment> => {
  const { firstSteps, marketState, navigation, trainer } = actors
  const { path } = navigation.getSnapshot().context
  const { tour } = firstSteps.getSnapshot().context
  const { practice, drills, drill } = trainer.getSnapshot().context
  const step = tour === null ? null : stepAtHand(tour)
  const isOpen = marketState.getSnapshot().context.market?.phases.auctioned === 'continuous'
  return {
    introShown: introAt(path),
    tourLine: step === null ? null : tourLine(step, isOpen),
    training: { practice, drills, drill, set: drillSetAt(path) ?? drillSets[0] },
  }
}

/** Counts clicks on commands that have keys: after a few of them the trainer asks for the keys. */
export const countClick =
  ({ actors, environment }: Pick<Deps, 'actors' | 'environment'>) =>
  (call: CommandCall): void => {
    if (!actors.hints.getSnapshot().context.isByMouse) return
    const click = clickOf(call, environment().isMac)
    if (click !== null) actors.trainer.send({ type: 'drill.clicked', call: click })
  }
