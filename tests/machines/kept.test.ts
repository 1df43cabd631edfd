import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { latest, RECENTS_MAX, type Recent, readRecents } from '../../src/machines/instruments/recents.ts'
import { type HistoryOrder, isOwnPath, navigationMachine } from '../../src/machines/shell/navigation.ts'
import {
  defaultPreferences,
  type Preferences,
  preferencesMachine,
  readPreferences,
} from '../../src/machines/shell/preferences.ts'

describe('preferences', () => {
  const start = () => {
    const stored: Preferences[] = []
    let fromOtherTab: (preferences: Preferences) => void = () => {}
    const preferences = createActor(
      preferencesMachine.provide({
        actors: {
          otherTabs: fromCallback(({ sendBack }) => {
            fromOtherTab = (changed) =>
              sendBack({ type: 'preferences.changedElsewhere', preferences: changed })
          }),
        },
        actions: { store: (_, changed) => stored.push(changed) },
      }),
      { input: { preferences: defaultPreferences } },
    )
    preferences.start()
    return { preferences, stored, fromOtherTab: (changed: Preferences) => fromOtherTab(changed) }
  }

  test('begin with the light theme, careful defaults of orders and every sound', () => {
    expect(readPreferences(null)).toEqual({
      theme: 'light',
      colours: 'greenRed',
      product: null,
      slippageBps: 2,
      liftSpanLimits: false,
      equityProduct: 'MIS',
      contractProduct: 'NRML',
      usualLots: 1,
      confirmOrders: 'unseen',
      priceTolerancePercent: 0.5,
      hasSound: true,
      mutedAlerts: [],
      keepsToasts: false,
      hasPhysicalKeys: false,
      chainView: 'prices',
      chainColumns: [],
      teachesKeys: true,
      groupsPositions: true,
    })
  })

  test('are stored when they change, and only then', () => {
    const { preferences, stored } = start()
    preferences.send({ type: 'theme.set', theme: 'toggle' })
    preferences.send({ type: 'preference.set', name: 'slippageBps', value: 5 })
    preferences.send({ type: 'preference.set', name: 'slippageBps', value: -1 })
    preferences.send({ type: 'preference.set', name: 'constructor', value: 5 })
    expect(stored).toEqual([
      { ...defaultPreferences, theme: 'dark' },
      { ...defaultPreferences, theme: 'dark', slippageBps: 5 },
    ])
  })

  test('follow another tab without storing its change again', () => {
    const { preferences, stored, fromOtherTab } = start()
    fromOtherTab({ ...defaultPreferences, theme: 'dark' })
    expect([preferences.getSnapshot().context.theme, stored]).toEqual(['dark', []])
  })

  test.each([
    [
      { theme: 'dark', colours: 'blueOrange', slippageBps: '5', product: 'MIS', nonsense: 1 },
      { theme: 'dark', colours: 'blueOrange', product: 'MIS' },
    ],
    [{ product: 'CNC', liftSpanLimits: true }, { liftSpanLimits: true }],
    [{ priceTolerancePercent: 1.25, slippageBps: 1001 }, { priceTolerancePercent: 1.25 }],
    [{ priceTolerancePercent: 5.1 }, {}],
    ['dark', {}],
    [[1, 2], {}],
  ])('take from %j what makes sense', (stored, change) => {
    expect(readPreferences(stored)).toEqual({ ...defaultPreferences, ...change })
  })
})

describe('recent items', () => {
  const item = (slug: string, at: number): Recent => ({ slug, name: slug, kind: 'backtest', at })

  test('are the latest five, each once, none without a slug', () => {
    const items = fc.array(fc.tuple(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f', 'g'), fc.nat(100)))
    fc.assert(
      fc.property(items, (pairs) => {
        const kept = latest(pairs.map(([slug, at]) => item(slug, at)))
        const newest = new Map<string, number>()
        for (const [slug, at] of pairs) if (slug !== '') newest.set(slug, Math.max(at, newest.get(slug) ?? 0))
        const times = [...newest.values()].sort((one, other) => other - one).slice(0, RECENTS_MAX)
        expect(kept.map(({ at }) => at)).toEqual(times)
        expect(kept.every(({ slug, at }) => newest.get(slug) === at)).toEqual(true)
      }),
    )
  })

  test('that are strategies and scanners are kept beside backtests', () => {
    const stored = [
      { ...item('a', 3), kind: 'strategy' },
      { ...item('b', 2), kind: 'scanner' },
      item('c', 1),
      { ...item('d', 4), kind: 'riddle' },
    ]
    expect(readRecents(stored).map(({ slug, kind }) => `${kind} ${slug}`)).toEqual([
      'strategy a',
      'scanner b',
      'backtest c',
    ])
  })

  test('that are stored in another form are left out', () => {
    expect(readRecents([item('a', 1), { slug: 'b' }, null, 'c', { ...item('d', 2), at: 'late' }])).toEqual([
      item('a', 1),
    ])
  })
})

describe('navigation', () => {
  const start = (path = '/') => {
    const orders: HistoryOrder[] = []
    let browserGoes: (path: string) => void = () => {}
    const navigation = createActor(
      navigationMachine.provide({
        actors: {
          history: fromCallback<HistoryOrder, undefined>(({ receive, sendBack }) => {
            receive((order) => orders.push(order))
            browserGoes = (to) => sendBack({ type: 'view.moved', path: to })
          }),
        },
      }),
      { input: { path } },
    )
    navigation.start()
    const where = () => navigation.getSnapshot().context.path
    return { navigation, orders, where, browserGoes: (to: string) => browserGoes(to) }
  }

  test('opens a screen once, however often it is asked for', () => {
    const { navigation, orders, where } = start()
    navigation.send({ type: 'view.open', path: '/backtest' })
    navigation.send({ type: 'view.open', path: '/backtest' })
    navigation.send({ type: 'view.replace', path: '/backtest?slug=ema-1' })
    expect([where(), orders]).toEqual([
      '/backtest?slug=ema-1',
      [
        { type: 'history.push', path: '/backtest' },
        { type: 'history.replace', path: '/backtest?slug=ema-1' },
      ],
    ])
  })

  test('goes back through its own screens and then home, never out of the console', () => {
    const { navigation, orders, browserGoes } = start('/settings')
    navigation.send({ type: 'view.open', path: '/backtest' })
    navigation.send({ type: 'view.back' })
    browserGoes('/settings')
    navigation.send({ type: 'view.back' })
    navigation.send({ type: 'view.back' })
    expect(orders.slice(1)).toEqual([{ type: 'history.back' }, { type: 'history.replace', path: '/' }])
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'backtest',
    `/${'x'.repeat(2048)}`,
  ])('never leads to %s', (path) => {
    const { navigation, where } = start()
    navigation.send({ type: 'view.open', path })
    expect([isOwnPath(path), where()]).toEqual([false, '/'])
  })
})
