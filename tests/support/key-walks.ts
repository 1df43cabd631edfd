import { noShortcuts } from '../../src/domain/shortcuts.ts'
import { macrosMachine } from '../../src/machines/macros.ts'
import { shortcutsMachine } from '../../src/machines/shortcuts.ts'
import { teachingMachine } from '../../src/machines/teaching.ts'
import type { Walk } from './machine-paths.ts'

const scalp = { name: 'scalp', lines: ['go markets', 'arm'] }

/** Machines of keys, macros and lessons. */
export const keyWalks: readonly Walk[] = [
  {
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
  },
  {
    machine: macrosMachine,
    states: 6,
    transitions: 17,
    events: [
      { type: 'macro.record', name: 'scalp' },
      { type: 'macro.heard', line: 'go positions' },
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
        macros: Array.from({ length: 50 }, (_, place) => ({ name: `m${place}`, lines: ['arm'] })),
        dropped: ['macro 3'],
      },
      { type: 'session.ended' },
    ],
    answers: { playLine: [undefined] },
    project: ({ macros, current, place }) => [
      Math.min(macros.length, 2) + (macros.length >= 50 ? 1 : 0),
      current?.lines.length ?? null,
      place,
    ],
  },
  {
    machine: teachingMachine,
    states: 3,
    transitions: 5,
    events: [
      { type: 'teach.hand', isMouse: true },
      { type: 'teach.hand', isMouse: false },
      { type: 'teach.say', command: 'help.toggle', title: 'Keys valid here', keys: '?', at: 0 },
      { type: 'teach.say', command: 'help.toggle', title: 'Keys valid here', keys: '?', at: 3_600_000 },
      { type: 'teach.restore', lessons: {} },
      { type: 'session.ended' },
    ],
    project: ({ isByMouse, keys, lessons }) => [isByMouse, keys, lessons['help.toggle']?.times ?? 0],
  },
]
