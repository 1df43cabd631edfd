import { noShortcuts } from '../../../src/domain/shortcuts/shortcuts.ts'
import { macrosMachine } from '../../../src/machines/shortcuts/macros.ts'
import { shortcutHintsMachine } from '../../../src/machines/shortcuts/shortcut-hints.ts'
import { shortcutsMachine } from '../../../src/machines/shortcuts/shortcuts.ts'
import { type Walk, walkOf } from './machine-paths.ts'

const scalp = { name: 'scalp', lines: ['go markets', 'arm'] }

export const keyWalks: readonly Walk[] = [
  walkOf({
    machine: shortcutsMachine,
    states: 2,
    transitions: 4,
    events: [
      { type: 'shortcuts.change', change: { pins: { 1: 'go positions' } }, told: 'Pinned' },
      { type: 'shortcuts.undo' },
      { type: 'shortcuts.restore', shortcuts: noShortcuts, dropped: [] },
      { type: 'shortcuts.restore', shortcuts: noShortcuts, dropped: ['alias b9'] },
      { type: 'session.ended' },
    ],
    project: ({ shortcuts, undone }) => [Object.keys(shortcuts.pins).length, undone === null],
  }),
  walkOf({
    machine: macrosMachine,
    states: 6,
    transitions: 18,
    events: [
      { type: 'macro.record', name: 'scalp' },
      { type: 'macro.heard', line: 'go positions' },
      { type: 'macro.heard', line: '' },
      { type: 'macro.stop' },
      { type: 'macro.run', name: 'scalp' },
      { type: 'macro.run', name: 'nobody' },
      { type: 'macro.save', ...scalp },
      { type: 'macro.save', name: 'other', lines: ['arm'], before: 'scalp' },
      { type: 'macro.delete', name: 'scalp' },
      { type: 'macro.delete', name: 'nobody' },
      { type: 'macro.undo' },
      { type: 'macros.restore', macros: [scalp], dropped: [] },
      {
        type: 'macros.restore',
        macros: Array.from({ length: 50 }, (_, index) => ({ name: `m${index}`, lines: ['arm'] })),
        dropped: ['macro 3'],
      },
      { type: 'session.ended' },
    ],
    answers: { playLine: [undefined] },
    project: ({ macros, current, lineIndex }) => [
      Math.min(macros.length, 2) + (macros.length >= 50 ? 1 : 0),
      current?.lines.length ?? null,
      lineIndex,
    ],
  }),
  walkOf({
    machine: shortcutHintsMachine,
    states: 3,
    transitions: 5,
    events: [
      { type: 'hint.hand', isMouse: true },
      { type: 'hint.hand', isMouse: false },
      { type: 'hint.say', command: 'help.toggle', title: 'Keyboard shortcuts', keys: '?', at: 0 },
      { type: 'hint.say', command: 'help.toggle', title: 'Keyboard shortcuts', keys: '?', at: 3_600_000 },
      { type: 'hint.restore', lessons: {} },
      { type: 'session.ended' },
    ],
    project: ({ isByMouse, keys, lessons }) => [isByMouse, keys, lessons['help.toggle']?.times ?? 0],
  }),
]
