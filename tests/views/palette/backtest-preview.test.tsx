import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BacktestTiles } from '../../../src/views/palette/backtest-preview.tsx'
import { date } from '../../support/engine/notation.ts'

test.each([
  { cutDays: null, isLimitLifted: true, words: 'full: no span limit' },
  { cutDays: null, isLimitLifted: false, words: 'full span' },
  { cutDays: 1, isLimitLifted: false, words: 'cut by 1 day' },
  { cutDays: 275, isLimitLifted: false, words: 'cut by 275 days' },
])('the span of a run says: $words', ({ cutDays, isLimitLifted, words }) => {
  const [firstDay, lastDay] = [date('2024-01-01'), date('2024-12-31')]
  const known = {
    kind: 'backtest',
    instruments: 1,
    rows: 9,
    source: 'imported',
    estimateMs: 4,
    cost: null,
  } as const
  render(<BacktestTiles preview={{ ...known, firstDay, lastDay, cutDays, isLimitLifted }} />)
  expect(screen.getByText('1 Jan – 31 Dec 2024').parentElement?.textContent).toContain(words)
})
