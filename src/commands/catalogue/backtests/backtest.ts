import { command, required, to } from '../../command.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { backtestArgs } from './backtest-args.ts'
import { backtestParams, checkBacktest, defaultsInWords, describeBacktest } from './backtest-params.ts'

export const runBacktest = command({
  id: 'backtest.run',
  title: 'Backtest',
  keywords: ['test', 'history', 'strategy', 'run'],
  verb: 'bt',
  aliases: ['backtest'],
  when: 'signedIn',
  effect: 'read',
  preview: 'backtest',
  args: backtestArgs,
  run: (args, environment) =>
    to('backtest', {
      type: 'backtest.run',
      params: backtestParams(args, environment),
      instruments: args.instruments,
      cutFrom: args.cutFrom ?? 'start',
    }),
  check: checkBacktest,
  describe: describeBacktest,
  ghost: defaultsInWords,
  variants: (args) => [
    { args: { ...args, side: args.side === 'sell' ? 'buy' : 'sell' }, stroke: 'shift+enter' },
    { args: { ...args, costs: args.costs === false } },
  ],
})

export const cancelBacktest = command({
  id: 'backtest.cancel',
  title: 'Cancel the backtest',
  keywords: ['stop', 'abort'],
  verb: 'cancel backtest',
  when: 'backtest.running',
  effect: 'local',
  run: () => to('backtest', { type: 'backtest.cancel' }),
})

const row = required('Instrument', instrument, { initial: ({ context }) => focusedInstrument(context) })

export const retrySymbol = command({
  id: 'backtest.retry',
  title: 'Run one instrument again',
  keywords: ['retry', 'failed'],
  verb: 'retry',
  when: 'signedIn && view == backtest',
  effect: 'read',
  args: { instrument: row },
  run: (args) => to('backtest', { type: 'backtest.retry', instrument: args.instrument }),
  describe: (args, environment) => `Run ${titleOf(args.instrument, environment.instruments)} again`,
})

export const saveSymbolAgain = command({
  id: 'backtest.saveAgain',
  title: 'Retry saving one instrument',
  keywords: ['retry', 'failed'],
  verb: 'save again',
  when: 'signedIn && view == backtest',
  effect: 'local',
  args: { instrument: row },
  run: (args) => to('backtest', { type: 'backtest.saveAgain', instrument: args.instrument }),
  describe: (args, environment) => `Retry saving ${titleOf(args.instrument, environment.instruments)}`,
})

export const saveReportAgain = command({
  id: 'backtest.saveReport',
  title: 'Retry saving the combined report',
  verb: 'save report again',
  isListed: false,
  when: 'signedIn && view == backtest',
  effect: 'local',
  run: () => to('backtest', { type: 'backtest.saveCumulative' }),
})

export const backtestCommands = [
  runBacktest,
  cancelBacktest,
  retrySymbol,
  saveSymbolAgain,
  saveReportAgain,
] as const
