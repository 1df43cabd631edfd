import { pathOf, screenAt } from '../../domain/screens.ts'

export const slugAt = (path: string): string | null =>
  screenAt(path) === 'backtest' ? new URLSearchParams(path.split('?')[1]).get('slug') : null

export const pathOfRun = (slug: string): string => pathOf('backtest', { slug })
