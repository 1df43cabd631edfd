import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  crowdedDelayMs,
  RECONNECT_MAX_MS,
  RECONNECT_MS,
  reconnectDelayMs,
} from '../../src/domain/reconnect.ts'

test('the first three tries wait for 5 s, whatever the random number', () => {
  expect([1, 2, 3].flatMap((tries) => [0, 0.5, 1].map((random) => reconnectDelayMs(tries, random)))).toEqual(
    Array(9).fill(5_000),
  )
})

test('later ones are spread over a span that doubles, up to its bound', () => {
  expect([4, 5, 6, 7, 8, 50].map((tries) => reconnectDelayMs(tries, 1))).toEqual([
    10_000, 15_000, 25_000, 30_000, 30_000, 30_000,
  ])
})

test('later ones are ever further apart, whatever the random number', () => {
  expect([3, 4, 5, 6, 7].map((tries) => reconnectDelayMs(tries, 0))).toEqual([
    5_000, 7_500, 10_000, 15_000, 17_500,
  ])
})

test('no try waits for less than 5 s or more than 30 s', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const delay = reconnectDelayMs(tries, random)
      expect(delay >= RECONNECT_MS && delay <= RECONNECT_MAX_MS).toEqual(true)
    }),
  )
})

test('a try that was refused for too many windows is followed by ever longer waits, up to 5 min', () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((tries) => crowdedDelayMs(tries, 1))).toEqual([
    20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000,
  ])
  expect([1, 2, 3, 4, 5, 6].map((tries) => crowdedDelayMs(tries, 0))).toEqual([
    10_000, 20_000, 40_000, 80_000, 150_000, 150_000,
  ])
})
