import { describe, expect, test } from 'vitest'
import {
  type PollState,
  pricesInWords,
  type ServerState,
  type SocketState,
  serverInWords,
} from '../../../../src/views/screens/settings/states-in-words.ts'

const open: SocketState = {
  connected: { open: { hearing: 'listening', subscriptions: 'answered' } },
}

describe('the states in Settings, About', () => {
  test.each<[ServerState, string]>([
    ['online', 'online'],
    ['offline', 'offline'],
    [{ serverUnreachable: 'waiting' }, 'unreachable, reconnecting'],
    [{ serverUnreachable: 'asking' }, 'unreachable, reconnecting'],
  ])('the server %j is %s', (state, words) => {
    expect(serverInWords(state)).toEqual(words)
  })

  test.each<[ServerState, SocketState, PollState, string]>([
    ['online', open, { polling: 'waiting' }, 'live'],
    ['online', { connected: 'connecting' }, { polling: 'asking' }, 'connecting; delayed, polling'],
    ['online', 'waitingToReconnect', { polling: 'waiting' }, 'reconnecting; delayed, polling'],
    ['online', 'closed', 'stopped', 'disconnected; no prices'],
    ['offline', open, { polling: 'waiting' }, 'offline'],
  ])('%j, %j and %j are %s', (server, socket, poll, words) => {
    expect(pricesInWords({ server, socket, poll })).toEqual(words)
  })
})
