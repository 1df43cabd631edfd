import { fromCallback, fromPromise } from 'xstate'
import { changeDrawings, getDrawings } from '../../contract/charts/drawings.ts'
import {
  type Drawing,
  type DrawingChange,
  drawingColours,
  drawingWidths,
  plainStyle,
  problemOf,
  RISK_MAX,
} from '../../domain/charts/drawings/drawing.ts'
import type { DrawingLists } from '../../machines/charts/drawing-at.ts'
import { drawingsMachine, type KeptDrawings } from '../../machines/charts/drawings.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { undoAll } from '../area.ts'
import { whenOnlineAgain } from '../online-again.ts'
import type { UserStorage } from '../shell/user-storage.ts'

interface DrawingPorts {
  readonly actors: Pick<Actors, 'connectivity'>
  readonly http: HttpClient
  readonly memory: UserStorage
  readonly platform: Pick<Platform, 'watchVisibility'>
}

const isDrawing = (drawing: Drawing | null): boolean => drawing === null || problemOf(drawing) === null

const isChange = (change: DrawingChange): boolean =>
  change.steps.every(({ before, after }) => isDrawing(before) && isDrawing(after))

/** Changes that this version cannot read, kept by another version of the page, are left out. */
const changesIn = (kept: unknown): readonly DrawingChange[] => {
  try {
    return Array.isArray(kept) ? kept.filter(isChange) : []
  } catch {
    return []
  }
}

export const keptDrawings = (memory: UserStorage): KeptDrawings => {
  const kept = (memory.read(storageKeys.drawingStyle) ?? {}) as Partial<Record<string, unknown>>
  const { risk } = kept
  return {
    style: {
      colour: drawingColours.find((colour) => colour === kept.colour) ?? plainStyle.colour,
      width: drawingWidths.find((width) => width === kept.width) ?? plainStyle.width,
      risk: typeof risk === 'number' && risk > 0 && risk <= RISK_MAX ? risk : plainStyle.risk,
    },
    isSnapping: kept.isSnapping !== false,
    areHidden: kept.areHidden === true,
    unsaved: changesIn(memory.readOfWindow(storageKeys.unsavedDrawings)),
  }
}

const keep = ({ style, isSnapping, areHidden, unsaved }: KeptDrawings, memory: UserStorage): void => {
  memory.write(storageKeys.drawingStyle, { ...style, isSnapping, areHidden })
  memory.adoptInWindow(storageKeys.unsavedDrawings, unsaved)
}

export const provideDrawings = ({ actors, http, memory, platform }: DrawingPorts): typeof drawingsMachine =>
  drawingsMachine.provide({
    actors: {
      load: fromPromise(async ({ input, signal }): Promise<DrawingLists> => {
        const lists = input.instruments.map(
          async (sym) => [sym, await http.call(getDrawings, { query: { sym }, signal })] as const,
        )
        return Object.fromEntries(await Promise.all(lists))
      }),
      save: fromPromise(async ({ input: { change } }) => {
        const { instrument: sym, steps } = change
        const saved = steps.map(({ after }) => after).filter((drawing) => drawing !== null)
        const removed = steps.flatMap(({ before, after }) =>
          before !== null && after === null ? [before.id] : [],
        )
        await http.call(changeDrawings, { body: { sym, saved, removed } })
      }),
      outside: fromCallback(({ sendBack, receive }) => {
        receive(({ kept }) => keep(kept, memory))
        let isFirst = true
        return undoAll([
          whenOnlineAgain(actors, () => sendBack({ type: 'drawings.retry' })),
          platform.watchVisibility({
            // Another window may have drawn meanwhile; the first call reports the present state.
            shown: () => {
              if (!isFirst) sendBack({ type: 'drawings.load' })
              isFirst = false
            },
            hidden: () => {
              isFirst = false
            },
          }),
        ])
      }),
    },
  })
