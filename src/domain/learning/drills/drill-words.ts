import type { DrillKind } from './drill.ts'

export interface DrillWords {
  readonly title: string
  /** As typed. */
  readonly line: string
  readonly length: string
  readonly happens: string
  /** Sentences that a floor trader would say. */
  readonly todo: readonly string[]
}

const market = 'Begins a minute or two after you start it.'

export const drillWords: Readonly<Record<DrillKind, DrillWords>> = {
  quotes: {
    title: 'Quotes freeze',
    line: 'drill quotes',
    length: '60 s',
    happens: 'Your prices stop for 60 s while the market goes on. Nobody else is affected.',
    todo: [
      'Stop entering: every price you see is old.',
      'Look at the age of prices in the status bar.',
      'Use limit orders only, at a price you would still take.',
      'Exit at the market only where you must.',
    ],
  },
  broker: {
    title: 'Broker answers late',
    line: 'drill broker',
    length: '60 s',
    happens:
      'For 60 s answers to your orders, changes, cancels, exits and previews come 4 to 8 s late. The orders themselves may be in the market at once. The kill switch is not delayed.',
    todo: [
      'Never send it again: the first one may be working.',
      'Look at the order book; each order has its own id.',
      'Count open orders as filled when you work out your risk.',
      'If you must be flat, use the kill switch.',
    ],
  },
  session: {
    title: 'Login session expires',
    line: 'drill session',
    length: 'until you sign in',
    happens: 'You are signed out now, as at the end of the day. Orders, stops and positions stay.',
    todo: [
      'Sign in again, with calm hands: you come back to the same screen.',
      'Orders and stops at the exchange stay while you are away.',
      'Check positions and open orders before the next trade.',
    ],
  },
  circuit: {
    title: 'Circuit limit',
    line: 'drill circuit INFY',
    length: '24 min',
    happens: `The share falls to its lower circuit limit and stays there for a while: sellers, no buyers. ${market} 24 min of market time.`,
    todo: [
      'Nobody buys: an exit will not fill, at any price.',
      'Cancel what cannot fill, so that it does not fill later by surprise.',
      'Hedge with the future or with options while they trade.',
      'Do not add: the limit may be there tomorrow too.',
    ],
  },
  crash: {
    title: 'Flash crash',
    line: 'drill crash',
    length: '15 min',
    happens: `Prices of the whole market fall some 6% within three minutes, and come back. ${market} 15 min of market time.`,
    todo: [
      'Do not sell at the market while prices fall.',
      'Look at what your stops did, and at which price.',
      'Cancel resting orders that you no longer want filled.',
      'Wait until prices stand still before you act.',
    ],
  },
  gap: {
    title: 'Gap',
    line: 'drill gap',
    length: '35 min',
    happens: `Prices jump to another level without trading in between. ${market} 35 min of market time.`,
    todo: [
      'A stop fills beyond its level: where the market opens, not where you put it.',
      'Size by the gap you can bear, and not by the stop.',
      'Look at margin first, then at what to exit.',
    ],
  },
}
