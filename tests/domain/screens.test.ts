import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathOf, pathOfScanner, type ScreenId, screenAt, screens } from '../../src/domain/screens.ts'

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

describe('the path of a screen', () => {
  test.each<[ScreenId, Readonly<Record<string, string>>, string]>([
    ['home', {}, '/'],
    ['settings', { section: 'keys' }, '/settings?section=keys'],
    [
      'trading-view',
      { symbol: 'INDICES_NIFTY 50', interval: 'day' },
      '/trading-view?symbol=INDICES_NIFTY%2050&interval=day',
    ],
    ['equity-trader', { slug: 'mine' }, '/strategy?defaultType=equity&slug=mine'],
  ])('%s with %j is %s', (id, query, path) => {
    expect(pathOf(id, query)).toBe(path)
    expect(screenAt(path)).toBe(id === 'equity-trader' ? 'strategy' : id)
  })

  test('of a saved scanner is below the screen that creates scanners', () => {
    expect(pathOfScanner('rsi 1')).toBe('/scanner/rsi%201')
    expect(screenAt(pathOfScanner('rsi 1'))).toBe('create-scanner')
  })

  test('is written nowhere but in its declaration', () => {
    const root = join(import.meta.dirname, '../../src')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.startsWith('contract/') && file !== 'domain/screens.ts',
    )
    const paths = new Set(screens.map(({ path }) => path.split('?')[0]).filter((path) => path !== '/'))
    const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line)
    const written = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !isComment(line))
        .flatMap((line) => [...line.matchAll(/['"`](\/[a-z-]+)(?=['"`?/#])/g)])
        .filter(([, path]) => paths.has(path))
        .map(([text]) => `${file}: ${text}`),
    )
    expect(files.length).toBeGreaterThan(500)
    expect(written).toEqual([])
  })
})
