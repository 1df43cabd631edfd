import fc from 'fast-check'
import { addDays } from '../../../src/domain/time.ts'
import { firstDay } from './ledger.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd')
const symbol = fc.constantFrom('FUT NRML', 'CALL NRML', 'CALL MIS', 'INFY MIS', 'INFY cash')
const lots = fc.integer({ min: 1, max: 4 }).map((count) => count * 65)
const price = fc.integer({ min: 9_000, max: 11_000 }).map((paise) => `@${paise / 100}`)
/** Few enough that some come twice. */
const fillId = fc.integer({ min: 1, max: 30 }).map((id) => `#${id}`)

const joined = (...parts: fc.Arbitrary<unknown>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((words) => words.join(' '))
const word = (...words: string[]) => fc.constantFrom(...words)

/** Shares are bought alone or sold as a day trade, as the rules would see to it. */
const order = fc.oneof(
  joined(word('buy', 'sell'), lots, word('FUT NRML', 'CALL NRML', 'CALL MIS', 'INFY MIS'), price),
  joined(word('buy'), lots, word('INFY cash'), price),
  joined(word('buy', 'sell'), lots, word('INFY MIS fee'), fc.integer({ min: 1, max: 99 })),
  joined(word('buy', 'sell'), lots, word('FUT NRML'), price, word('trigger 100', 'amo')),
  joined(word('buy'), word('3600'), word('FUT NRML'), price, word('slice')),
  joined(
    word('buy', 'sell'),
    lots,
    word('FUT NRML', 'CALL NRML', 'CALL MIS', 'INFY MIS'),
    word('reduce', 'reduce cut', 'reduce amo', 'reduce @100'),
  ),
  joined(word('sell'), lots, word('INFY cash reduce')),
)

const line = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name, fc.nat(99), order).map(([who, n, what]) => `${who}${n}: ${what}`) },
  { weight: 6, arbitrary: joined(name, word('opened', 'awaitsTrigger', 'triggered', 'modified')) },
  { weight: 8, arbitrary: joined(name, word('filled'), lots, price, fillId) },
  { weight: 3, arbitrary: joined(name, word('cancelled', 'cancelRefused', 'modifyRefused', 'rejected')) },
  { weight: 3, arbitrary: joined(word('modify'), name, lots, price) },
  { weight: 3, arbitrary: joined(word('cancel', 'release', 'lapse'), name) },
  { weight: 1, arbitrary: joined(word('roll'), fc.constant('FUT=101 CALL=40 INFY=1000')) },
  { weight: 1, arbitrary: joined(word('capital'), fc.integer({ min: -900_000, max: 900_000 })) },
  { weight: 1, arbitrary: joined(word('settle'), symbol, price) },
  {
    weight: 2,
    arbitrary: joined(
      word('convert INFY MIS cash buy', 'convert CALL MIS NRML buy', 'convert CALL NRML MIS sell'),
      lots,
    ),
  },
)

/** Names stand for the order of that letter that came last; days come one after the other. */
const rewrite = (lines: readonly string[]): string[] => {
  const latest = new Map<string, string>()
  let day = firstDay
  return lines.map((text) => {
    const placed = /^([a-d])(\d+):/.exec(text)
    if (placed?.[1] !== undefined) {
      latest.set(placed[1], `${placed[1]}${placed[2]}`)
      return text
    }
    if (text.startsWith('roll ')) {
      day = addDays(day, 1)
      return text.replace('roll', `roll ${day}`)
    }
    return text.replace(/\b[a-d]\b/, (letter) => latest.get(letter) ?? letter)
  })
}

/** Lines of `createStory`: orders, reports and requests of some days, in whatever order. */
export const anyDays = fc.array(line, { minLength: 20, maxLength: 80 }).map(rewrite)
