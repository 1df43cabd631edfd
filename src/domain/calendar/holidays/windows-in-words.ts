import type { TradingWindow } from '../exchange-years.ts'

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const windowsInWords = (windows: readonly TradingWindow[] | null): string =>
  windows === null ? 'closed' : windows.map(({ from, to }) => `${clock(from)}–${clock(to)}`).join(', ')
