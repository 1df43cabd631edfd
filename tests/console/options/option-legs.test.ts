import { describe, expect, test } from 'vitest'
import { loadLegs } from '../../../src/console/backtests/option-run-adapters.ts'
import type { WantedContract } from '../../../src/domain/backtests/option-run/rules.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { candles, date } from '../../support/engine/notation.ts'
import { niftyOptions, optionRequest, rules } from '../../support/market/option-run.ts'

const DAY = date('2026-11-16')
const wanted = (symbol: string): WantedContract => ({
  instrument: instrumentId('NFO-OPT', symbol),
  underlying: niftyOptions.instrument,
  expiry: date('2026-11-17'),
  from: DAY,
  to: DAY,
})
const [first, second, third] = ['NIFTY26N1724000CE', 'NIFTY26N1724000PE', 'NIFTY26N1724050CE'].map(wanted)
const spot = candles('24000 24010', { minutes: 1, day: DAY })

/** An engine that names more contracts each time, and a server that has candles of what is listed here. */
const start = (rounds: readonly (readonly (WantedContract | undefined)[])[], stored: readonly string[]) => {
  const log: string[] = []
  let round = 0
  const ports = {
    engine: {
      contracts: async () =>
        (rounds[Math.min(round++, rounds.length - 1)] ?? []).filter((one) => one !== undefined),
    },
    findTraded: async (asked: readonly WantedContract[]) => {
      log.push(`which of ${asked.map(({ instrument }) => instrument.slice(-7)).join(' ')}`)
      return asked.filter(({ instrument }) => stored.includes(instrument.slice(-7)))
    },
    fetchLeg: async ({ instrument }: WantedContract) => {
      log.push(`candles of ${instrument.slice(-7)}`)
      return candles('100 101', { minutes: 1, day: DAY })
    },
  }
  const request = optionRequest(rules(['sell ce 0']))
  return { log, load: () => loadLegs({ request, candles: spot }, ports, new AbortController().signal) }
}

describe('the candles of a run on options', () => {
  test('are asked for only of contracts that have some, in one call a round', async () => {
    const { log, load } = start(
      [
        [first, second],
        [first, second, third],
        [first, second, third],
      ],
      ['24000PE', '24050CE'],
    )
    const legs = await load()
    expect(legs.map(({ instrument }) => instrument)).toEqual([second?.instrument, third?.instrument])
    expect(log).toEqual([
      'which of 24000CE 24000PE',
      'candles of 24000PE',
      'which of 24050CE',
      'candles of 24050CE',
    ])
  })
  test('are none where nothing is held', async () => {
    const { log, load } = start([[]], [])
    expect([await load(), log]).toEqual([[], []])
  })
})
