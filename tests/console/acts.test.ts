import { expect, test } from 'vitest'
import { emptyContext } from '../../src/commands/context.ts'
import { quietEnvironment } from '../../src/commands/environment.ts'
import { dispatchesOf } from '../../src/commands/registry.ts'
import { carryOut } from '../../src/console/acts.ts'
import type { Actors } from '../../src/machines/requests.ts'

test('a command of what is loaded with the sign-in is refused until that is there, and not lost', () => {
  const here = { ...quietEnvironment, context: { ...emptyContext, signedIn: true, view: 'backtest' } }
  const call = { command: 'backtest.saveReport', args: {} } as const
  const sent: string[] = []
  const actors: { [Name in 'backtest']?: { send(event: { readonly type: string }): void } } = {}
  const save = () =>
    carryOut(
      { call, title: 'Save', dispatches: dispatchesOf(call, here) },
      { actors: actors as Actors, environment: () => here },
    )
  expect(save).toThrow('Save: not available here')
  actors.backtest = { send: ({ type }) => sent.push(type) }
  save()
  expect(sent).toEqual(['backtest.saveCumulative'])
})
