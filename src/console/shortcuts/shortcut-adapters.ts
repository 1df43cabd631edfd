import { fromCallback, fromPromise } from 'xstate'
import type { Environment } from '../../commands/environment.ts'
import { writtenOut } from '../../commands/grammar/expand.ts'
import { currentKeymap, setCurrentKeymap } from '../../commands/keymap/current.ts'
import { defaultKeymap } from '../../commands/keymap/default.ts'
import { createKeyEditing } from '../../commands/keymap/editing.ts'
import { keysOf } from '../../commands/keymap/resolve.ts'
import { keymapWith } from '../../commands/keymap/user-keymap.ts'
import { readLine } from '../../commands/read-line.ts'
import { type CommandCall, findCommand } from '../../commands/registry.ts'
import { readMacros, readShortcuts } from '../../domain/shortcuts/shortcuts.ts'
import { describeProblem } from '../../domain/strategies/condition/parse-problem.ts'
import { macrosMachine } from '../../machines/shortcuts/macros.ts'
import { readLessons, shortcutHintsMachine } from '../../machines/shortcuts/shortcut-hints.ts'
import { shortcutsMachine } from '../../machines/shortcuts/shortcuts.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import type { createActs } from '../acts.ts'
import type { Undo } from '../area.ts'
import type { createEnvironment } from '../environment.ts'
import type { UserStorage } from '../shell/user-storage.ts'

export interface ShortcutPorts {
  readonly actors: Actors
  readonly clock: { now(): number }
  readonly storage: KeptValues
  readonly memory: UserStorage
  readonly acts: ReturnType<typeof createActs>
  readonly environment: ReturnType<typeof createEnvironment>['environment']
}

type Memory = ShortcutPorts['memory']

const keptShortcuts = (memory: Memory) => {
  const { value, dropped } = readShortcuts(memory.read(storageKeys.shortcuts))
  return { type: 'shortcuts.restore', shortcuts: value, dropped } as const
}

const keptMacros = (memory: Memory) => {
  const { value, dropped } = readMacros(memory.read(storageKeys.macros))
  return { type: 'macros.restore', macros: value, dropped } as const
}

export const provideShortcuts = ({ storage, memory }: ShortcutPorts): typeof shortcutsMachine =>
  shortcutsMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.shortcuts, () => sendBack(keptShortcuts(memory))),
      ),
    },
    actions: { store: (_, shortcuts) => memory.write(storageKeys.shortcuts, shortcuts) },
  })

export const provideMacros = (ports: ShortcutPorts): typeof macrosMachine =>
  macrosMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        ports.storage.watch(storageKeys.macros, () => sendBack(keptMacros(ports.memory))),
      ),
      playLine: fromPromise(({ input, signal }) => playLine(ports, input.line, signal)),
    },
    actions: { store: (_, macros) => ports.memory.write(storageKeys.macros, macros) },
  })

export const provideShortcutHints = ({ memory }: ShortcutPorts): typeof shortcutHintsMachine =>
  shortcutHintsMachine.provide({
    actions: { store: (_, lessons) => memory.write(storageKeys.lessons, lessons) },
  })

/** A macro that plays itself would never end, and one that records would record itself. */
const isOfMacros = ({ command }: CommandCall): boolean => command.startsWith('macro.')

/** The line runs as a typed one: with confirmations, and a preview of orders before they are sent. */
const playLine = async (
  { actors: { palette }, acts, environment }: ShortcutPorts,
  line: string,
  signal: AbortSignal,
): Promise<void> => {
  const { call, problem } = readLine(line, line.length, environment())
  if (call === null) {
    throw new Error(describeProblem(problem ?? { column: 1, found: line, expected: 'a command' }))
  }
  if (isOfMacros(call)) throw new Error('a macro cannot run another macro')
  acts.perform(call)
  if (palette.getSnapshot().matches('closed') || isAboutPalette(call)) return
  await new Promise<void>((resolve, reject) => {
    let isRunning = false
    const end = (act: () => void): void => {
      subscription.unsubscribe()
      act()
    }
    const subscription = palette.subscribe((snapshot) => {
      if (snapshot.matches('running')) isRunning = true
      else if (snapshot.matches('closed'))
        end(() => (isRunning ? resolve() : reject(new Error('not confirmed'))))
      else if (isRunning) end(() => reject(new Error(snapshot.context.message ?? 'it failed')))
    })
    signal.addEventListener('abort', () => end(resolve))
  })
}

const isAboutPalette = ({ command }: CommandCall): boolean => command.startsWith('palette.')

export const createHinter =
  ({ actors, environment, clock }: ShortcutPorts) =>
  ({ command, args }: CommandCall): void => {
    if (!actors.preferences.getSnapshot().context.teachesKeys) return
    const keymap = currentKeymap()
    const { isMac } = environment()
    const [keys] = [...keysOf(command, args, keymap, isMac), ...keysOf(command, {}, keymap, isMac)]
    if (keys === undefined) return
    const title = findCommand(command)?.title ?? ''
    actors.hints.send({ type: 'hint.say', command, title, keys, at: clock.now() })
  }

export const shortcutEnvironment = ({ actors, environment }: ShortcutPorts): Partial<Environment> => {
  const kept = actors.shortcuts.getSnapshot().context.shortcuts
  return {
    words: kept,
    pins: kept.pins,
    macros: actors.macros.getSnapshot().context.macros,
    writtenOut: (line) => writtenOut(line, kept),
    keys: createKeyEditing(kept, environment),
  }
}

export const connectShortcuts = ({ shortcuts }: Actors): Undo => {
  let before = shortcuts.getSnapshot().context.shortcuts
  const subscription = shortcuts.subscribe(({ context }) => {
    if (context.shortcuts === before) return
    before = context.shortcuts
    setCurrentKeymap(keymapWith(context.shortcuts))
  })
  return () => {
    subscription.unsubscribe()
    setCurrentKeymap(defaultKeymap)
  }
}

export const restoreShortcuts = ({ actors, memory }: ShortcutPorts): void => {
  actors.shortcuts.send(keptShortcuts(memory))
  actors.macros.send(keptMacros(memory))
  actors.hints.send({ type: 'hint.restore', lessons: readLessons(memory.read(storageKeys.lessons)) })
}
