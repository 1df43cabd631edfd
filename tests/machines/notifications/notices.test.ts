import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTICE_TEXT_MAX, REPEAT_SUPPRESSED_MS } from '../../../src/domain/notifications/notice.ts'
import { createNotices, FOLDED_WITHIN_MS, notified } from '../../../src/machines/notices.ts'

const start = () => {
  let now = 0
  const shown: string[] = []
  const notices = createNotices(() => now)
  const unwatch = notices.watch(({ text }) => shown.push(text))
  const show = (text: string, kind: 'info' | 'error' = 'info') => notices.show({ kind, text })
  const pass = (ms: number) => {
    now += ms
  }
  return { show, shown, pass, unwatch }
}

test('a text that was shown less than 100 ms ago is not shown again', () => {
  const { show, shown, pass } = start()
  show('a')
  pass(REPEAT_SUPPRESSED_MS - 1)
  show('a')
  expect(shown).toEqual(['a'])
  pass(1)
  show('a')
  show('b')
  show('a', 'error')
  expect(shown).toEqual(['a', 'a', 'b', 'a'])
})

test('a text is cut at 200 characters as a reader counts them and an ellipsis, never inside one', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const family = fc.constantFrom('👩‍👩‍👧', '🇮🇳', 'क्षि', 'é', 'a')
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: family, minLength: 150, maxLength: 300, size: 'max' }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const { show, shown } = start()
      show(text)
      const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
      const expected =
        letters.length <= NOTICE_TEXT_MAX ? text : `${letters.slice(0, NOTICE_TEXT_MAX).join('')}…`
      expect(shown).toEqual([expected])
    }),
  )
})

test('whoever stops watching hears no more', () => {
  const { show, shown, unwatch } = start()
  unwatch()
  show('a')
  expect(shown).toEqual([])
})

const notification = (group: 'rejected' | 'other', id: string, text = 'RMS: no margin') =>
  notified({ kind: 'error', text, detail: `Buy 10 ${id}: rejected`, path: null }, { group, id }).notice

const startNotices = () => {
  let now = 0
  const standing = new Map<string, string>()
  const notices = createNotices(() => now)
  notices.watch(({ id = '', text, replaces = [] }) => {
    for (const one of replaces) standing.delete(one)
    standing.set(id, text)
  })
  const pass = (ms: number) => {
    now += ms
  }
  return { notices, pass, standing: () => [...standing.values()] }
}

test.each(['👩‍👩‍👧', '🇮🇳', 'क्षि', 'e\u0301'])('a text ends before or after %s, never within', (letter) => {
  const { show, shown } = start()
  show(`${'a'.repeat(NOTICE_TEXT_MAX - 1)}${letter}${letter}`)
  expect(shown).toEqual([`${'a'.repeat(NOTICE_TEXT_MAX - 1)}${letter}…`])
})

test('orders rejected with one sentence are told apart by their order, and many are counted in one', () => {
  const { notices, standing } = startNotices()
  for (const id of ['A', 'B', 'C']) notices.show(notification('rejected', id))
  expect(standing()).toEqual(Array(3).fill('RMS: no margin'))
  notices.show(notification('rejected', 'D'))
  notices.show(notification('rejected', 'E'))
  notices.show(notification('rejected', 'E'))
  expect(standing()).toEqual(['5 orders rejected'])
  notices.show(notification('other', 'F', 'settled'))
  expect(standing()).toEqual(['5 orders rejected', 'settled'])
})

test('what comes after the others have gone is told for itself again', () => {
  const { notices, pass, standing } = startNotices()
  for (const id of ['A', 'B', 'C', 'D']) notices.show(notification('rejected', id))
  pass(FOLDED_WITHIN_MS)
  notices.show(notification('rejected', 'E'))
  expect(standing()).toEqual(['4 orders rejected', 'RMS: no margin'])
})
