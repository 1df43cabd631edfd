export const slugAt = (path: string): string | null => {
  const [bare, query] = path.split('?')
  return bare === '/backtest' ? new URLSearchParams(query).get('slug') : null
}

export const pathOfRun = (slug: string): string => `/backtest?slug=${encodeURIComponent(slug)}`
