import { screens } from '../commands/screens.ts'

/** The screen a path leads to: the one with the very same query first. Empty where no screen is. */
export const screenAt = (path: string): string => {
  const bare = path.split('?')[0] ?? ''
  const found =
    screens.find((screen) => screen.path === path) ?? screens.find((screen) => screen.path === bare)
  if (found !== undefined) return found.id
  return /^\/scanner\/[^/]+$/.test(bare) ? 'create-scanner' : ''
}

/** The run a path shows, or null. */
export const slugAt = (path: string): string | null => {
  const [bare, query] = path.split('?')
  return bare === '/backtest' ? new URLSearchParams(query).get('slug') : null
}

export const pathOfRun = (slug: string): string => `/backtest?slug=${encodeURIComponent(slug)}`
