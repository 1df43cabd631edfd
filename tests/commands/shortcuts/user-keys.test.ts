import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Context, emptyContext } from '../../../src/commands/context.ts'
import { quietEnvironment } from '../../../src/commands/environment.ts'
import { clashesOf, keymapProblem } from '../../../src/commands/keymap/check.ts'
import { defaultKeymap } from '../../../src/commands/keymap/default.ts'
import { printKeymap, readKeymap } from '../../../src/commands/keymap/json.ts'
import { parseJson } from '../../../src/commands/keymap/json-nodes.ts'
import type { Keymap } from '../../../src/commands/keymap/keymap.ts'
import { canMeet, implies } from '../../../src/commands/keymap/overlap.ts'
import { presets } from '../../../src/commands/keymap/presets.ts'
import { resolve } from '../../../src/commands/keymap/resolve.ts'
import { keyRows, whereInWords } from '../../../src/commands/keymap/rows.ts'
import { isInTheWay, strokesProblem } from '../../../src/commands/keymap/stroke-text.ts'
import {
  defaultAt,
  keymapWith,
  restoredKey,
  withKey,
  withoutBinding,
  withoutKey,
} from '../../../src/commands/keymap/user-keymap.ts'
import { parseWhen } from '../../../src/commands/keymap/when.ts'
import { laterCommands } from '../../../src/commands/later-commands.ts'
import { addCommands } from '../../../src/commands/registry.ts'
import { tradingCommands } from '../../../src/commands/trading-commands.ts'
import type { KeptBinding, KeptSection } from '../../../src/domain/shortcuts/shortcuts.ts'

addCommands([...tradingCommands, ...laterCommands])

const signedIn = {
  ...quietEnvironment,
  context: { ...emptyContext, signedIn: true },
  macros: [{ name: 'scalp', lines: ['arm'] }],
}
const onPosition = 'signedIn && focus.kind == position && !typing && !dialog'
const anywhere = 'signedIn && !typing && !dialog'
const problemOf = (keymap: readonly KeptSection[]) => keymapProblem(keymap, signedIn)?.message ?? null
const oneKey = (strokes: string, binding: KeptBinding, when = anywhere) =>
  problemOf([{ when, keys: { [strokes]: binding } }])

describe('two when-clauses', () => {
  test.each<[string, string, boolean]>([
    ['', '', true],
    ['view == markets', 'view == positions', false],
    ['view == markets', 'view != positions', true],
    ['signedIn && view == markets', 'view == markets && armed', true],
    ['armed', '!armed', false],
    ['basket.legs > 2', 'basket.legs < 3', false],
    ['basket.legs > 2', 'basket.legs < 4', true],
    ['view == markets || view == positions', 'view == positions && !typing', true],
    ["focus.kind == 'order'", 'focus.kind == position', false],
    ['(notices.open || view == notifications)', 'view == backtest', true],
  ])('%j and %j can hold together: %s', (one, other, can) => {
    expect([canMeet(one, other), canMeet(other, one)]).toEqual([can, can])
  })

  test('one that only holds where another does implies it', () => {
    expect([
      implies('view == markets && armed', 'armed'),
      implies('view == markets', 'armed'),
      implies(onPosition, '!typing'),
      implies('signedIn', '!typing'),
    ]).toEqual([true, false, true, false])
  })
})

describe('strokes of a file', () => {
  test.each<[string, string | null]>([
    ['g j', null],
    ['mod+shift+k', null],
    ['alt+x', null],
    ['f8', null],
    ['alt+shift+3', null],
    ['alt++', null],
    ['shift+alt+x', 'written as alt+shift+x'],
    ['G', 'written as shift+g'],
    ['shift+?', 'Shift is part of how ? is printed: write the sign itself'],
    ['hyper+x', 'hyper is not a modifier: mod, ctrl, meta, alt, shift'],
    ['pgup', 'there is no key called pgup'],
    ['a b c d', 'a chord has 3 strokes at most'],
    ['mod+shift+x', 'Ctrl ⇧ X is the kill switch and cannot be changed'],
    ['mod+t', 'Ctrl T belongs to the browser'],
    ['enter', '↵ moves between controls and presses them; add Ctrl or Alt'],
    ['', 'a key is missing'],
  ])('%j: %s', (strokes, problem) => {
    expect(strokesProblem(strokes)).toEqual(problem)
  })
})

describe('a key of the user', () => {
  test.each<[string, KeptBinding, string, string | null]>([
    ['g j', ['view.open', { view: 'positions' }], anywhere, null],
    ['g j', ['view.open', { view: 'nowhere' }], anywhere, 'view is not a screen such as positions'],
    ['g j', ['view.open', { where: 'home' }], anywhere, 'view.open takes no where'],
    ['g j', 'view.opn', anywhere, 'there is no command view.opn; nearest: view.open, view.back'],
    ['shift+h', { line: 'exit . 50%' }, onPosition, null],
    ['shift+h', { line: 'exit . 50%' }, anywhere, 'a single key cannot trade'],
    ['h', { line: 'buy 1l . mis' }, onPosition, 'a single key cannot trade'],
    ['h', { line: 'nifty atm ce buy 1l' }, anywhere, 'a single key cannot trade'],
    ['h', { line: 'buy 1l . mis' }, 'signedIn && view == markets && armed && !typing && !dialog', null],
    ['alt+h', { line: 'buy 1l . mis' }, anywhere, null],
    ['z b', { line: 'buy 1l . mis' }, anywhere, null],
    ['h', ['macro.run', { name: 'scalp' }], anywhere, 'a single key cannot trade'],
    ['e', 'position.exit', onPosition, null],
    ['h', 'order.buy', anywhere, 'a single key cannot trade'],
    ['h', 'kill.pull', anywhere, 'a single key cannot trade'],
    ['up', 'help.toggle', 'signedIn', '↑ edits text: add !typing to its scope'],
    ['x', null, onPosition, null],
    ['y', null, onPosition, 'no key is assigned here'],
  ])('%s as %j where %s: %s', (strokes, binding, when, problem) => {
    expect(oneKey(strokes, binding, when)).toEqual(problem === null ? null : expect.stringContaining(problem))
  })

  test('may not mean two things at one time', () => {
    const keymap = [
      { when: 'signedIn && view == home', keys: { 'z a': 'help.toggle' } },
      { when: 'signedIn && !typing', keys: { z: { line: 'go positions' } } },
    ]
    expect(keymapProblem(keymap, signedIn)).toEqual({
      section: 1,
      strokes: 'z',
      of: 'strokes',
      message: 'z conflicts with z a: Keyboard shortcuts',
    })
    expect(keymapProblem(keymap.slice(0, 1), signedIn)).toEqual(null)
  })

  test('takes the place of a default one in its scope, and gives it back', () => {
    const place = { when: onPosition, strokes: 'x' }
    const moved = withKey(withoutBinding([], place), { when: onPosition, strokes: 'e' }, 'position.exit')
    expect(moved).toEqual([{ when: onPosition, keys: { x: null, e: 'position.exit' } }])
    const context = { ...signedIn.context, 'focus.kind': 'position', view: 'positions' }
    expect([
      resolve(keymapWith({ keymap: moved, pins: {} }), context, [], 'x').kind,
      resolve(keymapWith({ keymap: moved, pins: {} }), context, [], 'e').kind,
    ]).toEqual(['none', 'command'])
    expect(restoredKey(moved, { when: onPosition, strokes: 'e' })).toEqual([])
    expect(withoutKey(moved, place)).toEqual([{ when: onPosition, keys: { e: 'position.exit' } }])
  })

  test('wins over a default one elsewhere, and says so', () => {
    const keymap: readonly KeptSection[] = [
      { when: 'signedIn && view == positions && !typing', keys: { x: 'help.toggle' } },
    ]
    const place = { when: 'signedIn && view == positions && !typing', strokes: 'x' }
    expect(clashesOf(place, keymapWith({ keymap, pins: {} }), place)).toEqual([
      { when: onPosition, strokes: 'x', title: 'Exit a position', isWhole: false },
    ])
    const rows = keyRows({ keymap, pins: {} }).filter(({ isClashing }) => isClashing)
    expect(rows.map(({ title, where, state }) => [title, where, state])).toEqual([
      ['Exit a position', 'On a position', 'default'],
      ['Keyboard shortcuts', 'Positions', 'own'],
    ])
  })

  test('a pinned line is a key like any other', () => {
    const keymap = keymapWith({ keymap: [], pins: { 3: 'go positions' } })
    expect(resolve(keymap, { ...signedIn.context, typing: true }, [], 'alt+3')).toEqual({
      kind: 'line',
      line: 'go positions',
      section: keymap.at(-1),
    })
    expect(resolve(keymap, signedIn.context, [], 'alt+4')).toEqual({ kind: 'none' })
  })
})

describe('every set of keys', () => {
  test.each(presets.map((preset) => [preset.id, preset] as const))(
    '%s is a keymap as it stands',
    (_, { keymap }) => {
      expect(problemOf(keymap)).toEqual(null)
      expect(readKeymap(printKeymap(keymap), signedIn)).toEqual({ kind: 'keymap', keymap })
    },
  )

  test('no single letters leaves no letter that does anything by itself', () => {
    const keymap = keymapWith({ keymap: presets.find(({ id }) => id === 'alt')?.keymap ?? [], pins: {} })
    const firsts = keymap.flatMap(({ keys }) => Object.keys(keys).map((keys) => keys.split(' ')[0] ?? ''))
    expect(firsts.length).toBeGreaterThan(60)
    expect(firsts.filter((stroke) => /^(shift\+)?.$/.test(stroke))).toEqual([])
  })
})

describe('a file of keys', () => {
  test.each<[string, number, number, string]>([
    ['', 1, 1, 'a value is expected, found the end'],
    ['{}', 1, 1, 'a list of scopes is expected'],
    [
      '[\n  { "keys": { "g j": "help.toggle", } }\n]',
      2,
      37,
      'a name in quotation marks is expected, found }',
    ],
    ['[\n  { "keys": { "g j": "help.toggle" }\n]', 3, 1, ', or } is expected, found ]'],
    ['[{ "keys": { "g j": \'help.toggle\' } }]', 1, 21, "a value is expected, found '"],
    ['[{ "keys": { "g j": "help.toggel" } }]', 1, 21, 'there is no command help.toggel'],
    ['[\n {\n  "when": "veiw == home",\n  "keys": {}\n }\n]', 3, 11, 'column 1: found veiw'],
    ['[{ "keys": { "q": 5 } }]', 1, 19, 'a command such as'],
    ['[{ "keys": {\n "mod+t": "help.toggle" } }]', 2, 2, 'Ctrl T belongs to the browser'],
    ['[{ "keys": { "q": "help.toggle", "q": "view.back" } }]', 1, 34, '"q" appears twice'],
    ['[{ "keys": {}, "of": 1 }]', 1, 16, 'a scope has "when" and "keys", and no "of"'],
    ['[{ "keys": { "__proto__": "help.toggle" } }]', 1, 14, 'there is no key called __proto__'],
    ['[] x', 1, 4, 'the end is expected, found x'],
  ])('%j: line %i, column %i: %s', (text, line, column, message) => {
    const read = readKeymap(text, signedIn)
    expect(read).toEqual({ kind: 'problem', line, column, message: expect.stringContaining(message) })
  })

  test('of an earlier version has the commands of today', () => {
    expect(readKeymap('[{ "keys": { "g m": "backtest.trust" } }]', signedIn)).toEqual({
      kind: 'keymap',
      keymap: [{ keys: { 'g m': 'backtest.monteCarlo' } }],
    })
  })

  test('is read as JSON is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, noUnicodeString: false }), (text) => {
        const parsed = parseJson(text)
        // A name that stands twice is refused here.
        if (parsed.kind === 'node') expect(parsed.node.value).toEqual(JSON.parse(text))
      }),
    )
  })

  test('no text breaks it, and a problem stands inside the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:a-z0-9 \n]{0,40}$/)), (text) => {
        const read = readKeymap(text, signedIn)
        if (read.kind !== 'problem') return
        const lines = text.split('\n')
        expect(read.line).toBeLessThanOrEqual(lines.length)
        expect(read.column).toBeLessThanOrEqual((lines[read.line - 1]?.length ?? 0) + 1)
      }),
    )
  })
})

const strokes = fc.constantFrom(
  'g j',
  'g',
  'g j k',
  'z',
  'alt+z',
  'shift+h',
  'f6',
  'mod+e',
  'x',
  'g p',
  '[',
  '+',
)
const whens = fc.constantFrom(
  '',
  anywhere,
  onPosition,
  'signedIn && view == home && !typing',
  'signedIn && view == markets && armed && !typing && !dialog',
  'signedIn && view == watchlist && !typing && !dialog',
  'signedIn && (view == positions || basket.legs > 2) && !typing',
)
const bindings: fc.Arbitrary<KeptBinding> = fc.constantFrom<KeptBinding>(
  'help.toggle',
  'position.exit',
  ['view.open', { view: 'positions' }],
  ['scalper.strike', { by: 3 }],
  { line: 'go holdings' },
  { line: 'exit . 50%' },
  null,
)
const keymaps = fc.array(fc.record({ when: whens, keys: fc.dictionary(strokes, bindings, { maxKeys: 4 }) }), {
  maxLength: 4,
})
/** Random keys, of which those are left out that cannot stand beside the ones before. */
const validKeymaps = keymaps.map((sections) =>
  sections.reduce<readonly KeptSection[]>(
    (kept, { when, keys }) =>
      Object.entries(keys).reduce((before, [keysOf, binding]) => {
        const next = withKey(before, { when, strokes: keysOf }, binding)
        return keymapProblem(next, signedIn) === null ? next : before
      }, kept),
    [],
  ),
)

const contexts: fc.Arbitrary<Context> = fc
  .record({
    view: fc.constantFrom('home', 'markets', 'positions', 'watchlist', 'settings'),
    armed: fc.boolean(),
    'focus.kind': fc.constantFrom('', 'position', 'order', 'watch'),
    'basket.legs': fc.nat({ max: 4 }),
  })
  .map((part) => ({ ...emptyContext, signedIn: true, ...part }))

describe('whatever keys a user has', () => {
  test('what is written into a file is read back as the same', () => {
    let seen = 0
    fc.assert(
      fc.property(validKeymaps, (keymap) => {
        if (keymap.length > 0) seen++
        expect(readKeymap(printKeymap(keymap), signedIn)).toEqual({ kind: 'keymap', keymap })
      }),
    )
    expect(seen).toBeGreaterThan(30)
  })

  test('no key is overruled unsaid, be it of the user or a default one', () => {
    let overruled = 0
    fc.assert(
      fc.property(validKeymaps, contexts, (keymap, context) => {
        const effective = keymapWith({ keymap, pins: {} })
        const live = (sections: Keymap) =>
          sections.flatMap(({ when = '', keys }) =>
            parseWhen(when)(context) ? Object.keys(keys).map((keysOf) => ({ when, strokes: keysOf })) : [],
          )
        const own = live(effective.slice(defaultKeymap.length))
        for (const [index, one] of own.entries()) {
          const others = [...own.slice(index + 1), ...live(effective.slice(0, defaultKeymap.length))]
          for (const other of others) {
            if (!isInTheWay(one.strokes, other.strokes)) continue
            overruled++
            expect(clashesOf(one, effective, one)).toContainEqual(expect.objectContaining(other))
          }
        }
      }),
      { numRuns: 300 },
    )
    expect(overruled).toBeGreaterThan(10)
  })

  test('giving up and restoring every key comes back to nothing', () => {
    fc.assert(
      fc.property(validKeymaps, (keymap) => {
        const places = keymap.flatMap(({ when = '', keys }) =>
          Object.keys(keys).map((keysOf) => ({ when, strokes: keysOf })),
        )
        expect(places.reduce(withoutKey, keymap)).toEqual([])
      }),
    )
    expect(defaultAt({ when: onPosition, strokes: 'x' })).toEqual('position.exit')
  })
})

test('scopes are said in a few words', () => {
  expect(
    [
      '',
      anywhere,
      'signedIn && view == markets && armed && !typing && !dialog',
      'signedIn && (view == positions || view == markets) && !typing && !dialog',
      onPosition,
      'signedIn && palette',
      'signedIn && focus.instrument && view != markets && !typing && !dialog',
    ].map(whereInWords),
  ).toEqual([
    'Anywhere',
    'Anywhere',
    'Scalper · armed',
    'Positions, Scalper',
    'On a position',
    'Command line',
    'On an instrument',
  ])
})
