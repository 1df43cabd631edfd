import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTICE_TEXT_MAX, REPEAT_SUPPRESSED_MS } from '../../src/domain/notice.ts'
import { createNotices } from '../../src/machines/notices.ts'

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

test('a text is cut at 200 characters and an ellipsis, never inside one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { show, shown } = start()
      show(text)
      const letters = [...text]
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
