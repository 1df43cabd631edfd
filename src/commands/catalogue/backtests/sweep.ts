import { command, optional, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { combinationNumber } from '../../grammar/backtests/combination-number.ts'
import { instrument } from '../../grammar/instruments/instrument.ts'
import {
  checkSweep,
  DEFAULT_MEASURE,
  describeSweep,
  type SweepArgs,
  sweepArgs,
  sweepDefaults,
  sweepPlan,
  walkArgs,
} from './sweep-params.ts'

const request = (args: SweepArgs, environment: Environment) => ({
  type: 'sweep.run' as const,
  plan: sweepPlan(args, environment),
  instruments: args.instruments,
  cutFrom: args.cutFrom ?? ('start' as const),
  measure: args.measure ?? DEFAULT_MEASURE,
})

export const runSweep = command({
  id: 'sweep.run',
  title: 'Sweep parameters',
  keywords: ['optimise', 'grid', 'universe', 'many', 'backtest'],
  verb: 'sweep',
  when: 'signedIn',
  effect: 'read',
  preview: 'backtest',
  args: sweepArgs,
  run: (args, environment) => to('sweep', { ...request(args, environment), walk: null }),
  check: checkSweep,
  describe: describeSweep,
  ghost: sweepDefaults,
})

export const runWalk = command({
  id: 'sweep.walk',
  title: 'Walk forward',
  keywords: ['optimise', 'out of sample', 'windows', 'backtest'],
  verb: 'walk',
  aliases: ['walk forward'],
  when: 'signedIn',
  effect: 'read',
  preview: 'backtest',
  args: walkArgs,
  run: (args, environment) =>
    to('sweep', {
      ...request(args, environment),
      walk: { inDays: args.inDays, outDays: args.outDays },
    }),
  check: checkSweep,
  describe: describeSweep,
  ghost: sweepDefaults,
})

export const cancelSweep = command({
  id: 'sweep.cancel',
  title: 'Cancel the sweep',
  keywords: ['stop', 'abort'],
  verb: 'cancel sweep',
  when: 'sweep.running',
  effect: 'local',
  run: () => to('sweep', { type: 'sweep.cancel' }),
})

export const openCombination = command({
  id: 'sweep.open',
  title: 'Backtest the best combination',
  keywords: ['best', 'report', 'optimum'],
  verb: 'open best',
  aliases: ['open combination'],
  when: 'signedIn && sweep.done',
  effect: 'read',
  args: {
    combination: optional('Combination', combinationNumber, {
      initial: ({ context }) =>
        context['focus.kind'] === 'combination' ? Number(context['focus.key']) + 1 : undefined,
    }),
    instrument: optional('Instrument', instrument, { word: 'on' }),
  },
  run: ({ combination, instrument: of }) =>
    to('sweep', {
      type: 'sweep.open',
      combination: combination === undefined ? null : combination - 1,
      ...(of === undefined ? {} : { instrument: of }),
    }),
  describe: ({ combination }) =>
    combination === undefined ? 'Backtest the best combination' : `Backtest combination ${combination}`,
})

export const sweepCommands = [runSweep, runWalk, cancelSweep, openCombination] as const
