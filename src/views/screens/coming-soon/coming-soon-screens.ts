import { type ScreenId, screenOf } from '../../../commands/screens.ts'

export interface ComingSoonTexts {
  readonly title: string
  readonly sentence: string
}

export const comingSoonScreens: Readonly<Record<string, ComingSoonTexts>> = {
  '/dashboard': {
    title: 'Dashboard',
    sentence:
      'Here the P&L of every day, each strategy, margins used and charges paid will stand side by side.',
  },
  '/strategy': {
    title: 'Strategy builder',
    sentence:
      'Here a strategy on shares or option legs will be put together, as sentences and as text, and saved.',
  },
  '/my-strategies': {
    title: 'My strategies',
    sentence: 'Here your saved strategies will be searched, copied, backtested and deployed.',
  },
  '/discover-strategies': {
    title: 'Strategies',
    sentence: 'Here sample strategies will be listed, each to be opened, copied or backtested.',
  },
  '/scanners': {
    title: 'All scanners',
    sentence: 'Here every scanner, yours and the samples, will be one list.',
  },
  '/my-scanners': {
    title: 'My scanners',
    sentence: 'Here your saved scanners will be run, and their alerts set and stopped.',
  },
  '/discover-scanners': {
    title: 'Scanners',
    sentence: 'Here sample scanners will be listed, each to be opened, copied or run.',
  },
  '/scanner': {
    title: 'Create Scanner',
    sentence: 'Here a condition over a universe or a watchlist will find the stocks that match it now.',
  },
  '/scanner/:slug': {
    title: 'Scanner',
    sentence: 'Here a saved scanner will be edited, run, and watched for alerts.',
  },
  '/scanner-result': {
    title: 'Scanner result',
    sentence: 'Here the stocks a scan found will be listed with their live prices.',
  },
  '/scanner-details': {
    title: 'Scanner details',
    sentence: 'Here the alerts of a scanner will be listed, newest first.',
  },
  '/live-trades': {
    title: 'Live Strategies',
    sentence:
      'Here running deployments, live, auto and virtual, will show their P&L and orders, and can be stopped.',
  },
  '/live-alerts': {
    title: 'Live Scanners',
    sentence: 'Here running scanner alerts will be watched and stopped.',
  },
  '/analyze': {
    title: 'Analyze',
    sentence:
      'Here put-call ratio, advances and declines, straddle volatility and a technical summary will be charted over time.',
  },
  '/deployment-dialog': {
    title: 'Deploy',
    sentence: 'Here a strategy will be given its mode, symbols, quantity and limits, and started.',
  },
}

export const isLater = (screen: ScreenId): boolean =>
  comingSoonScreens[screenOf(screen).path.split('?')[0] ?? ''] !== undefined
