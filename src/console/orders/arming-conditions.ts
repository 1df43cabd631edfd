import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { texts } from '../../machines/texts.ts'
import type { Platform } from '../../platform/platform.ts'
import { activeChart, screenOf } from '../active-chart.ts'
import type { Actors } from '../actors.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'

interface ArmingPorts {
  readonly actors: Actors
  readonly platform: Pick<Platform, 'watchBlur' | 'watchVisibility'>
}

const whyNotOn = ({ instrument, history, replay }: ReturnType<typeof activeChart>): string | null => {
  if (parseInstrumentId(instrument)?.segment === 'INDICES') return texts.notArmedIndex
  return history === 'market' && replay === null ? null : texts.notArmedPast
}

const whyNotHere = (actors: Actors): string | null => {
  const screen = screenOf(actors)
  if (screen === 'trading-view') return whyNotOn(activeChart(actors))
  return screen === 'markets' ? null : texts.notArmedElsewhere
}

export const whyNotArmed = (actors: Actors): string | null => {
  const reason = whyNotHere(actors)
  if (reason !== null) return reason
  if (actors.connectivity.getSnapshot().context.isOutdated) return texts.notArmedOutdated
  if (actors.killSwitch.getSnapshot().matches('on')) return texts.notArmedKilled
  if (actors.orderPath.getSnapshot().matches({ watched: 'late' })) return texts.notArmedServerLate
  return actors.quoteSocket.getSnapshot().matches({ connected: 'open' }) ? null : texts.notArmedQuotesLost
}

/** Disarms when another screen is opened, or the armed chart shows something else. */
const followScreen = (actors: Actors): Undo => {
  const { arming, navigation, charts, chartLayout } = actors
  const shownNow = () => (screenOf(actors) === 'trading-view' ? activeChart(actors).instrument : null)
  let armedOn: { readonly screen: ReturnType<typeof screenOf>; readonly chart: InstrumentId | null } | null =
    null
  const look = (): void => {
    if (!arming.getSnapshot().matches('armed')) armedOn = null
    else if (armedOn === null) armedOn = { screen: screenOf(actors), chart: shownNow() }
    else if (armedOn.screen !== screenOf(actors)) arming.send({ type: 'view.left' })
    else if (armedOn.chart !== shownNow() || whyNotHere(actors) !== null)
      arming.send({ type: 'chart.changed' })
  }
  return unsubscribeAll([
    arming.subscribe(look),
    navigation.subscribe(look),
    charts.subscribe(look),
    chartLayout.subscribe(look),
  ])
}

export const connectArming = ({ actors, platform }: ArmingPorts): Undo => {
  const { arming } = actors
  const blurred = (): void => arming.send({ type: 'page.blurred' })
  return undoAll([
    followScreen(actors),
    unsubscribeAll([
      actors.quoteSocket.subscribe((socket) => {
        if (socket.matches('waitingToReconnect')) arming.send({ type: 'quotes.lost' })
      }),
      actors.orderPath.on('orderPath.late', () => arming.send({ type: 'server.late' })),
      actors.connectivity.subscribe(({ context }) => {
        if (context.isOutdated) arming.send({ type: 'page.outdated' })
      }),
      actors.killSwitch.on('kill.done', () => arming.send({ type: 'kill.pulled' })),
    ]),
    platform.watchBlur(blurred),
    platform.watchVisibility({ shown: () => {}, hidden: blurred }),
  ])
}
