import {
  isScanned,
  pathOfScan,
  type ScanTab,
  type ScanView,
  type ShownScan,
  scanInWords,
  usualScan,
} from '../../../domain/scanners/scan-address.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment, KnownScanner } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { anyScanner, scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { ghostOfScan, lineOfBacktest, lineOfScan, moment, scanArgs, scanOf } from './scan-line.ts'
import { nextArg, nextSteps, runNext, showScan, wordsOfNext, write } from './scan-next.ts'

const show = ({ scan, of }: Pick<ShownScan, 'scan' | 'of'>, beside: ScanView = {}) =>
  to('navigation', { type: 'view.open', path: pathOfScan(of, scan, beside) })

const run = command({
  id: 'scan.run',
  title: 'Scan',
  keywords: ['screener', 'find', 'filter', 'stocks', 'scanner'],
  verb: 'scan',
  aliases: ['screen'],
  when: 'signedIn',
  effect: 'read',
  preview: 'scan',
  args: {
    ...scanArgs,
    moment: optional('Moment', moment),
    next: nextArg,
  },
  run: ({ next, ...args }, environment) =>
    next === undefined ? showScan(scanOf(args)) : runNext(next, scanOf(args), environment),
  describe: (args) => `Scan ${scanInWords(scanOf(args), args.moment !== undefined)}`,
  words: ({ next, ...args }) => (next === undefined ? undefined : wordsOfNext(next, scanOf(args))),
  ghost: (args) => [...ghostOfScan(args), ...(args.moment === undefined ? [usualScan.moment] : [])].join(' '),
  variants: ({ next, ...args }) =>
    next === undefined
      ? nextSteps(scanOf(args)).map(({ next, ...row }) => ({ ...row, args: { ...args, next } }))
      : [],
})

export const shownScan = ({ scan }: Environment): ShownScan =>
  scan ?? { scan: { ...usualScan, logic: '' }, tab: 'found', of: null }

const edit = command({
  id: 'scan.edit',
  title: 'Change the scan',
  keywords: ['rule', 'universe', 'candles', 'line'],
  verb: 'change scan',
  when: 'signedIn && scan.shown',
  effect: 'local',
  run: (_, environment) => write(lineOfScan(shownScan(environment).scan)),
})

const change = command({
  id: 'scan.moment',
  title: 'Scan live, or the last close',
  keywords: ['candle', 'in progress', 'closed'],
  verb: 'scan at',
  when: 'signedIn && scan.shown',
  effect: 'read',
  args: { moment: optional('Moment', moment) },
  run: ({ moment: wanted }, environment) => {
    const { scan, tab, of } = shownScan(environment)
    const other = scan.moment === 'live' ? 'close' : 'live'
    return show({ scan: { ...scan, moment: wanted ?? other }, of }, { tab })
  },
})

const tabs = choice<ScanTab>('found, misses, unknown or history', [
  { value: 'found', words: ['found'], title: 'Symbols for which the rule is true' },
  { value: 'misses', words: ['misses'], title: 'Nearest misses, by distance of the price' },
  { value: 'unknown', words: ['unknown'], title: 'No result, with reasons' },
  { value: 'history', words: ['history'], title: 'Matches by day, and returns after' },
])

const turn = command({
  id: 'scan.tab',
  title: 'Found, nearest misses, unknown or history',
  keywords: ['tab', 'list', 'scan'],
  verb: 'scan tab',
  when: 'signedIn && scan.shown',
  effect: 'read',
  args: { tab: required('List', tabs) },
  run: ({ tab }, environment) => show(shownScan(environment), { tab }),
  describe: ({ tab }) => `Scan: ${tab === 'misses' ? 'nearest misses' : tab}`,
})

const again = command({
  id: 'scan.again',
  title: 'Scan again',
  keywords: ['refresh', 'reload'],
  verb: 'scan again',
  when: 'signedIn && scan.shown',
  effect: 'read',
  run: () => to('scanResult', { type: 'current.ask' }),
})

const savedScan = ({ slug, logic, universe: of, interval }: KnownScanner) => ({
  scan: { logic, universe: of, interval, moment: usualScan.moment },
  of: { slug, version: null },
})

const why = command({
  id: 'scan.why',
  title: 'Why not this symbol?',
  keywords: ['reason', 'explain', 'scan', 'trigger price'],
  verb: 'why not',
  when: 'signedIn',
  effect: 'read',
  args: {
    instrument: required('Symbol', instrument, { initial: ({ context }) => focusedInstrument(context) }),
    scanner: optional('Scanner', anyScanner, { word: 'in' }),
  },
  run: ({ instrument: of, scanner }, environment) => {
    const known = scannerOf(scanner ?? '', environment)
    if (known !== null) return show(savedScan(known), { why: of })
    const shown = shownScan(environment)
    return show(shown, { tab: shown.tab, why: of })
  },
  check: ({ scanner }, { scan }) =>
    scanner !== undefined || scan != null
      ? null
      : {
          arg: 'scanner',
          found: 'the end',
          expected: 'in which scanner',
          message: 'No scan is on screen: say in which scanner, such as in "Golden cross"',
        },
  describe: ({ instrument: of, scanner }, environment) => {
    const where = scanner === undefined ? '' : ` in ${scannerOf(scanner, environment)?.name ?? scanner}`
    return `Why not ${titleOf(of, environment.instruments)}${where}?`
  },
})

const backtest = command({
  id: 'scan.backtest',
  title: 'Backtest the rule of the scan',
  keywords: ['test', 'history'],
  verb: 'backtest scan',
  when: 'signedIn && scan.shown',
  effect: 'local',
  run: (_, environment) => write(lineOfBacktest(shownScan(environment).scan, environment)),
})

/** The entry rule of the strategy in the builder; empty without one. */
const entryOf = ({ draft }: Environment): string => {
  const strategy = draft?.strategy
  if (strategy === undefined) return ''
  if (strategy.category === 'options') return strategy.entryUnderlyings[0]?.logic ?? ''
  return strategy.entryType === 'condition' ? strategy.entryLogic : ''
}

const ofDraft = command({
  id: 'scan.draft',
  title: 'Scan with the rule of this strategy',
  keywords: ['screener', 'entry', 'builder'],
  verb: 'scan with this',
  when: 'signedIn && strategy.editing',
  effect: 'local',
  check: (_, environment) =>
    entryOf(environment) === ''
      ? { arg: '', found: '', expected: '', message: 'The strategy has no entry rule to scan with' }
      : null,
  run: (_, environment) => {
    const interval = environment.draft?.strategy.interval ?? ''
    const scan = {
      ...usualScan,
      logic: entryOf(environment),
      interval: isScanned(interval) ? interval : usualScan.interval,
    }
    return write(lineOfScan(scan))
  },
})

export const scanCommands = [run, edit, change, turn, again, why, backtest, ofDraft] as const
