import { type ScreenId, screens } from '../../../domain/screens.ts'

export interface ComingSoonTexts {
  readonly title: string
  readonly sentence: string
}

const sentences: Readonly<Partial<Record<ScreenId, string>>> = {
  dashboard: 'Coming soon: daily P&L, P&L by strategy, margin used and charges paid, side by side.',
  analyze:
    'Coming soon: charts of put-call ratio, advances and declines, straddle IV and a technical summary.',
}

export const comingSoonScreens: Readonly<Record<string, ComingSoonTexts>> = Object.fromEntries(
  screens.flatMap(({ id, path, title }) => {
    const sentence = sentences[id]
    return sentence === undefined ? [] : [[path, { title, sentence }]]
  }),
)
