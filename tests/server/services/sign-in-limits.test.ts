import { beforeEach, describe, expect, test } from 'vitest'
import { Refusal } from '../../../server/refusal.ts'
import { createSignInLimits, type SignInLimits } from '../../../server/services/sign-in-limits.ts'
import { clockAt, type HandClock } from '../../support/clock.ts'

const MINUTE = 60_000

describe('failed sign-ins', () => {
  let clock: HandClock
  let limits: SignInLimits
  beforeEach(() => {
    clock = clockAt('2026-11-20 10:00')
    limits = createSignInLimits({ clock })
  })

  const attempt = (account: string, address: string): number | 'allowed' => {
    try {
      limits.take({ account, address })
      return 'allowed'
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'tooMany') return error.retryAfterSeconds ?? -1
      throw error
    }
  }

  const attempts = (times: number, account: (n: number) => string, address: (n: number) => string) =>
    Array.from({ length: times }, (_, n) => attempt(account(n), address(n)))

  test('of one account are five in a quarter of an hour, wherever they come from', () => {
    const outcomes = attempts(
      6,
      () => 'meera',
      (n) => `10.0.0.${n}`,
    )
    expect(outcomes).toEqual([...Array(5).fill('allowed'), 900])
    clock.advance(15 * MINUTE - 1)
    expect(attempt('meera', '10.0.1.1')).toEqual(1)
    clock.advance(1)
    expect(attempt('meera', '10.0.1.1')).toEqual('allowed')
  })

  test('from one address are twenty, whatever the account', () => {
    const outcomes = attempts(
      21,
      (n) => `user${n}`,
      () => '10.0.0.1',
    )
    expect(outcomes).toEqual([...Array(20).fill('allowed'), 900])
    expect(attempt('user99', '10.0.0.2')).toEqual('allowed')
  })

  test('that turn out right are not counted', () => {
    for (let n = 0; n < 50; n++) limits.take({ account: 'meera', address: '10.0.0.1' })()
    expect(attempt('meera', '10.0.0.1')).toEqual('allowed')
  })

  test('are remembered for a bounded number of accounts and addresses', () => {
    attempts(
      5,
      () => 'meera',
      () => '10.0.0.1',
    )
    attempts(
      10_000,
      (n) => `user${n}`,
      (n) => `address${n}`,
    )
    expect(attempt('meera', '10.0.0.9')).toEqual('allowed')
  })
})
