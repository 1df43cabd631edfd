import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { savedRun } from '../../grammar/backtests/run-name.ts'

const nameOf = (slug: string, { savedRuns }: Environment): string =>
  savedRuns.find((run) => run.slug === slug)?.name ?? slug

const focusedRun = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'run' ? context['focus.key'] : undefined

export const openRun = command({
  id: 'backtest.open',
  title: 'Open a saved run',
  keywords: ['load', 'report', 'backtest'],
  verb: 'load',
  aliases: ['report'],
  when: 'signedIn',
  effect: 'read',
  args: { run: required('Saved run', savedRun, { initial: focusedRun }) },
  run: ({ run }) => to('backtest', { type: 'backtest.open', slug: run }),
  describe: ({ run }, environment) => `Open the run ${nameOf(run, environment)}`,
})

export const resumeRun = command({
  id: 'backtest.resume',
  title: 'Run missing symbols',
  keywords: ['continue', 'interrupted', 'incomplete', 'backtest', 'rest'],
  verb: 'run missing',
  aliases: ['resume run'],
  when: 'signedIn',
  effect: 'read',
  args: { run: optional('Saved run', savedRun, { initial: focusedRun }) },
  run: ({ run }) => to('backtest', { type: 'backtest.resume', slug: run ?? null }),
  check: ({ run }, { context }) =>
    run === undefined && !context['backtest.report']
      ? { arg: 'run', found: '', expected: 'a saved run, or one on screen' }
      : null,
  describe: ({ run }, environment) =>
    run === undefined ? 'Run missing symbols' : `Run missing symbols of ${nameOf(run, environment)}`,
})

export const compareRun = command({
  id: 'backtest.compare',
  title: 'Compare with another run',
  keywords: ['paired', 'beside', 'difference', 'versus', 'vs', 'backtest'],
  verb: 'compare',
  aliases: ['compare with'],
  when: 'signedIn && view == backtest && backtest.report',
  effect: 'read',
  args: { run: required('Saved run', savedRun, { initial: focusedRun }) },
  run: ({ run }) => to('runComparison', { type: 'comparison.with', slug: run }),
  check: ({ run }, { context }) =>
    run === context['backtest.slug']
      ? { arg: 'run', found: 'the run on screen', expected: 'another saved run' }
      : null,
  describe: ({ run }, environment) => `Compare with the run ${nameOf(run, environment)}`,
})

export const stopComparing = command({
  id: 'backtest.compareNone',
  title: 'Stop comparing',
  keywords: ['compare', 'backtest', 'alone'],
  verb: 'stop comparing',
  when: 'signedIn && view == backtest && backtest.compared',
  effect: 'read',
  run: () => to('runComparison', { type: 'comparison.drop' }),
})

export const deleteRun = command({
  id: 'savedRuns.delete',
  title: 'Delete a saved run',
  keywords: ['remove', 'backtest'],
  verb: 'delete run',
  when: 'signedIn',
  effect: 'local',
  args: { run: required('Saved run', savedRun, { initial: focusedRun }) },
  run: ({ run }) => to('savedRuns', { type: 'savedRuns.delete', slug: run }),
  describe: ({ run }, environment) => `Delete the run ${nameOf(run, environment)}`,
  undo: () => to('savedRuns', { type: 'savedRuns.undoDelete' }),
})

export const undoDelete = command({
  id: 'savedRuns.undoDelete',
  title: 'Undo the last delete',
  keywords: ['undo', 'restore'],
  verb: 'undo',
  when: 'signedIn',
  effect: 'local',
  run: () => to('savedRuns', { type: 'savedRuns.undoDelete' }),
})

export const savedRunCommands = [
  openRun,
  resumeRun,
  compareRun,
  stopComparing,
  deleteRun,
  undoDelete,
] as const
