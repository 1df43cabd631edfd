import type { Scan, ScanInterval } from '../../../domain/scanners/scan.ts'
import { usualScan } from '../../../domain/scanners/scan-address.ts'
import { parseUniverse, printUniverse, type ScanUniverse } from '../../../domain/scanners/universe.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { optional, required } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { condition } from '../../grammar/backtests/condition.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { scanInterval } from '../../grammar/scanners/scan-interval.ts'
import { universe } from '../../grammar/scanners/universe.ts'

/** Not `close`, with which a rule begins. */
export const moment = choice<Scan['moment']>('live or closed', [
  { value: 'live', words: ['live'], title: 'On the candle in progress, at its price now' },
  { value: 'close', words: ['closed'], title: 'On the last candle that has closed' },
])

export interface ScanArgs {
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

const universeText = (text: string): string => {
  const known = parseUniverse(text)
  return known === null ? text : universe.print(known)
}

export const ghostOfScan = ({ universe: of, interval }: Partial<ScanArgs>): readonly string[] => [
  ...(of === undefined ? [`on ${universeText(usualScan.universe)}`] : []),
  ...(interval === undefined ? [usualScan.interval] : []),
]

export const lineOfScan = ({ logic, universe: of, interval, moment: at }: Scan): string =>
  `scan ${logic} on ${universeText(of)} ${interval}${at === usualScan.moment ? '' : ` ${moment.print(at)}`}`

export const lineOfAlertOn = (scan: Scan): string =>
  lineOfScan({ ...scan, moment: usualScan.moment }).replace(/^scan/, 'alert')

export const lineOfBacktest = ({ logic, interval }: Scan, environment: Environment): string => {
  const focused = focusedInstrument(environment.context)
  const on = focused === undefined ? 'nifty50' : titleOf(focused, environment.instruments)
  return `bt ${logic} on ${on} 1y ${interval}`
}
