import { pathOf, type ScreenId, screens } from '../../../domain/screens.ts'

export interface ComingSoonTexts {
  readonly title: string
  readonly sentence: string
}

const sentences: Readonly<Partial<Record<ScreenId, string>>> = {
  dashboard: 'Coming soon: daily P&L, P&L by strategy, margin used and charges paid, side by side.',
  scanners: 'Coming soon: all scanners, yours and the samples, in one list.',
  'my-scanners': 'Coming soon: run your saved scanners, and set and stop their alerts.',
  'discover-scanners': 'Coming soon: sample scanners to open, copy or run.',
  'create-scanner': 'Coming soon: scan a universe or a watchlist for stocks that match a condition now.',
  'scanner-details': 'Coming soon: the alerts of a scanner, newest first.',
  'live-alerts': 'Coming soon: view and stop running scanner alerts.',
  analyze:
    'Coming soon: charts of put-call ratio, advances and declines, straddle IV and a technical summary.',
}

const savedScanner = {
  title: 'Scanner',
  sentence: 'Coming soon: edit and run a saved scanner, and set its alerts.',
}

export const comingSoonScreens: Readonly<Record<string, ComingSoonTexts>> = {
  ...Object.fromEntries(
    screens.flatMap(({ id, path, title }) => {
      const sentence = sentences[id]
      return sentence === undefined ? [] : [[path, { title, sentence }]]
    }),
  ),
  [`${pathOf('create-scanner')}/:slug`]: savedScanner,
}

export const isComingSoon = (screen: ScreenId): boolean =>
  comingSoonScreens[pathOf(screen).split('?')[0] ?? ''] !== undefined
