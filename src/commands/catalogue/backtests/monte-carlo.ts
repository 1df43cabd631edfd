import { command, optional, to } from '../../command.ts'
import { instrument, titleOf } from '../../grammar/instruments/instrument.ts'

export const testMonteCarlo = command({
  id: 'backtest.monteCarlo',
  title: 'Monte Carlo test',
  keywords: ['luck', 'random', 'shuffle', 'overfit'],
  verb: 'monte carlo',
  aliases: ['trust'],
  when: 'signedIn && backtest.report',
  effect: 'read',
  args: { instrument: optional('Instrument', instrument) },
  run: (args) => to('monteCarlo', { type: 'monteCarlo.run', instrument: args.instrument ?? null }),
  describe: (args, environment) =>
    args.instrument === undefined
      ? 'Monte Carlo test of the run on screen'
      : `Monte Carlo test of ${titleOf(args.instrument, environment.instruments)}`,
})

export const cancelMonteCarlo = command({
  id: 'backtest.cancelMonteCarlo',
  title: 'Cancel the Monte Carlo test',
  keywords: ['stop', 'abort'],
  verb: 'cancel monte carlo',
  aliases: ['cancel trust'],
  when: 'signedIn && backtest.report',
  effect: 'local',
  run: () => to('monteCarlo', { type: 'monteCarlo.cancel' }),
})

export const monteCarloCommands = [testMonteCarlo, cancelMonteCarlo] as const
