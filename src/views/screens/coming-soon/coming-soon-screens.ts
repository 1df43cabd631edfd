import { type ScreenId, screenOf } from '../../../commands/screens.ts'

export interface ComingSoonTexts {
  readonly title: string
  readonly sentence: string
}

export const comingSoonScreens: Readonly<Record<string, ComingSoonTexts>> = {
  '/dashboard': {
    title: 'Dashboard',
    sentence: 'Coming soon: daily P&L, P&L by strategy, margin used and charges paid, side by side.',
  },
  '/strategy': {
    title: 'Strategy builder',
    sentence: 'Coming soon: build a strategy on shares or option legs, with forms or as text, and save it.',
  },
  '/my-strategies': {
    title: 'My strategies',
    sentence: 'Coming soon: search, copy, backtest and deploy your saved strategies.',
  },
  '/discover-strategies': {
    title: 'Strategies',
    sentence: 'Coming soon: sample strategies to open, copy or backtest.',
  },
  '/scanners': {
    title: 'All scanners',
    sentence: 'Coming soon: all scanners, yours and the samples, in one list.',
  },
  '/my-scanners': {
    title: 'My scanners',
    sentence: 'Coming soon: run your saved scanners, and set and stop their alerts.',
  },
  '/discover-scanners': {
    title: 'Scanners',
    sentence: 'Coming soon: sample scanners to open, copy or run.',
  },
  '/scanner': {
    title: 'Create Scanner',
    sentence: 'Coming soon: scan a universe or a watchlist for stocks that match a condition now.',
  },
  '/scanner/:slug': {
    title: 'Scanner',
    sentence: 'Coming soon: edit and run a saved scanner, and set its alerts.',
  },
  '/scanner-result': {
    title: 'Scanner result',
    sentence: 'Coming soon: the stocks found by a scan, with live prices.',
  },
  '/scanner-details': {
    title: 'Scanner details',
    sentence: 'Coming soon: the alerts of a scanner, newest first.',
  },
  '/live-trades': {
    title: 'Live Strategies',
    sentence:
      'Coming soon: live, auto and virtual deployments with their P&L and orders, and a stop button for each.',
  },
  '/live-alerts': {
    title: 'Live Scanners',
    sentence: 'Coming soon: view and stop running scanner alerts.',
  },
  '/analyze': {
    title: 'Analyze',
    sentence:
      'Coming soon: charts of put-call ratio, advances and declines, straddle IV and a technical summary.',
  },
  '/deployment-dialog': {
    title: 'Deploy',
    sentence: 'Coming soon: choose mode, symbols, quantity and limits of a strategy, and start it.',
  },
}

export const isComingSoon = (screen: ScreenId): boolean =>
  comingSoonScreens[screenOf(screen).path.split('?')[0] ?? ''] !== undefined
