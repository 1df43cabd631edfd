import { pathOf, screenAt } from '../../domain/screens.ts'

const atRun = (path: string, name: 'slug' | 'with'): string | null =>
  screenAt(path) === 'backtest' ? new URLSearchParams(path.split('?')[1]).get(name) : null

export const slugAt = (path: string): string | null => atRun(path, 'slug')

export const comparedAt = (path: string): string | null =>
  slugAt(path) === null ? null : atRun(path, 'with')

export const pathOfRun = (slug: string): string => pathOf('backtest', { slug })

export const pathOfComparison = (slug: string, other: string): string =>
  pathOf('backtest', { slug, with: other })
