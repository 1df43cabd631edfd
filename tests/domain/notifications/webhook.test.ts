import { describe, expect, test } from 'vitest'
import {
  bodyOf,
  findTemplateProblem,
  findUrlProblem,
  TELEGRAM_TEMPLATE,
} from '../../../src/domain/notifications/webhook.ts'

const values = { id: 'n1', name: 'Golden "cross"', text: 'INFY at 5\n}', symbols: 'INFY', at: '2026-11-25' }

describe('the message of a webhook', () => {
  test('is all values without a template', () => {
    expect(JSON.parse(bodyOf(null, values))).toEqual(values)
  })

  test('is a template with its places filled, and stays JSON whatever a value is', () => {
    expect(JSON.parse(bodyOf(TELEGRAM_TEMPLATE, values))).toEqual({
      chat_id: '@channel',
      text: 'Golden "cross": INFY at 5\n}',
    })
    expect(JSON.parse(bodyOf('[1, null, {"a": ["{symbols}", true]}]', values))).toEqual([
      1,
      null,
      { a: ['INFY', true] },
    ])
  })

  test('is not filled a second time by what a value says', () => {
    expect(JSON.parse(bodyOf('"{name} {text}"', { ...values, name: '{text}' }))).toBe('{text} INFY at 5\n}')
  })

  test.each([
    [TELEGRAM_TEMPLATE, null],
    ['{"text": "{text} {x1}"}', null],
    ['{"text": {text}}', 'It is not JSON. Names and texts stand in double quotes'],
    ['"{prize}"', '{prize} is not known. Use {text}, {name}, {symbols}, {at}, {id}'],
    [`"${'a'.repeat(2_000)}"`, 'At most 2000 characters'],
  ])('%s', (template, problem) => expect(findTemplateProblem(template)).toBe(problem))
})

describe('the address of a webhook', () => {
  test.each([
    ['https://example.com/a?b=c', false, null],
    ['http://example.com/', true, null],
    ['http://example.com/', false, 'Only https:// addresses'],
    ['file:///etc/passwd', true, 'Only https:// addresses'],
    ['https://user@example.com/', true, 'An address with a user name is not taken'],
    ['example', true, 'It is no address. Begin with https://'],
    [`https://example.com/${'a'.repeat(500)}`, true, 'At most 500 characters'],
  ])('%s, plain %s', (text, mayBePlain, problem) => expect(findUrlProblem(text, mayBePlain)).toBe(problem))
})
