import { command, optional, to } from '../../command.ts'
import { underlying } from '../../grammar/backtests/strategy.ts'
import { instrument, titleOf } from '../../grammar/instruments/instrument.ts'

export const hedgePositions = command({
  id: 'position.hedge',
  title: 'Hedge the delta of open positions',
  keywords: ['neutral', 'delta', 'greeks', 'protect'],
  verb: 'hedge',
  when: 'signedIn && positions.open > 0',
  effect: 'read',
  args: {
    underlying: optional('Underlying', underlying),
    contract: optional('Contract', instrument, { word: 'with' }),
  },
  run: ({ underlying: of = null, contract = null }) =>
    to('hedge', { type: 'request.send', input: { underlying: of, contract } }),
  describe: ({ underlying: of }, { instruments }) =>
    of === undefined
      ? 'Hedge the delta of open positions …'
      : `Hedge the delta of ${titleOf(of, instruments)} …`,
})

export const hedgeCommands = [hedgePositions] as const
