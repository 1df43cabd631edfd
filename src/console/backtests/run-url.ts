import { pathOf, readOn } from '../../domain/screens.ts'

const atRun = (path: string, name: 'slug' | 'with'): string | null =>
  readOn('backtest', path, (query) => query.get(name))

export const slugAt = (path: string): string | null => atRun(path, 'slug')

export const comparedAt = (path: string): string | null =>
  slugAt(path) === null ? null : atRun(path, 'with')

export const pathOfRun = (slug: string): string => pathOf('backtest', { slug })

export const pathOfComparison = (slug: string, other: string): string =>
  pathOf('backtest', { slug, with: other })
