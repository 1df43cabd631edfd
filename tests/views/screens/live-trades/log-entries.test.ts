import { expect, test } from 'vitest'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import {
  checksInWords,
  entriesOfLog,
  linesOfRun,
  seqOf,
  spansOfLog,
} from '../../../../src/views/screens/live-trades/detail/log-entries.ts'
import { atClock, logLine } from '../../../support/deployments.ts'

const lines = [
  logLine(6, '11:00', { sentence: 'No exit: rsi(14) 55' }),
  logLine(5, '10:55'),
  logLine(4, '10:50', { kind: 'entered', side: 'buy', price: 100, quantity: 10 }),
  logLine(3, '10:45'),
  logLine(2, '09:15', { kind: 'started', segSym: null }),
]

test('checks in a row are one entry that says how many they were, unless all are shown', () => {
  const entries = entriesOfLog(lines, { showsChecks: false })
  expect(entries.map(({ kind }) => kind)).toEqual(['checks', 'line', 'checks', 'line'])
  expect(entries.map((entry) => (entry.kind === 'checks' ? checksInWords(entry) : ''))).toEqual([
    '2 checks without an act, the last: No exit: rsi(14) 55',
    '',
    'No entry: rsi(14) 41.2',
    '',
  ])
  expect(entries.map(seqOf)).toEqual([6, 4, 3, 2])
  expect(entriesOfLog(lines, { showsChecks: true }).map(seqOf)).toEqual([6, 5, 4, 3, 2])
})

test('an entry and the exit that ends its trade are a span; parts of an exit end nothing', () => {
  const spans = spansOfLog([
    logLine(9, '11:10', { kind: 'entered', side: 'sell', symbol: 'TCS' }),
    logLine(8, '11:00', { kind: 'entered', side: 'buy' }),
    logLine(7, '10:40', { kind: 'exited', side: 'sell', pnl: -120.5 }),
    logLine(6, '10:35', { kind: 'exited', side: 'sell', pnl: null }),
    logLine(5, '10:00', { kind: 'entered', side: 'buy' }),
    logLine(4, '09:50', { kind: 'exited', side: 'buy', pnl: 30, symbol: 'SBIN' }),
  ])
  expect(spans).toEqual([
    { segSym: 'NSE_RELIANCE', from: atClock('11:00'), to: null, side: 'buy', pnl: null },
    { segSym: 'NSE_TCS', from: atClock('11:10'), to: null, side: 'sell', pnl: null },
    { segSym: 'NSE_RELIANCE', from: atClock('10:00'), to: atClock('10:40'), side: 'buy', pnl: -120.5 },
  ])
})

test('several legs are one trade, from the first entry to the last exit', () => {
  const spans = spansOfLog([
    logLine(9, '11:00', { kind: 'exited', side: 'sell', pnl: -40 }),
    logLine(8, '10:40', { kind: 'exited', side: 'buy', pnl: 150 }),
    logLine(6, '10:01', { kind: 'entered', side: 'sell' }),
    logLine(5, '10:00', { kind: 'entered', side: 'buy' }),
  ])
  expect(spans).toEqual([
    { segSym: 'NSE_RELIANCE', from: atClock('10:00'), to: atClock('11:00'), side: 'buy', pnl: 110 },
  ])
})

test('a leg has the lines of its own contract', () => {
  const call = instrumentId('NFO-OPT', 'NIFTY26NOV24100CE')
  const of = { segSym: instrumentId('NSE', 'RELIANCE'), leg: 'Sell ATM CE', contract: call }
  const legs = [
    logLine(2, '10:00', { kind: 'entered', contract: call }),
    logLine(1, '10:00', { kind: 'entered' }),
  ]
  expect(linesOfRun(legs, of).map(({ seq }) => seq)).toEqual([2])
  expect(linesOfRun(legs, { ...of, leg: null }).map(({ seq }) => seq)).toEqual([2, 1])
})
