import { pathOfAnalysis, plainAnalysis } from '../../domain/analysis/analysis-address.ts'
import {
  type DashboardPeriod,
  type DashboardShown,
  pathOfDashboard,
  plainDashboard,
} from '../../domain/analysis/dashboard-address.ts'
import { periodAfter, periodAround, periodBefore, periodNames } from '../../domain/analysis/period.ts'
import { universeInWords } from '../../domain/scanners/universe.ts'
import { command, optional, required, to } from '../command.ts'
import type { Environment } from '../environment.ts'
import { accountBook } from '../grammar/account-book.ts'
import { choice } from '../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../grammar/instruments/instrument.ts'
import { nearInstruments } from '../grammar/instruments/traded-instrument.ts'
import { nextOrPrevious } from '../grammar/next-or-previous.ts'
import { universe } from '../grammar/scanners/universe.ts'

const shown = ({ analyzed }: Environment) => analyzed ?? plainAnalysis

export const openAnalysis = command({
  id: 'analysis.open',
  title: 'Analyze',
  keywords: ['technical', 'rating', 'pcr', 'advance decline', 'straddle', 'pivots'],
  verb: 'analyze',
  aliases: ['analyse', 'technicals'],
  when: 'signedIn',
  effect: 'read',
  args: {
    instrument: required('Instrument', instrument, {
      initial: (environment) =>
        focusedInstrument(environment.context) ??
        nearInstruments(environment)[0] ??
        shown(environment).instrument,
    }),
  },
  run: ({ instrument: id }, environment) =>
    to('navigation', {
      type: 'view.open',
      path: pathOfAnalysis({ ...shown(environment), instrument: id }),
    }),
  describe: ({ instrument: id }, { instruments }) => `Analyze ${titleOf(id, instruments)}`,
})

export const openMarketMap = command({
  id: 'analysis.map',
  title: 'Heat map and movers',
  keywords: ['treemap', 'sectors', 'gainers', 'losers', 'breadth'],
  verb: 'heat map',
  aliases: ['heatmap', 'movers'],
  when: 'signedIn',
  effect: 'read',
  args: { universe: optional('Universe', universe) },
  run: ({ universe: of }, environment) =>
    to('navigation', {
      type: 'view.open',
      path: pathOfAnalysis({ ...shown(environment), universe: of ?? shown(environment).universe }),
    }),
  describe: ({ universe: of }, environment) =>
    `Heat map and movers of ${universeInWords(of ?? shown(environment).universe)}`,
})

const period = choice<DashboardPeriod>('month, quarter, year or all', [
  { value: 'month', words: ['month', 'monthly'], title: 'Month' },
  { value: 'quarter', words: ['quarter', 'quarterly'], title: 'Quarter' },
  { value: 'year', words: ['fy', 'year', 'yearly'], title: 'Financial year' },
  { value: 'all', words: ['all'], title: 'All' },
])

const dashboard = ({ dashboard: of }: Environment): DashboardShown => of ?? plainDashboard

export const openDashboard = command({
  id: 'dashboard.open',
  title: 'Dashboard',
  keywords: ['performance', 'p&l', 'pnl', 'drawdown', 'calendar'],
  verb: 'dashboard',
  when: 'signedIn',
  effect: 'read',
  args: { period: optional('Period', period), book: optional('Book', accountBook) },
  run: ({ period: kind, book: of }, environment) => {
    const shownNow = dashboard(environment)
    const next = { ...shownNow, kind: kind ?? shownNow.kind, book: of ?? shownNow.book }
    return to('navigation', { type: 'view.open', path: pathOfDashboard(next) })
  },
  describe: ({ period: kind, book: of }, environment) => {
    const { kind: before, book: bookBefore } = dashboard(environment)
    return `Dashboard: ${periodNames[kind ?? before]}, ${of ?? bookBefore} book`
  },
})

const side = nextOrPrevious('The next period', 'The previous period')

export const stepPeriod = command({
  id: 'dashboard.step',
  title: 'Previous or next period',
  keywords: ['month', 'quarter', 'year', 'dashboard'],
  verb: 'period',
  when: 'signedIn && view == dashboard',
  effect: 'read',
  args: { by: required('Direction', side) },
  run: ({ by }, environment) => {
    const shownNow = dashboard(environment)
    const { today } = environment
    const now = periodAround(shownNow.kind, shownNow.at ?? today, { from: today, to: today })
    const { from } = by === 1 ? periodAfter(now) : periodBefore(now)
    const at = from > today ? null : from
    return to('navigation', { type: 'view.open', path: pathOfDashboard({ ...shownNow, at }) })
  },
  describe: ({ by }) => (by === 1 ? 'Next period' : 'Previous period'),
})

export const analysisCommands = [openAnalysis, openMarketMap, openDashboard, stepPeriod] as const
