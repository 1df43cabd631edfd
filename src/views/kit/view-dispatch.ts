import type { EventFrom } from 'xstate'
import type { KeptCurrentRequest } from '../../machines/kept-current.ts'
import type { Machines } from '../../machines/requests.ts'

type Of<Name extends keyof Machines, Type extends EventFrom<Machines[Name]>['type']> = Name extends Name
  ? { readonly to: Name; readonly event: Extract<EventFrom<Machines[Name]>, { readonly type: Type }> }
  : never

type Typed =
  | Of<'palette', 'palette.type' | 'palette.choose' | 'palette.older' | 'palette.newer' | 'palette.answer'>
  | Of<'palette', 'palette.enter'>
  | Of<'ticket', 'ticket.change'>
  | Of<'basket', 'basket.change'>
  | Of<'scalper', 'scalper.pick' | 'scalper.setLots' | 'scalper.price' | 'scalper.trades'>
  | Of<'candleImport', 'import.choose' | 'import.instrument' | 'import.interval' | 'import.option'>
  | Of<'holidayImport', 'holidays.choose' | 'holidays.builtIn'>
  | Of<'strategyEditor', 'editor.change'>
  | Of<'deployments', 'deployments.filter'>
  | Of<'deployForm', 'deploy.change'>
  | Of<'lineMove', 'line.move' | 'line.sent' | 'line.refused'>
  | Of<'drawings', 'drawing.point' | 'drawing.stroke' | 'drawing.back' | 'drawing.finish' | 'drawing.write'>
  | Of<'drawings', 'drawing.move' | 'drawing.select'>
  | Of<'chartLayout', 'layout.focus'>
  | Of<'navigation', 'view.replace'>
  | Of<'hints', 'hint.hand'>
  | Of<'trainer', 'drill.ask' | 'drill.right' | 'drill.wrong'>

type Closed =
  | Of<'palette', 'palette.close'>
  | Of<'killSwitch', 'kill.back'>
  | Of<'ticket', 'ticket.back' | 'ticket.close'>
  | Of<'basket', 'basket.back'>
  | Of<'lineMove', 'line.putBack'>
  | Of<'drawings', 'drawing.cancel'>
  | Of<'orderActions', 'act.dismiss'>
  | Of<'orderDetails', 'details.close'>
  | Of<'noticePanel', 'notices.close'>
  | Of<'holidayImport', 'holidays.cancel'>
  | Of<'auth', 'auth.changeSeen'>
  | Of<'strategyPanel', 'panel.set'>
  | Of<'tradeReview', 'review.close'>
  | Of<'deployForm', 'deploy.back' | 'deploy.close'>
  | Of<'proposals', 'proposal.close'>

export type KeptCurrentName =
  | 'dayPnl'
  | 'breadth'
  | 'positionRisk'
  | 'optionDay'
  | 'termStructure'
  | 'combinedPremium'
  | 'marketMap'
  | 'accountHistory'
  | 'automationHistory'
  | 'marginByDay'
  | 'notActed'
  | 'journal'
  | 'dayRecord'
  | 'scrubChain'
  | 'accountFunds'
  | 'taxReport'
  | 'marketIndicators'
  | 'deploymentChart'
  | 'scanResult'
  | 'scanMisses'
  | 'scanHistory'
  | 'scanWhy'
  | 'scanner'
  | 'scannerVersions'
  | 'alerts'
  | 'alertLog'

/** Not one type for each name: beyond 25 of them TypeScript compares none. */
interface OfKeptCurrent {
  readonly to: KeptCurrentName
  readonly event: KeptCurrentRequest
}

type Shown =
  | OfKeptCurrent
  | Of<'scanners', 'current.watch' | 'current.unwatch' | 'current.ask'>
  | Of<'palette', 'palette.refresh'>
  | Of<'optionChains', 'chain.watch' | 'chain.unwatch' | 'chain.retry'>
  | Of<'depth' | 'lineDepth', 'depth.watch' | 'depth.unwatch'>
  | Of<'tripNotes', 'notes.load'>
  | Of<'trainer', 'drill.offer'>
  | Of<'drills', 'current.ask'>
  | Of<'scrub', 'scrub.to'>
  | Of<'tripCandles', 'candles.want' | 'candles.retry' | 'candles.forget'>
  | Of<'technicals', 'technicals.watch' | 'technicals.unwatch' | 'technicals.again'>
  | Of<'gtts', 'current.ask'>
  | Of<'scalper', 'scalper.shown' | 'scalper.hidden'>
  | Of<'charts', 'charts.watch' | 'charts.unwatch' | 'chart.instrument'>
  | Of<'charts', 'chart.older' | 'chart.grown' | 'chart.retry' | 'chart.arrived' | 'chart.paneShare'>
  | Of<'chartPicture', 'picture.taken' | 'picture.failed'>
  | Of<'drawings', 'drawings.watch' | 'drawings.unwatch' | 'drawings.load'>
  | Of<'orderBook' | 'positions' | 'holdings' | 'riskLimits' | 'webhook' | 'holidays', 'reload.now'>
  | Of<'savedLayouts' | 'definitions', 'reload.now'>
  | Of<'definitionVersions', 'request.send'>
  | Of<'orderDetails', 'details.open'>
  | Of<'backtest', 'backtest.open'>
  | Of<'tradeReview', 'review.list' | 'review.open' | 'review.retry'>
  | Of<'savedRuns', 'savedRuns.load' | 'savedRuns.more'>
  | Of<'strategies' | 'sampleStrategies', 'strategies.load' | 'strategies.more' | 'strategies.point'>
  | Of<'strategyPanel', 'panel.show' | 'panel.leave' | 'panel.retry'>
  | Of<'deployments', 'deployments.load' | 'deployments.point'>
  | Of<'deployForm', 'deploy.open' | 'deploy.retry'>
  | Of<'parity', 'parity.retry'>
  | Of<'proposals', 'proposals.load' | 'proposals.point'>
  | Of<'deploymentLog', 'log.show' | 'log.hide' | 'log.more' | 'log.retry'>
  | Of<'strategyEditor', 'editor.retry'>
  | Of<'runComparison', 'comparison.retry'>
  | Of<'legsMargin', 'request.send'>
  | Of<'legsPayoff', 'request.send' | 'request.retry'>
  | Of<'rulePreview', 'preview.show' | 'preview.hide' | 'preview.retry'>
  | Of<'watchlists', 'watchlist.load'>
  | Of<'storedSeries', 'request.retry'>
  | Of<'indicatorGuide', 'guide.load'>
  | Of<'instruments', 'instruments.reload'>
  | Of<'engines', 'engines.retry'>
  | Of<'notificationStream', 'notices.reload' | 'stream.retry'>
  | Of<'auth', 'auth.retry'>

/** Anything else that a view wants is a command, so that keys, macros and hints know of it. */
export type ViewDispatch = Typed | Closed | Shown
