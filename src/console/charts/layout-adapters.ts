import { fromPromise } from 'xstate'
import { readLayout, shownSlots } from '../../domain/charts/layout.ts'
import {
  layoutActsMachine,
  type SavedLayout,
  savedLayoutsMachine,
} from '../../machines/charts/saved-layouts.ts'
import { storageKeys } from '../../platform/storage.ts'
import { createWindowValues } from '../../platform/window-values.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { isChartPath } from './chart-address.ts'

type LayoutDeps = Pick<Deps, 'actors' | 'storage'>

export const restoreLayout = ({ actors, storage }: LayoutDeps): void => {
  const kept = createWindowValues(storage).readJson(storageKeys.chartLayout)
  actors.chartLayout.send({ type: 'layout.restore', ...readLayout(kept) })
}

/** A chart that is opened from another screen is the first. */
export const activateFirst = ({ actors }: Pick<Deps, 'actors'>): Undo => {
  let wasHere = false
  const { unsubscribe } = actors.navigation.subscribe(({ context: { path } }) => {
    const isHere = isChartPath(path)
    if (isHere && !wasHere) actors.chartLayout.send({ type: 'layout.focus', slot: 'first' })
    wasHere = isHere
  })
  return unsubscribe
}

/** Keeps count and links of the window, as its charts are kept. */
export const keepLayout = ({ actors, storage }: LayoutDeps): Undo => {
  const kept = createWindowValues(storage)
  const textOf = () => JSON.stringify(readLayout(actors.chartLayout.getSnapshot().context))
  let before = textOf()
  const { unsubscribe } = actors.chartLayout.subscribe(() => {
    const now = textOf()
    const isSignedIn = actors.auth.getSnapshot().matches('signedIn')
    if (now === before || !isSignedIn) return
    before = now
    kept.write(storageKeys.chartLayout, now)
  })
  return unsubscribe
}

/** Their schemas are no part of what the sign-in loads. */
const calls = () => import('./layout-calls.ts')

export const provideSavedLayouts = ({ http }: Pick<Deps, 'http'>): typeof savedLayoutsMachine =>
  savedLayoutsMachine.provide({
    actors: { load: fromPromise(async ({ signal }) => (await calls()).list(http, signal)) },
  })

export const provideLayoutActs = ({
  http,
  actors,
}: Pick<Deps, 'http' | 'actors'>): typeof layoutActsMachine =>
  layoutActsMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked }, signal }) => {
        const { save, remove } = await calls()
        if (asked.act === 'delete') await remove(http, asked.name, signal)
        else await save(http, layoutOnScreen(asked.name, actors), signal)
        return asked
      }),
    },
  })

const layoutOnScreen = (name: string, { charts, chartLayout }: Deps['actors']): SavedLayout => {
  const layout = chartLayout.getSnapshot().context
  const shown = charts.getSnapshot().context.charts
  return {
    name,
    links: [...layout.links],
    charts: shownSlots(layout).map((slot) => {
      const { instrument, interval, indicators, look } = shown[slot]
      return { sym: instrument, interval, indicators: [...indicators], ...look, levels: [...look.levels] }
    }),
  }
}

export const connectLayouts = ({ actors, notices }: Pick<Deps, 'actors' | 'notices'>): Undo =>
  unsubscribeAll([
    // A line that waits for a name shows those that have come meanwhile.
    actors.savedLayouts.on('reload.loaded', () => actors.palette.send({ type: 'palette.refresh' })),
    actors.layoutActs.on('request.succeeded', ({ output: { act, name } }) => {
      actors.savedLayouts.send({ type: 'reload.now' })
      notices.show({ kind: 'success', text: `Layout ${name} ${act === 'save' ? 'saved' : 'deleted'}` })
    }),
  ])
