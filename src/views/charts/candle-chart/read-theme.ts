import type { ChartTheme } from './paint.ts'

const seriesTokens = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6']

export const readTheme = (element: Element): ChartTheme => {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'black'
  const family = style.getPropertyValue('--sans').trim() || 'sans-serif'
  const size = style.getPropertyValue('--t-xs').trim() || '10.5px'
  return {
    surface: token('--surface'),
    line: token('--line-soft'),
    lineStrong: token('--line-strong'),
    ink: token('--ink'),
    inkQuiet: token('--ink-3'),
    inkInverse: token('--ink-inv'),
    up: token('--up'),
    down: token('--down'),
    upSoft: mixed(token('--up')),
    downSoft: mixed(token('--down')),
    buy: token('--buy'),
    sell: token('--sell'),
    series: seriesTokens.map(token),
    font: `450 ${size} ${family}`,
    boldFont: `600 ${size} ${family}`,
  }
}

const mixed = (colour: string): string => `color-mix(in srgb, ${colour} 22%, transparent)`
