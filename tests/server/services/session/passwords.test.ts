import { describe, expect, test } from 'vitest'
import { findWeakness } from '../../../../server/services/session/password-strength.ts'
import { createPasswordHasher, generatePassword } from '../../../../server/services/session/passwords.ts'

const stranger = { isKnown: false }

describe('passwords', () => {
  test('are kept as argon2id with 19 MiB, two passes and one lane', async () => {
    const hashed = await createPasswordHasher().hash('a fine long password')
    expect(hashed.split('$').slice(0, 4)).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
  })

  test('match only themselves, and nothing matches a user that is not there', async () => {
    const hasher = createPasswordHasher()
    const hashed = await hasher.hash('a fine long password')
    expect(
      await Promise.all([
        hasher.matches(hashed, 'a fine long password', stranger),
        hasher.matches(hashed, 'a fine long Password', stranger),
        hasher.matches(null, 'a fine long password', stranger),
      ]),
    ).toEqual([true, false, false])
  })

  test('are hashed two at a time with twenty waiting; the next caller is told to come back', async () => {
    const hasher = createPasswordHasher()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, () => hasher.matches(null, 'whatever', stranger)),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused.map((outcome) => [outcome.reason.code, outcome.reason.retryAfterSeconds])).toEqual([
      ['TOO_MANY', 2],
      ['TOO_MANY', 2],
    ])
    expect(await hasher.matches(null, 'and afterwards it works again', stranger)).toEqual(false)
  })

  test('that are generated differ and are strong', () => {
    const made = Array.from({ length: 200 }, generatePassword)
    expect(new Set(made).size).toEqual(200)
    expect(made.filter((password) => !/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/.test(password))).toEqual(
      [],
    )
    expect(made.map((password) => findWeakness(password, 'trader'))).toEqual(Array(200).fill(null))
  })

  const guessed = 'it is a commonly used password'
  test.each([
    ['aaaaaaaaaaaaaa', 'use at least 5 different characters'],
    ['123456789012', 'a run of digits is easy to guess'],
    ['987654321098', 'a run of digits is easy to guess'],
    ['passwordpassword', guessed],
    ['Password12345!', guessed],
    ['qwertyuiopqwerty', guessed],
    ['NiftyTrader2026', guessed],
    ['meerameera12', guessed],
    ['ＰＡＳＳＷＯＲＤpassword', guessed],
    ['a fine long password', null],
    ['correct horse battery staple', null],
    ['839471605283', null],
    ['नमस्ते दुनिया अच्छा', null],
  ])('%j: %s', (password, weakness) => {
    expect(findWeakness(password, 'meera')).toEqual(weakness)
  })
})
