import type { Environment } from '../commands/environment.ts'
import type { Notices } from '../machines/notices.ts'
import type { Actors } from './actors.ts'

export type Undo = () => void

/** Keeps the exact names of its actors: `… satisfies Area`. */
export interface Area {
  readonly actors: Partial<Actors>
  /** Subscribes to other areas. All actors of the areas that start together exist by then. */
  readonly connect?: () => Undo
  readonly environment?: () => Partial<Environment>
  /** Called at sign-in, or once the area has been loaded after it. */
  readonly begin?: () => void
  /** Called after every actor has received `session.ended`. */
  readonly end?: () => void
}

export type ActorsOf<Create extends (deps: never) => Area> = Pick<
  Actors,
  Create extends unknown ? Extract<keyof ReturnType<Create>['actors'], keyof Actors> : never
>

export const undoAll =
  (undos: readonly Undo[]): Undo =>
  () => {
    for (const undo of undos) undo()
  }

export const unsubscribeAll = (subscriptions: readonly { unsubscribe(): void }[]): Undo =>
  undoAll(subscriptions.map((subscription) => () => subscription.unsubscribe()))

type AnyActor = Pick<Actors['instruments'], 'on' | 'start'> & {
  send(event: { readonly type: 'session.ended' }): void
}

export interface RunningAreas {
  connect(): Undo
  startActors(): void
  environment(): Partial<Environment>
  begin(): void
  end(): void
}

export const createAreas = <Deps extends { readonly actors: Actors; readonly notices: Notices }>(
  deps: Deps,
  create: readonly ((deps: Deps) => Area)[],
): RunningAreas => {
  const areas = create.map((createArea) => {
    const area = createArea(deps)
    Object.assign(deps.actors, area.actors)
    return area
  })
  // All machines share this part of their types; the union of their methods cannot be called.
  const actors = areas.flatMap((area) => Object.values(area.actors) as unknown as AnyActor[])
  return {
    connect: () =>
      undoAll([
        ...areas.map(({ connect }) => connect?.() ?? (() => {})),
        unsubscribeAll(actors.map((actor) => actor.on('notice', ({ notice }) => deps.notices.show(notice)))),
      ]),
    startActors() {
      for (const actor of actors) actor.start()
    },
    environment: () => Object.assign({}, ...areas.map(({ environment }) => environment?.())),
    begin() {
      for (const area of areas) area.begin?.()
    },
    end() {
      for (const actor of actors) actor.send({ type: 'session.ended' })
      for (const area of areas) area.end?.()
    },
  }
}
