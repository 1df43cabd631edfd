import { formatPercent } from '../../domain/format.ts'

export const drawdownInWords = (value: number | null): string =>
  formatPercent(value === null ? null : Math.abs(value), 1)
