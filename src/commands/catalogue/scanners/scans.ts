import type { Scan, ScanInterval } from '../../../domain/scanners/scan.ts'
import {
  isScanned,
  pathOfScan,
  type ScanPlace,
  type ScanTab,
  type ShownScan,
  scanInWords,
  usualScan,
} from '../../../domain/scanners/scan-address.ts'
import { parseUniverse, printUniverse, type ScanUniverse } from '../../../domain/scanners/universe.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment, KnownScanner } from '../../environment.ts'
import { condition } from '../../grammar/backtests/condition.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { scanInterval } from '../../grammar/scanners/scan-interval.ts'
import { anyScanner, scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { universe } from '../../grammar/scanners/universe.ts'

/** Not `close`, with which a rule begins. */
const moment = choice<Scan['moment']>('live or closed', [
  { value: 'live', words: ['live'], title: 'On the candle in progress, at its price now' },
  { value: 'close', words: ['closed'], title: 'On the last candle that has closed' },
])

interface ScanArgs {
  readonly rule: Condition
  readonly universe?: ScanUniverse
  readonly interval?: ScanInterval
  readonly moment?: Scan['moment']
}

export const scanArgs = {
  rule: required('Rule', condition),
  universe: optional('Universe', universe, { word: 'on', isBare: true }),
  interval: optional('Candles', scanInterval),
} as const

export const scanOf = (args: ScanArgs): Scan => ({
  logic: printCondition(args.rule),
  universe: args.universe === undefined ? usualScan.universe : printUniverse(args.universe),
  interval: args.interval ?? usualScan.interval,
  moment: args.moment ?? usualScan.moment,
})

const show = ({ scan, of }: Pick<ShownScan, 'scan' | 'of'>, beside: ScanPlace = {}) =>
  to('navigation', { type: 'view.open', path: pathOfScan(of, scan, beside) })

const universeText = (text: string): string => {
  const known = parseUniverse(text)
  return known === null ? text : universe.print(known)
}

export const ghostOfScan = ({ universe: of, interval }: Partial<ScanArgs>): readonly string[] => [
  ...(of === undefined ? [`on ${universeText(usualScan.universe)}`] : []),
  ...(interval === undefined ? [usualScan.interval] : []),
]

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
  },
  run: (args) => show({ scan: scanOf(args), of: null }),
  describe: (args) => `Scan ${scanInWords(scanOf(args), args.moment !== undefined)}`,
  ghost: (args) => [...ghostOfScan(args), ...(args.moment === undefined ? [usualScan.moment] : [])].join(' '),
})

export const shownScan = ({ scan }: Environment): ShownScan =>
  scan ?? { scan: { ...usualScan, logic: '' }, tab: 'found', of: null }

export const lineOfScan = ({ logic, universe: of, interval, moment: at }: Scan): string =>
  `scan ${logic} on ${universeText(of)} ${interval}${at === usualScan.moment ? '' : ` ${moment.print(at)}`}`

const edit = command({
  id: 'scan.edit',
  title: 'Change the scan',
  keywords: ['rule', 'universe', 'candles', 'line'],
  verb: 'change scan',
  when: 'signedIn && scan.shown',
  effect: 'local',
  run: (_, environment) =>
    to('palette', { type: 'palette.open', line: lineOfScan(shownScan(environment).scan) }),
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
  { value: 'misses', words: ['misses'], title: 'Those for which the price has to go least' },
  { value: 'unknown', words: ['unknown'], title: 'Those that could not be judged, and why' },
  { value: 'history', words: ['history'], title: 'How many were found each day, and what followed' },
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
  run: (_, environment) => {
    const { logic, interval } = shownScan(environment).scan
    const focused = focusedInstrument(environment.context)
    const on = focused === undefined ? 'nifty50' : titleOf(focused, environment.instruments)
    return to('palette', { type: 'palette.open', line: `bt ${logic} on ${on} 1y ${interval}` })
  },
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
    return to('palette', { type: 'palette.open', line: lineOfScan(scan) })
  },
})

export const scanCommands = [run, edit, change, turn, again, why, backtest, ofDraft] as const
