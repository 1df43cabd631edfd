import { pathOf, readOn } from '../screens.ts'

export const introPages = ['equity', 'options', 'automate', 'virtual', 'backtest', 'direct'] as const
export type IntroPage = (typeof introPages)[number]

/** The first page if the query names none that exists. */
export const readIntro = (query: URLSearchParams): IntroPage =>
  introPages.find((one) => one === query.get('page')) ?? introPages[0]

export const introAt = (path: string): IntroPage | null => readOn('intro', path, readIntro)

export const pathOfIntro = (page: IntroPage): string => pathOf('intro', { page })

/** After the last comes the first. */
export const introBeside = (page: IntroPage, by: 1 | -1): IntroPage => {
  const at = introPages.indexOf(page) + by + introPages.length
  return introPages[at % introPages.length] ?? page
}
