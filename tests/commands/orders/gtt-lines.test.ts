import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import { tradingWith } from '../../support/command-environment.ts'
import { gtts } from '../../support/line-environments.ts'

const here = tradingWith({ gtts })
const read = (line: string) => readLine(line, line.length, here)

const lineOf = (line: string) => {
  const { call, rows } = read(line)
  return { call: call === null ? null : dispatchesOf(call, here), title: JSON.stringify(rows) }
}

describe('a GTT line', () => {
  test.each<[string, object[]]>([
    ['gtt sell tcs 20 @2295 below 2300', [{ when: 'below', triggerPrice: 2300, price: 2295 }]],
    ['gtt sell tcs 20 below 2300', [{ when: 'below', triggerPrice: 2300, price: 2300 }]],
    ['gtt buy tcs 20 > 2600', [{ when: 'above', triggerPrice: 2600, price: 2600 }]],
    [
      'gtt sell tcs 20 @2295 below 2300 target 2700',
      [
        { when: 'below', triggerPrice: 2300, price: 2295 },
        { when: 'above', triggerPrice: 2700, price: 2700 },
      ],
    ],
  ])('%s', (line, triggers) => {
    const { call, problem } = read(line)
    expect(problem).toEqual(null)
    const side = line.includes('sell') ? 'sell' : 'buy'
    expect(call === null ? null : dispatchesOf(call, here)).toMatchObject([
      {
        to: 'gttActs',
        event: { type: 'gtt.place', terms: { sym: 'NSE_TCS', side, quantity: 20, triggers } },
      },
    ])
  })

  test.each<[string, RegExp, string]>([
    ['gtt buy tcs 20 below 2449', /at least 0\.25% away/, 'gtt buy tcs 20 below 2443.85'],
    ['gtt buy tcs 20 above 2451', /at least 0\.25% away/, 'gtt buy tcs 20 above 2456.15'],
    ['gtt buy tcs 20 below 2300.02', /multiples of 0\.05/, 'gtt buy tcs 20 below 2300'],
    ['gtt buy tcs 20 @mkt below 2300', /is a limit order/, 'gtt buy tcs 20 @2300 below 2300'],
    [
      'gtt sell tcs 20 below 2300 target 2452',
      /at least 0\.25% away/,
      'gtt sell tcs 20 below 2300 target 2456.15',
    ],
  ])('%s says why and what would do', (line, message, fixed) => {
    const { call, problem, rows } = read(line)
    expect(call).toEqual(null)
    expect(problem?.message).toMatch(message)
    expect(rows.map(({ insert }) => insert)).toEqual([fixed])
  })

  test('an index is named with what can be traded instead', () => {
    const { call, problem } = read('gtt buy nifty 1l below 23000')
    expect([call, problem?.message]).toEqual([
      null,
      'An index cannot be traded. Take its future or an option.',
    ])
  })

  test('that only reduces says so, and keeps it when it is changed', () => {
    const { call, title } = lineOf('gtt sell tcs 20 below 2300 reduce')
    expect(call).toMatchObject([{ event: { terms: { isReduceOnly: true } } }])
    expect(title).toContain('reduce only')
    const reducing = tradingWith({ gtts: gtts.map((gtt) => ({ ...gtt, isReduceOnly: true })) })
    const changed = readLine('change gtt #77777777 below 2200', 31, reducing).call
    expect(changed === null ? null : dispatchesOf(changed, reducing)).toMatchObject([
      { event: { terms: { isReduceOnly: true } } },
    ])
  })

  test('is changed by what is said, and the rest stays', () => {
    const { call, problem } = read('change gtt #77777777 below 2200')
    expect(problem).toEqual(null)
    expect(call === null ? null : dispatchesOf(call, here)).toMatchObject([
      {
        event: {
          type: 'gtt.place',
          replaces: gtts[0]?.key,
          terms: { side: 'sell', quantity: 20, triggers: [{ triggerPrice: 2200, price: 2200 }] },
        },
      },
    ])
  })

  test('is cancelled by its symbol; one that has ended is not known', () => {
    const { call } = read('cancel gtt tcs')
    expect(call?.args).toEqual({ gtts: [gtts[0]?.key] })
    expect(read('cancel gtt #88888888').call).toEqual(null)
  })
})
