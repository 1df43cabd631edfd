import { dateInWords } from '../../../domain/dates-in-words.ts'
import { type ParityStep, paritySteps } from '../../../domain/deployments/parity/parity-step.ts'
import { pathOf } from '../../../domain/screens.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { anyDeployment, deploymentInWords, deploymentOf } from '../../grammar/deployments/deployment-name.ts'
import { day } from '../../grammar/time/day.ts'

const focused = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'deployment' ? context['focus.key'] : undefined

const onlyOne = ({ deployments = [] }: Environment): string | undefined =>
  deployments.length === 1 ? deployments[0]?.key : undefined

const open = command({
  id: 'parity.open',
  title: 'Parity: actual vs backtest',
  keywords: ['parity', 'compare', 'difference', 'backtest', 'deployment', 'slippage'],
  verb: 'parity',
  when: 'signedIn',
  effect: 'read',
  args: { deployment: optional('Strategy', anyDeployment), day: optional('Day', day) },
  run: ({ deployment, day: on }, environment) => {
    const key = deployment ?? focused(environment) ?? onlyOne(environment)
    return to('navigation', {
      type: 'view.open',
      path: pathOf('parity', {
        ...(key === undefined ? {} : { key }),
        ...(on === undefined ? {} : { day: on }),
      }),
    })
  },
  describe: ({ deployment, day: on }, environment) => {
    const known = deploymentOf(deployment ?? focused(environment) ?? onlyOne(environment) ?? '', environment)
    const name = known === null ? 'a strategy, which you choose' : deploymentInWords(known)
    return `Actual vs backtest: ${name}${on === undefined ? '' : `, ${dateInWords(on)}`}`
  },
})

const direction = choice<1 | -1>('next or previous', [
  { value: 1, words: ['next'], title: 'Next trading day' },
  { value: -1, words: ['previous', 'prev'], title: 'Previous trading day' },
])

const turn = command({
  id: 'parity.day',
  title: 'Previous or next day of parity',
  keywords: ['step', 'parity'],
  verb: 'parity step',
  when: 'signedIn && view == parity',
  effect: 'read',
  args: { by: required('Direction', direction) },
  run: ({ by }) => to('parity', { type: 'parity.day', by }),
  describe: ({ by }) => (by === 1 ? 'Next trading day' : 'Previous trading day'),
})

const step = choice<ParityStep>(
  'signals, prices, quantities or charges',
  paritySteps.map((value) => ({ value, words: [value], title: `Rows that differ by ${value}` })),
)

const filter = command({
  id: 'parity.step',
  title: 'Rows that differ by signals, prices, quantities or charges',
  keywords: ['filter', 'parity', 'difference'],
  verb: 'differ by',
  when: 'signedIn && view == parity',
  effect: 'read',
  args: { step: required('Step', step) },
  run: ({ step: by }) => to('parity', { type: 'parity.step', step: by }),
  describe: ({ step: by }) => `Only rows that differ by ${by} (again: all rows)`,
})

const differences = command({
  id: 'parity.differences',
  title: 'All rows, or those that differ',
  keywords: ['filter', 'parity'],
  verb: 'only differences',
  when: 'signedIn && view == parity',
  effect: 'read',
  run: () => to('parity', { type: 'parity.differences' }),
})

const candle = command({
  id: 'parity.candle',
  title: 'Candle of the row, or P&L through the day',
  keywords: ['chart', 'fill', 'parity'],
  verb: 'candle of the row',
  when: 'signedIn && view == parity',
  effect: 'read',
  run: () => to('parity', { type: 'parity.candle' }),
})

export const parityCommands = [open, turn, filter, differences, candle] as const
