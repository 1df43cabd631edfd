import type { AlertTerms } from '../../../domain/scanners/alert.ts'
import {
  instrumentOfPrice,
  levelOfLogic,
  logicOfPrice,
  type PriceRule,
  priceInWords,
  priceRuleOf,
  ruleAt,
} from '../../../domain/scanners/price-alert.ts'
import { pathOf, pathOfScanner } from '../../../domain/screens.ts'
import type { ScannerAct } from '../../../machines/scanners/scanner-acts.ts'
import { type ArgsOf, command, required, to } from '../../command.ts'
import type { Environment, KnownAlert } from '../../environment.ts'
import { printInstrument } from '../../grammar/instruments/instrument.ts'
import { trigger } from '../../grammar/orders/order-price.ts'
import { alertName, alertOf } from '../../grammar/scanners/alert-name.ts'
import { scannerOf } from '../../grammar/scanners/scanner-name.ts'
import { legsAgain } from './alert-baskets.ts'
import { lineOfOrder } from './alert-orders.ts'
import { lineOfAlertOn, lineOfScan } from './scan-line.ts'
import { atHand } from './scanner-at-hand.ts'

export const REPEAT = 'repeat'

export const act = (what: ScannerAct) => to('scannerActs', { type: 'scanner.act', act: what })

const focusedAlert = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'alert' ? context['focus.key'] : undefined

/** The alert under the cursor, or that of the scanner under it or on screen. */
const alertAtHand = (environment: Environment): string | undefined =>
  focusedAlert(environment) ?? scannerOf(atHand(environment) ?? '', environment)?.alert ?? undefined

const termsOf = ({
  slug,
  logic,
  universe,
  interval,
  repeats,
  order,
  basket,
}: KnownAlert): string | AlertTerms =>
  slug ?? {
    logic,
    universe,
    interval,
    ...(repeats === true ? { repeats } : {}),
    ...(order === undefined ? {} : { order }),
    ...(basket === undefined ? {} : { basket }),
  }

const nameOfAlert = (alert: string, environment: Environment): string =>
  alertOf(alert, environment)?.scannerName ?? alert

const stop = command({
  id: 'alert.stop',
  title: 'Stop an alert',
  keywords: ['end', 'scanner', 'watch'],
  verb: 'stop alert',
  when: 'signedIn',
  effect: 'local',
  args: { alert: required('Alert', alertName, { initial: alertAtHand }) },
  run: ({ alert }, environment) => {
    const known = alertOf(alert, environment)
    return act({
      kind: 'stopAlert',
      alert: known?.alertUuid ?? alert,
      of: known === null ? null : termsOf(known),
    })
  },
  describe: ({ alert }, environment) => `Stop the alert ${nameOfAlert(alert, environment)}`,
})

const stopAll = command({
  id: 'alert.stopAll',
  title: 'Stop all alerts',
  keywords: ['end', 'scanners'],
  verb: 'stop all alerts',
  when: 'signedIn',
  effect: 'local',
  run: () => act({ kind: 'stopAll' }),
})

const log = command({
  id: 'alert.log',
  title: 'Open the log of an alert',
  keywords: ['raised', 'history', 'scanner'],
  verb: 'alert log',
  when: 'signedIn',
  effect: 'read',
  args: { alert: required('Alert', alertName, { initial: alertAtHand }) },
  run: ({ alert }, environment) =>
    to('navigation', {
      type: 'view.open',
      path: pathOf('scanner-details', { alert: alertOf(alert, environment)?.alertUuid ?? alert }),
    }),
  describe: ({ alert }, environment) => `Log of the alert ${nameOfAlert(alert, environment)}`,
})

const lineOfAlert = ({ logic, universe, interval, repeats, order, basket }: KnownAlert): string => {
  const then = lineOfOrder({ order, basket })
  if (interval !== 'tick') {
    const scan = { logic, universe, interval, moment: 'live' } as const
    return then === '' ? lineOfScan(scan) : `${lineOfAlertOn(scan)}${then}`
  }
  const id = instrumentOfPrice(universe)
  const price = levelOfLogic(logic)
  return `alert ${id === null ? universe : printInstrument(id)} ${price}${repeats === true ? ` ${REPEAT}` : ''}${then}`
}

/** The rule of the alert under the cursor as a line, to be changed. */
const open = command({
  id: 'alert.rule',
  title: 'Open the rule of an alert',
  keywords: ['scan', 'edit', 'scanner'],
  verb: 'open alert',
  when: 'signedIn',
  effect: 'read',
  args: { alert: required('Alert', alertName, { initial: focusedAlert }) },
  run: ({ alert }, environment) => {
    const known = alertOf(alert, environment)
    if (known === null) return []
    return known.slug === null
      ? [
          ...legsAgain(known.basket, environment),
          to('palette', { type: 'palette.open', line: lineOfAlert(known) }),
        ]
      : to('navigation', { type: 'view.open', path: pathOfScanner(known.slug) })
  },
  describe: ({ alert }, environment) => `Open ${nameOfAlert(alert, environment)}`,
})

const changeArgs = {
  alert: required('Alert', alertName, { initial: alertAtHand }),
  level: required('Level', trigger),
} as const

/** Null where it has ended, or its rule is more than a price. */
const changedRule = (
  { alert, level }: ArgsOf<typeof changeArgs>,
  environment: Environment,
): { readonly of: KnownAlert; readonly rule: PriceRule } | null => {
  const of = alertOf(alert, environment)
  const rule = of?.interval === 'tick' && of.status === 'running' ? priceRuleOf(of.logic) : null
  if (of === null || rule === null) return null
  const id = instrumentOfPrice(of.universe)
  const last = id === null ? null : (environment.quoteOf?.(id)?.lastPrice ?? null)
  return { of, rule: ruleAt(rule, level, last) }
}

const change = command({
  id: 'alert.change',
  title: 'Change the level of a price alert',
  keywords: ['move', 'edit', 'price'],
  verb: 'change alert',
  when: 'signedIn',
  effect: 'local',
  args: changeArgs,
  run: (args, environment) => {
    const changed = changedRule(args, environment)
    if (changed === null) return []
    const { alertUuid, logic } = changed.of
    return act({ kind: 'changeAlert', alert: alertUuid, logic: logicOfPrice(changed.rule), was: logic })
  },
  check: (args, environment) =>
    changedRule(args, environment) === null
      ? {
          arg: 'alert',
          found: args.alert,
          expected: 'an alert on a price',
          message: 'Only an alert on a price that runs can be moved.',
        }
      : null,
  describe: (args, environment) => {
    const changed = changedRule(args, environment)
    if (changed === null) return 'Change the level of a price alert'
    const { of, rule } = changed
    return `Alert when ${priceInWords(of.universe, logicOfPrice(rule))} instead of ${levelOfLogic(of.logic)}`
  },
})

const MUTED_MAX = 300

const isMuted = (name: string, { preferences }: Environment): boolean =>
  preferences.mutedAlerts.includes(name)

const sound = command({
  id: 'alert.sound',
  title: 'Sound of an alert on or off',
  keywords: ['mute', 'quiet'],
  verb: 'mute alert',
  when: 'signedIn',
  effect: 'local',
  args: { alert: required('Alert', alertName, { initial: alertAtHand }) },
  run: ({ alert }, environment) => {
    const name = nameOfAlert(alert, environment)
    const { mutedAlerts } = environment.preferences
    const others = mutedAlerts.filter((one) => one !== name)
    const value = isMuted(name, environment) ? others : [...others, name].slice(-MUTED_MAX)
    return to('preferences', { type: 'preference.set', name: 'mutedAlerts', value })
  },
  describe: ({ alert }, environment) => {
    const name = nameOfAlert(alert, environment)
    return `Sound of the alert ${name} ${isMuted(name, environment) ? 'on' : 'off'}`
  },
})

export const runningAlertCommands = [stop, stopAll, log, open, change, sound] as const
