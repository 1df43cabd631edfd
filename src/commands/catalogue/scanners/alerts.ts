import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { AlertTerms, AlertThen, CandleTerms } from '../../../domain/scanners/alert.ts'
import {
  instrumentOfPrice,
  isBeyond,
  isCrossing,
  logicOfPrice,
} from '../../../domain/scanners/price-alert.ts'
import { scanInWords } from '../../../domain/scanners/scan-address.ts'
import { shortText } from '../../../domain/strategies/definitions/written.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import {
  focusedInstrument,
  instrument,
  printInstrument,
  titleOf,
} from '../../grammar/instruments/instrument.ts'
import { alertRule, alertUniverse, type PriceOf } from '../../grammar/scanners/alert-rule.ts'
import { anyScanner, scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { problemOf } from '../orders/order-sense.ts'
import { basketOfAlert, findBasketProblem } from './alert-baskets.ts'
import { autoQuestion, ghostOfOrder, orderOfAlert, orderOfAlertArgs, thenSentence } from './alert-orders.ts'
import { act, REPEAT } from './running-alerts.ts'
import { ghostOfScan, scanArgs, scanOf } from './scan-line.ts'
import { atHand, nameOf } from './scanner-at-hand.ts'
import { shownScan } from './scans.ts'

const misplaced = (arg: string, found: string, message: string): ArgProblem => ({
  arg,
  found,
  expected: 'nothing',
  message,
})

const alertArgs = {
  ...scanArgs,
  rule: required('Rule', alertRule),
  universe: optional('Universe', alertUniverse, { word: 'on', isBare: true }),
  repeat: optional('Repeat', choice(REPEAT, [{ value: true, words: [REPEAT], title: 'Keep alerting' }])),
  ...orderOfAlertArgs,
} as const

type AlertArgs = ArgsOf<typeof alertArgs>

const priceTerms = ({ instrument, ...rule }: PriceOf, repeats: boolean): AlertTerms => ({
  logic: logicOfPrice(rule),
  universe: instrument,
  interval: 'tick',
  ...(repeats ? { repeats } : {}),
})

const watchedIn = ({ rule, repeat, universe, interval }: AlertArgs): AlertTerms => {
  if (rule.kind === 'price') return priceTerms(rule, repeat === true)
  const scan = scanOf({
    rule,
    ...(universe === undefined ? {} : { universe }),
    ...(interval === undefined ? {} : { interval }),
  })
  return { logic: scan.logic, universe: scan.universe, interval: scan.interval }
}

const behindThen = (
  args: AlertArgs,
  environment: Environment,
): { readonly terms: AlertThen; readonly problem: ArgProblem | null } => {
  const on = instrumentOfPrice(watchedIn(args).universe)
  if (args.side === 'basket') {
    const message = findBasketProblem(args, on, environment)
    return message === null
      ? { problem: null, terms: { basket: basketOfAlert(args, environment) } }
      : { problem: misplaced('side', args.side, message), terms: {} }
  }
  const order = orderOfAlert(args, on, environment)
  if (!order.ok) return { problem: problemOf(order, args, alertArgs), terms: {} }
  return { problem: null, terms: order.value === null ? {} : { order: order.value } }
}

/** `now 25,790.35, 0.81 % away`; a level on the wrong side is seen before Enter. */
const awayInWords = (rule: PriceOf, price: number): string => {
  const away = `${formatPercent((100 * Math.abs(rule.level - price)) / price)} away`
  return `now ${formatNumber(price)}, ${isBeyond(rule, price) && !isCrossing(rule) ? 'already true' : away}`
}

const priceSentence = (rule: PriceOf, repeats: boolean, environment: Environment): string => {
  const price = environment.quoteOf?.(rule.instrument)?.lastPrice ?? null
  const now = price === null ? '' : ` · ${awayInWords(rule, price)}`
  return `Alert when ${alertRule.print(rule)}, ${repeats ? 'each time' : 'once'}${now}`
}

const problemOfWatch = ({ rule, universe, interval, repeat }: AlertArgs): ArgProblem | null => {
  if (rule.kind !== 'price')
    return repeat === undefined ? null : misplaced('repeat', REPEAT, 'Candle alerts always repeat')
  if (universe === undefined && interval === undefined) return null
  const arg = universe === undefined ? 'interval' : 'universe'
  return misplaced(arg, arg, 'A price is watched on every tick of its instrument')
}

const set = command({
  id: 'alert.set',
  title: 'Alert when a rule becomes true',
  keywords: ['watch', 'notify', 'tell me', 'alarm', 'scanner', 'price'],
  verb: 'alert',
  when: 'signedIn',
  effect: 'local',
  preview: 'scan',
  isPreviewed: ({ rule }) => rule.kind !== 'price',
  args: alertArgs,
  run: (args, environment) =>
    act({ kind: 'setRule', terms: { ...watchedIn(args), ...behindThen(args, environment).terms } }),
  check: (args, environment) => problemOfWatch(args) ?? behindThen(args, environment).problem,
  asks: (args, environment) => autoQuestion(behindThen(args, environment).terms),
  describe: (args, environment) => {
    const then = thenSentence(behindThen(args, environment).terms, environment)
    const { rule, repeat } = args
    return rule.kind === 'price'
      ? `${priceSentence(rule, repeat === true, environment)}${then}`
      : `Alert when it becomes true · ${scanInWords({ ...(watchedIn(args) as CandleTerms), moment: 'close' }, false)}${then}`
  },
  ghost: ({ rule, ...args }, { preferences }) => {
    const ofScan = rule === undefined || rule.kind === 'price' ? [] : ghostOfScan(args)
    return [...ofScan, ...ghostOfOrder(args, preferences)].join(' ')
  },
})

const setOn = command({
  id: 'alert.scanner',
  title: 'Set the alert of a scanner',
  keywords: ['watch', 'notify', 'live', 'start'],
  verb: 'set alert',
  when: 'signedIn',
  effect: 'local',
  args: { scanner: required('Scanner', anyScanner, { initial: atHand }) },
  run: ({ scanner }) => act({ kind: 'setAlert', scanner }),
  check: ({ scanner }, environment) =>
    scannerOf(scanner, environment)?.alert == null
      ? null
      : {
          arg: 'scanner',
          found: scanner,
          expected: 'a scanner without an alert',
          message: `The alert of ${nameOf(scanner, environment)} is on already`,
        },
  describe: ({ scanner }, environment) => {
    const known = scannerOf(scanner, environment)
    const on = known === null ? '' : ` · ${scanInWords({ ...known, moment: 'close' }, false)}`
    return `Alert when ${nameOf(scanner, environment)} finds another symbol${on}`
  },
})

/** One key for both: the alert of what is on screen is set, or stopped where it is on. */
const toggle = command({
  id: 'alert.toggle',
  title: 'Set or stop the alert of this scan',
  keywords: ['watch', 'notify'],
  verb: 'alert on this',
  when: 'signedIn && scan.shown',
  effect: 'local',
  run: (_, environment) => {
    const { scan, of } = shownScan(environment)
    const known = scannerOf(of?.slug ?? '', environment)
    const { logic, universe, interval } = scan
    if (known === null) return act({ kind: 'setRule', terms: { logic, universe, interval } })
    return known.alert === null
      ? act({ kind: 'setAlert', scanner: known.slug })
      : act({ kind: 'stopAlert', alert: known.alert, of: known.slug })
  },
  describe: (_, environment) => {
    const { scan, of } = shownScan(environment)
    const known = scannerOf(of?.slug ?? '', environment)
    if (known?.alert != null) return `Stop the alert of ${known.name}`
    return known === null
      ? `Alert on ${shortText(scan.logic)}`
      : `Alert when ${known.name} finds another symbol`
  },
})

const write = command({
  id: 'alert.write',
  title: 'New alert',
  keywords: ['set', 'watch', 'price'],
  verb: 'new alert',
  isTyped: false,
  when: 'signedIn',
  effect: 'read',
  run: () => to('palette', { type: 'palette.open', line: 'alert ' }),
})

/** Begins at the price of now, which is then changed. */
const onPrice = command({
  id: 'alert.price',
  title: 'Alert on a price',
  keywords: ['level', 'target', 'notify'],
  verb: 'price alert',
  when: 'signedIn',
  effect: 'read',
  args: {
    instrument: required('Symbol', instrument, { initial: ({ context }) => focusedInstrument(context) }),
  },
  run: ({ instrument: of }, environment) => {
    const price = environment.quoteOf?.(of)?.lastPrice ?? ''
    return to('palette', { type: 'palette.open', line: `alert ${printInstrument(of)} > ${price}` })
  },
  describe: ({ instrument: of }, { instruments }) => `Alert on the price of ${titleOf(of, instruments)}`,
})

export const alertCommands = [set, setOn, onPrice, toggle, write] as const
