import { fromPromise } from 'xstate'
import { drillActMachine, drillsMachine } from '../../machines/learning/drill-runs.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { pageVisibility } from '../page-visibility.ts'

const calls = () => import('./drill-calls.ts')

export const provideDrills = ({ http, platform }: Pick<Deps, 'http' | 'platform'>) =>
  drillsMachine.provide({
    actors: {
      ask: fromPromise(async ({ signal }) => (await calls()).drills(http, signal)),
      pageVisibility: pageVisibility(platform),
    },
  })

export const provideDrillAct = ({ http }: Pick<Deps, 'http'>) =>
  drillActMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked } }) => (await calls()).actOnDrill(http, asked)),
    },
  })

export const followDrillActs = ({ actors }: Pick<Deps, 'actors'>): Undo =>
  unsubscribeAll([actors.drillAct.on('request.succeeded', () => actors.drills.send({ type: 'current.ask' }))])
