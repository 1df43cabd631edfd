import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LineProblem } from '../../../src/commands/command.ts'
import { isCalm, ProblemText } from '../../../src/views/palette/problem-text.tsx'

const textOf = (problem: LineProblem) => render(<ProblemText problem={problem} />).container.textContent

test('a value that was read but cannot be used is not called misunderstood', () => {
  const limits = { column: 1, found: '2l', expected: 'at most 1 lot' }
  expect([textOf(limits), textOf({ ...limits, kind: 'notAllowed' })]).toEqual([
    '“2l” is not understood. Expected: at most 1 lot',
    '“2l” is not possible. Needed: at most 1 lot',
  ])
})

test('a word too many is told with what can be added', () => {
  const problem = { kind: 'nothingFits', column: 9, found: '−5', expected: 'trig, sl or tp' } as const
  expect(textOf(problem)).toBe('Nothing more fits here. You can add trig, sl or tp')
})

test('a sentence of its own stands for both', () => {
  const message = '100 is not a whole number of lots of 65. Nearest: 65 or 130.'
  expect(textOf({ kind: 'notAllowed', column: 5, found: '100', expected: 'whole lots', message })).toBe(
    message,
  )
})

test('what is still needed is no error, what was not understood is one', () => {
  expect(isCalm({ column: 8, found: '', expected: 'sl or tp' })).toBe(true)
  expect(isCalm({ column: 8, found: 'the end', expected: 'sl or tp' })).toBe(true)
  expect(isCalm({ column: 8, found: 'xyz', expected: 'sl or tp' })).toBe(false)
  expect(isCalm(null)).toBe(false)
})
