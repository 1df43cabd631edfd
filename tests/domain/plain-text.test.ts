import { expect, test } from 'vitest'
import { findUnseen } from '../../src/domain/plain-text.ts'

const turns = 'a text-direction character'
const hasNoWidth = 'a zero-width character'

test.each([
  ['\u202A', `${turns} (U+202A)`],
  ['\u2069', `${turns} (U+2069)`],
  ['\u200E', `${turns} (U+200E)`],
  ['\u061C', `${turns} (U+061C)`],
  ['\u200B', `${hasNoWidth} (U+200B)`],
  ['\u2060', `${hasNoWidth} (U+2060)`],
  ['\uFEFF', `${hasNoWidth} (U+FEFF)`],
  ['\u00AD', `${hasNoWidth} (U+00AD)`],
  ['\u0000', 'a control character (U+0000)'],
  ['\n', 'a control character (U+000A)'],
  ['\u0085', 'a control character (U+0085)'],
  ['\u2028', 'a control character (U+2028)'],
  ['\u2029', 'a control character (U+2029)'],
  ['\uFFFD', 'a character that could not be read (U+FFFD)'],
  ['\u2061', 'an invisible character (U+2061)'],
  ['\u{E0041}', 'an invisible character (U+E0041)'],
])('%j inside a name is found and named', (character, name) => {
  expect(findUnseen(`IN${character}FY`)).toEqual(name)
})

test.each(['INFY', 'NIFTY 50', 'M&M', 'É', 'टाटा', 'טבע', '株', ''])('%j is plain', (text) => {
  expect(findUnseen(text)).toEqual(null)
})
