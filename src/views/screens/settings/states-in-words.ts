import type { SnapshotFrom } from 'xstate'
import type { enginesMachine } from '../../../machines/backtests/engines.ts'
import type { pricesMachine } from '../../../machines/quotes/prices.ts'
import type { quoteSocketMachine } from '../../../machines/quotes/quote-socket.ts'
import type { connectivityMachine } from '../../../machines/shell/connectivity.ts'

export type ServerState = SnapshotFrom<typeof connectivityMachine>['value']
export type EnginesState = SnapshotFrom<typeof enginesMachine>['value']
export type PollState = SnapshotFrom<typeof pricesMachine>['value']
export type SocketState = SnapshotFrom<typeof quoteSocketMachine>['value']

type StateName<Value> = Value extends string ? Value : Extract<keyof Value, string>

/** Exhaustive over the top states of a machine, so that a new one does not compile without words. */
type Words<Value> = Readonly<Record<StateName<Value>, string>>

const serverWords: Words<ServerState> = {
  online: 'online',
  offline: 'offline',
  serverUnreachable: 'unreachable, reconnecting',
}

const enginesWords: Words<EnginesState> = {
  absent: 'not loaded yet',
  downloading: 'downloading',
  unpacking: 'unpacking',
  ready: 'ready',
  failed: 'failed',
}

const pollWords: Words<PollState> = {
  stopped: 'no prices',
  polling: 'delayed, polling',
}

const socketWords: Words<SocketState> = {
  idle: 'not connected',
  connected: 'connecting',
  waitingToReconnect: 'reconnecting',
  closed: 'disconnected',
}

const wordsOf = (words: Readonly<Record<string, string>>, value: string | object): string => {
  const found = Object.entries(words).find(([name]) =>
    typeof value === 'string' ? value === name : Object.hasOwn(value, name),
  )
  return found?.[1] ?? ''
}

export const serverInWords = (server: ServerState): string => wordsOf(serverWords, server)

export const enginesInWords = (engines: EnginesState): string => wordsOf(enginesWords, engines)

interface PriceStates {
  readonly server: ServerState
  readonly socket: SocketState
  readonly poll: PollState
}

export const pricesInWords = ({ server, socket, poll }: PriceStates): string => {
  if (server === 'offline') return serverWords.offline
  const isLive =
    typeof socket === 'object' && typeof socket.connected === 'object' && socket.connected.open !== undefined
  return isLive ? 'live' : `${wordsOf(socketWords, socket)}; ${wordsOf(pollWords, poll)}`
}
