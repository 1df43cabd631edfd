import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  type EventFromLogic,
  fromCallback,
  SimulatedClock,
} from 'xstate'
import { getShortestPaths, getStateNodes } from 'xstate/graph'

type AnyStateNode = ReturnType<typeof getStateNodes>[number]

export interface WalkSettings {
  readonly input?: unknown
  /** Instead of `input`: the machine is walked with each of these. */
  readonly inputs?: readonly unknown[]
  /** From people and the platform; sent in every state, sensible there or not. */
  readonly events: readonly AnyEventObject[]
  /** Results per promise port; each port may also fail. */
  readonly answers?: Readonly<Record<string, readonly unknown[]>>
  /** Failures of a promise port that the machine tells apart, besides any other. */
  readonly errors?: Readonly<Record<string, readonly unknown[]>>
  readonly children?: Readonly<Record<string, AnyStateMachine>>
  /** Parts of the context that distinguish snapshots. */
  // biome-ignore lint/suspicious/noExplicitAny: the context of whichever machine is walked
  readonly project?: (context: any) => unknown
}

export interface Walk extends WalkSettings {
  readonly machine: AnyStateMachine
  readonly states: number
  readonly transitions: number
}

/** With the events that its machine takes. */
export const walkOf = <Machine extends AnyStateMachine>(
  one: Omit<Walk, 'machine' | 'events'> & {
    readonly machine: Machine
    readonly events: readonly EventFromLogic<Machine>[]
  },
): Walk => one

export interface Walked {
  readonly paths: number
  readonly states: number
  readonly transitions: number
  readonly unreachedStates: readonly string[]
  readonly untakenTransitions: readonly string[]
}

/** Silent ports, so that only the listed events drive the machine. */
const silenced = (machine: AnyStateMachine, children: WalkSettings['children'] = {}): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.keys(machine.implementations.actors).map((name) => [
        name,
        children[name] ?? fromCallback(() => {}),
      ]),
    ),
  })

const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

const nodesOf = (machine: AnyStateMachine): readonly AnyStateNode[] => [
  machine.root,
  ...getStateNodes(machine),
]

const orderContextOf = (
  nodes: readonly AnyStateNode[],
  { answers = {}, errors = {} }: { readonly [Name in 'answers' | 'errors']: WalkSettings[Name] | undefined },
): readonly AnyEventObject[] =>
  nodes.flatMap((node) => [
    ...node.invoke.flatMap(({ id, src }) => {
      const outputs = answers[String(src)]
      if (outputs === undefined) return []
      return [
        ...outputs.map((output) => ({ type: `xstate.done.actor.${id}`, actorId: id, output })),
        ...[...(errors[String(src)] ?? []), new Error('the port failed')].map((error) => ({
          type: `xstate.error.actor.${id}`,
          actorId: id,
          error,
        })),
      ]
    }),
    ...node.after.map(({ eventType }) => ({ type: eventType })),
  ])

const describe = (transition: AnyTransitionDefinition): string =>
  `${transition.source.id} --${transition.eventType || 'always'}--> ${transition.target?.map(({ id }) => id).join(' ') ?? 'stays'}`

/** A region that re-enters from itself leaves the parallel state, so every sibling region restarts. */
export const restartsOfSiblings = (machine: AnyStateMachine): readonly string[] =>
  nodesOf(machine)
    .filter(({ parent }) => parent?.type === 'parallel')
    .flatMap((region) => transitionsOf(region).filter((one) => one.reenter && one.target !== undefined))
    .map(describe)

const eventsIn =
  ({ events, answers, errors }: WalkSettings) =>
  ({ _nodes }: { readonly _nodes: readonly AnyStateNode[] }): readonly AnyEventObject[] => [
    ...events,
    ...orderContextOf(_nodes, { answers, errors }),
  ]

/** Sends every event after every shortest path. Throws when the actor is not where the path leads. */
export const walk = (machine: AnyStateMachine, settings: WalkSettings): Walked => {
  const eventsAt = eventsIn(settings)
  const project = settings.project ?? (() => null)
  const logic = silenced(machine, settings.children)
  const ways = (settings.inputs ?? [settings.input]).flatMap((input) =>
    getShortestPaths(logic, {
      input,
      events: eventsAt,
      serializeState: (snapshot) => JSON.stringify([snapshot.value, project(snapshot.context)]),
    }).map((path) => ({ input, path })),
  )

  const taken = new Set<AnyTransitionDefinition>()
  const reached = new Set<AnyStateNode>()
  const note = (snapshot: unknown): void => {
    const { _nodes, machine: of } = snapshot as {
      _nodes?: readonly AnyStateNode[]
      machine?: AnyStateMachine
    }
    if (of === logic) for (const node of _nodes ?? []) reached.add(node)
  }

  for (const { input, path } of ways) {
    for (const last of eventsAt(path.state)) {
      const actor = createActor(logic, {
        input,
        clock: new SimulatedClock(),
        inspect: (inspected) => {
          if (inspected.type !== '@xstate.microstep') return
          for (const one of inspected._transitions) {
            if (one.source.machine !== logic) continue
            taken.add(one)
            // A state that is left at once is in no snapshot.
            reached.add(one.source)
          }
          note(inspected.snapshot)
        },
      })
      const failures: unknown[] = []
      actor.subscribe({ error: (error) => failures.push(error) })
      actor.start()
      for (const { event } of path.steps.slice(1)) actor.send(event)
      const here = JSON.stringify(actor.getSnapshot().value)
      const there = JSON.stringify(path.state.value)
      if (here !== there) throw new Error(`${machine.id}: a path to ${there} led to ${here}`)
      note(actor.getSnapshot())
      actor.send(last)
      if (failures.length > 0) throw failures[0]
      actor.stop()
    }
  }

  const walkedNodes = nodesOf(logic)
  const transitions = walkedNodes.flatMap(transitionsOf)
  return {
    paths: ways.length,
    states: walkedNodes.length,
    transitions: transitions.length,
    unreachedStates: walkedNodes.filter((node) => !reached.has(node)).map(({ id }) => id),
    untakenTransitions: transitions.filter((one) => !taken.has(one)).map(describe),
  }
}

/** Picks possible events by `choices`. Throws when the machine does. */
export const wander = (
  machine: AnyStateMachine,
  settings: WalkSettings,
  choices: readonly number[],
): AnyMachineSnapshot => {
  const logic = silenced(machine, settings.children)
  const inputs = settings.inputs ?? [settings.input]
  const input = inputs[choices.length % inputs.length]
  const actor = createActor(logic, { input, clock: new SimulatedClock() })
  const failures: unknown[] = []
  actor.subscribe({ error: (error) => failures.push(error) })
  actor.start()
  for (const choice of choices) {
    const events = eventsIn(settings)(actor.getSnapshot())
    const event = events[choice % events.length]
    if (event !== undefined) actor.send(event)
  }
  if (failures.length > 0) throw failures[0]
  const snapshot = actor.getSnapshot()
  actor.stop()
  return snapshot
}
