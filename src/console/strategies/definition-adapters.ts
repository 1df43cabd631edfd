import { fromPromise } from 'xstate'
import { definitionIn } from '../../domain/strategies/definitions/read-definition.ts'
import {
  definitionActsMachine,
  definitionsMachine,
  definitionVersionsMachine,
} from '../../machines/strategies/definitions.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { whenOnlineAgain } from '../online-again.ts'

/** Their schemas are no part of what the sign-in loads. */
const calls = () => import('./definition-calls.ts')

type Http = Pick<Deps, 'http'>

export const provideDefinitions = ({ http }: Http): typeof definitionsMachine =>
  definitionsMachine.provide({
    actors: { load: fromPromise(async ({ signal }) => (await calls()).list(http, signal)) },
  })

export const provideDefinitionVersions = ({ http }: Http): typeof definitionVersionsMachine =>
  definitionVersionsMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked }, signal }) => (await calls()).versions(http, asked, signal)),
    },
  })

export const provideDefinitionActs = ({ http }: Http): typeof definitionActsMachine =>
  definitionActsMachine.provide({
    actors: {
      ask: fromPromise(async ({ input: { asked }, signal }) => {
        await (await calls()).carryOut(http, asked, signal)
        return asked
      }),
    },
  })

export const connectDefinitions = ({ actors, notices }: Pick<Deps, 'actors' | 'notices'>): Undo =>
  undoAll([
    unsubscribeAll([
      // A line that waits for a name is read again.
      actors.definitions.on('reload.loaded', () => actors.palette.send({ type: 'palette.refresh' })),
      actors.definitionActs.on('request.succeeded', ({ output }) => {
        actors.definitions.send({ type: 'reload.now' })
        const name = output.act === 'delete' ? output.name : (definitionIn(output.text)?.name ?? '')
        notices.show({
          kind: 'success',
          text: `Definition ${name} ${output.act === 'delete' ? 'deleted' : 'saved'}`,
        })
      }),
      // Refused because it was changed elsewhere: what is shown is read again.
      actors.definitionActs.subscribe(({ value }) => {
        if (value === 'failure') actors.definitions.send({ type: 'reload.now' })
      }),
    ]),
    whenOnlineAgain(actors, () => actors.definitions.send({ type: 'reload.now' })),
  ])
