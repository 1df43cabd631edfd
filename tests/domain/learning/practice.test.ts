import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DrillAnswer,
  isFluent,
  nextDrill,
  noPractice,
  type Practice,
  practised,
  readPractice,
} from '../../../src/domain/learning/practice.ts'

const drills = ['one', 'two', 'three', 'four']
const right = (drill: string, more: Partial<DrillAnswer> = {}): DrillAnswer => ({
  ...{ drill, took: 3_000, mistakes: 0, isHinted: false },
  ...more,
})
const practiceOf = (answers: readonly DrillAnswer[]): Practice => answers.reduce(practised, noPractice)

const anyAnswer = fc.record({
  drill: fc.constantFrom(...drills),
  took: fc.integer({ min: 0, max: 20_000 }),
  mistakes: fc.integer({ min: 0, max: 2 }),
  isHinted: fc.boolean(),
})

describe('practice', () => {
  test('asks for each drill once before one comes again, but for one that went wrong', () => {
    const asked: string[] = []
    let practice = noPractice
    let last: string | null = null
    for (let turn = 0; turn < 8; turn++) {
      const next: string = nextDrill(practice, drills, last) ?? ''
      asked.push(next)
      practice = practised(practice, right(next, { mistakes: next === 'one' && turn === 0 ? 1 : 0 }))
      last = next
    }
    expect(asked.slice(0, 4)).toEqual(['one', 'two', 'three', 'one'])
  })

  test('doubles the distance of what went well, and asks soon again for what was slow, wrong or hinted', () => {
    const well = practiceOf([right('one'), right('one'), right('one')])
    expect(well.records.one?.distance).toBe(16)
    for (const worse of [{ took: 10_000 }, { mistakes: 1 }, { isHinted: true }]) {
      const { records, inARow, mostInARow } = practised(well, right('one', worse))
      expect([records.one?.distance, inARow, mostInARow]).toEqual([2, 0, 3])
    }
  })

  test('keeps the best time of answers without a hint', () => {
    const practice = practiceOf([
      right('one', { took: 5_000 }),
      right('one', { took: 2_000, isHinted: true }),
      right('one', { took: 4_000 }),
      right('one', { took: 6_000 }),
    ])
    expect([practice.records.one?.best, practice.records.one?.last]).toEqual([4_000, 6_000])
  })

  test('never asks twice in a row for the same of several, and always for one of them', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer, { maxLength: 40 }), (answers) => {
        const last = answers.at(-1)?.drill ?? null
        const next = nextDrill(practiceOf(answers), drills, last)
        expect(drills).toContain(next)
        expect(next).not.toBe(last)
      }),
    )
    expect([nextDrill(noPractice, ['one'], 'one'), nextDrill(noPractice, [], null)]).toEqual(['one', null])
  })

  test('comes to every drill again, however well it goes', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer, { maxLength: 40 }), (answers) => {
        let practice = practiceOf(answers)
        let last = answers.at(-1)?.drill ?? null
        const asked = new Set<string>()
        for (let turn = 0; turn < 300; turn++) {
          last = nextDrill(practice, drills, last)
          asked.add(last ?? '')
          practice = practised(practice, right(last ?? ''))
        }
        expect(asked.size).toBe(drills.length)
      }),
    )
  })

  test('is read back as it was kept, and what is damaged is dropped', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer), (answers) => {
        const practice = practiceOf(answers)
        expect(readPractice(JSON.parse(JSON.stringify(practice)))).toEqual(practice)
      }),
    )
    for (const damaged of [null, 7, 'x', [], {}, { answers: 'x', inARow: 0, mostInARow: 0, records: {} }])
      expect(readPractice(damaged)).toEqual(noPractice)
    const mixed = { ...practiceOf([right('one')]), records: { one: { best: 'fast' }, two: null } }
    expect(readPractice(mixed).records).toEqual({})
  })

  test('is fluent below ten seconds, without a mistake or a hint', () => {
    expect([right('one', { took: 9_999 }), right('one', { took: 10_000 })].map(isFluent)).toEqual([
      true,
      false,
    ])
  })
})
