import { describe, expect, test } from 'vitest'
import { screenAt, screens } from '../../src/commands/screens.ts'

describe('the screen of a path', () => {
  test.each(screens.map(({ id, path }) => [path, id]))('%s is %s', (path, id) => {
    expect(screenAt(path)).toBe(id)
  })

  test.each([
    ['/settings?section=data', 'settings'],
    ['/backtest?slug=ema-1', 'backtest'],
    ['/strategy?slug=mine', 'strategy'],
    ['/scanner/oversold', 'create-scanner'],
    ['/scanner/oversold/more', null],
    ['/nowhere', null],
  ])('%s leads to %s', (path, id) => {
    expect(screenAt(path)).toBe(id)
  })
})
