import { expect, test } from 'vitest'
import { clockInstant } from '../../../src/views/kit/instants.ts'

const at = (text: string): number => Date.parse(`${text}:00+05:30`)

test('an instant of today is a clock time, one of another day has its date', () => {
  const now = at('2026-11-25T11:00')
  expect(clockInstant(at('2026-11-25T10:05'), now)).toBe('10:05')
  expect(clockInstant(at('2026-11-24T10:05'), now)).toBe('24 Nov 10:05')
  expect(clockInstant(at('2025-11-25T10:05'), now)).toBe('25 Nov 2025 10:05')
  expect(clockInstant(at('2026-11-25T00:30'), at('2026-11-25T09:15'))).toBe('00:30')
})
