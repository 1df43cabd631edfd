import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { OpenConsole } from '../../support/console.ts'
import { overServer } from '../../support/over-server.ts'
import { waitFor } from '../../support/wait-for.ts'

const INFY = 'NSE_INFY' as InstrumentId
const TCS = 'NSE_TCS' as InstrumentId

const first = ({ console }: OpenConsole) => console.actors.charts.getSnapshot().context.charts.first

/** What the window shows, in one line. */
const shown = (window: OpenConsole): string => {
  const { instrument, interval, indicators } = first(window)
  const { chainView } = window.console.actors.preferences.getSnapshot().context
  const { active } = window.console.actors.watchlists.getSnapshot().context
  return [instrument, interval, indicators.join(';'), chainView, active].join(' ')
}

const show = (
  { console }: OpenConsole,
  instrument: InstrumentId,
  interval: '5min' | 'day',
  indicator: string,
  chainView: string,
  list: string,
): void => {
  const { charts, preferences, watchlists } = console.actors
  charts.send({ type: 'chart.instrument', slot: 'first', instrument })
  charts.send({ type: 'chart.interval', slot: 'first', interval })
  charts.send({ type: 'chart.indicators', slot: 'first', indicators: [indicator] })
  preferences.send({ type: 'preference.set', name: 'chainView', value: chainView })
  watchlists.send({ type: 'watchlist.select', name: list })
}

describe('several windows of one browser', () => {
  const { bench, password } = overServer()

  const untilListed = async (window: OpenConsole): Promise<OpenConsole> => {
    await waitFor(window.console.actors.watchlists, (state) => state.matches({ lists: 'ready' }))
    return window
  }
  const enter = async (): Promise<OpenConsole> => {
    const window = bench().open('/markets')
    const { auth } = window.console.actors
    await waitFor(auth, (state) => state.matches('signedOut'))
    auth.send({ type: 'auth.signIn', userName: 'asha', password: password() })
    return untilListed(window)
  }

  test('remember what each of them shows, and a new one begins with what was shown last', async () => {
    const one = await enter()
    const { watchlists } = one.console.actors
    for (const name of ['Tech', 'Banks']) watchlists.send({ type: 'watchlist.create', name })
    await waitFor(watchlists, (state) => state.matches({ saving: 'idle' }))
    show(one, INFY, '5min', 'rsi(14)', 'greeks', 'Tech')
    const asFirst = 'NSE_INFY 5min rsi(14) greeks Tech'
    const other = await untilListed(bench().open('/markets'))
    const begun = shown(other)
    show(other, TCS, 'day', 'ema(close,9)', 'oi', 'Banks')
    const asOther = 'NSE_TCS day ema(close,9) oi Banks'
    expect([begun, shown(one), shown(other)]).toEqual([asFirst, asFirst, asOther])

    const again = [await untilListed(one.reload()), await untilListed(other.reload())]
    const third = await untilListed(bench().open('/markets'))
    expect([...again.map(shown), shown(third)]).toEqual([asFirst, asOther, asOther])
  })

  test('keep what they began with, though they changed nothing', async () => {
    const one = await enter()
    const { watchlists } = one.console.actors
    const before = shown(one)
    const other = await untilListed(bench().open('/markets'))
    show(other, TCS, 'day', 'ema(close,9)', 'oi', 'Tech')
    // What all windows have in common comes to the first as well, and leaves its chain as it is.
    other.console.actors.preferences.send({ type: 'theme.set', theme: 'dark' })
    await waitFor(one.console.actors.preferences, ({ context }) => context.theme === 'dark')
    expect([shown(one), watchlists.getSnapshot().context.lists.length]).toEqual([
      before,
      other.console.actors.watchlists.getSnapshot().context.lists.length,
    ])
    expect(shown(await untilListed(one.reload()))).toEqual(before)
  })

  test('find a watchlist again that was renamed while it was shown', async () => {
    const one = await enter()
    const { watchlists } = one.console.actors
    watchlists.send({ type: 'watchlist.create', name: 'Old' })
    watchlists.send({ type: 'watchlist.rename', name: 'Old', to: 'New' })
    await waitFor(watchlists, (state) => state.matches({ saving: 'idle' }))
    const again = await untilListed(one.reload())
    expect(again.console.actors.watchlists.getSnapshot().context.active).toEqual('New')
  })
})
