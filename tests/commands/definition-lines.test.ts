import { describe, expect, test } from 'vitest'
import { readLine } from '../../src/commands/read-line.ts'
import { dispatchesOf, titleOfCall } from '../../src/commands/registry.ts'
import { at, definitions } from '../support/line-environments.ts'

const here = at({ view: 'home' }, { definitions })
const read = (line: string) => readLine(line, line.length, here)
const callOf = (line: string) => {
  const { call, problem } = read(line)
  if (call === null) throw new Error(`${line}: ${problem?.message ?? problem?.expected}`)
  return { title: titleOfCall(call, here), events: dispatchesOf(call, here).map(({ event }) => event) }
}

describe('a line that defines', () => {
  test('a new name is saved as one, a known one as its next version', () => {
    expect(callOf('def fast = ema(close,9)')).toEqual({
      title: 'Define fast: ema(close,9)',
      events: [
        {
          type: 'request.send',
          input: { act: 'save', text: 'fast = ema(close,9)', version: null },
        },
      ],
    })
    expect(callOf('def spread(n = 9) = close - sma(close,n)')).toEqual({
      title: 'Change spread(n): close - sma(close,n) · was close - ema(close,n)',
      events: [
        {
          type: 'request.send',
          input: { act: 'save', text: 'spread(n = 9) = close - sma(close,n)', version: 2 },
        },
      ],
    })
  })

  test('is changed by writing it again, and deleted', () => {
    expect(callOf('def write squeeze').events).toEqual([
      { type: 'palette.open', line: 'def squeeze(n = 20) = atr(n) < 4' },
    ])
    expect(callOf('def delete squeeze').events).toEqual([
      { type: 'request.send', input: { act: 'delete', name: 'squeeze' } },
    ])
  })

  test.each([
    ['def ema = close', 5, 'another name, as ema is a word of the rules'],
    ['def fast = emma(close,9)', 12, 'an indicator; nearest: ema'],
    ['def fast', 9, '= and what it stands for'],
  ])('%s says what is wrong and where', (line, column, expected) => {
    expect(read(line).problem).toMatchObject({ column, expected: expect.stringContaining(expected) })
  })
})

describe('a rule in a line', () => {
  test.each([
    ['bt squeeze(30) on tcs 1y 5min', 'squeeze(30)'],
    ['bt spread(9) > 2 and squeeze on tcs 1y 5min', 'spread(9) > 2 and squeeze'],
  ])('%s may use names', (line, words) => {
    expect(callOf(line).title).toContain(words)
  })

  test.each([
    ['scan squeeze on nifty50 15min', 'squeeze{atr(20) < 4}'],
    ['alert spread(20) > 5 on tcs 5min', 'spread(20){close - ema(close,20)} > 5'],
  ])('%s is sent with what its names stand for', (line, logic) => {
    expect(decodeURIComponent(JSON.stringify(callOf(line).events))).toContain(logic)
  })

  test('a value of a name is swept', () => {
    const { call } = read('sweep squeeze(10..30:10) on tcs 1y 5min')
    expect(JSON.stringify(call)).toContain('"to":30')
  })

  test('says at the name what is missing', () => {
    expect(read('bt spread > 2 on tcs').problem).toMatchObject({
      column: 4,
      expected: 'a value for n: spread(n)',
    })
  })

  test('offers the names while it is typed', () => {
    const { rows } = read('bt squ')
    expect(rows.map(({ title }) => title).join('\n')).toContain('squeeze')
  })
})
