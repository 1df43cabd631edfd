import { fromCallback, fromPromise } from 'xstate'
import type { Environment } from '../commands/environment.ts'
import { writtenOut } from '../commands/grammar/expand.ts'
import { currentKeymap, setCurrentKeymap } from '../commands/keymap/current.ts'
import { defaultKeymap } from '../commands/keymap/default.ts'
import { createKeyEditing } from '../commands/keymap/editing.ts'
import { keysOf } from '../commands/keymap/resolve.ts'
import { keymapWith } from '../commands/keymap/user-keymap.ts'
import { readLine } from '../commands/read-line.ts'
import { type CommandCall, findCommand } from '../commands/registry.ts'
import { readMacros, readShortcuts } from '../domain/shortcuts.ts'
import { macrosMachine } from '../machines/macros.ts'
import { shortcutsMachine } from '../machines/shortcuts.ts'
import { readLessons, teachingMachine } from '../machines/teaching.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { CoreActors, TradingActors } from './actors.ts'
import type { createActs } from './acts.ts'
import type { createSight } from './environment.ts'
import type { createOwnMemory } from './own-memory.ts'

export interface ShortcutPorts {
  readonly core: CoreActors
  readonly storage: KeptValues
  readonly memory: ReturnType<typeof createOwnMemory>
  readonly acts: ReturnType<typeof createActs>
  readonly environment: ReturnType<typeof createSight>['environment']
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

export const provideTeaching = ({ memory }: ShortcutPorts): typeof teachingMachine =>
  teachingMachine.provide({
    actions: { store: (_, lessons) => memory.write(storageKeys.lessons, lessons) },
  })

/** A line that plays others would never end, and one that records would write itself down. */
const isOfMacros = ({ command }: CommandCall): boolean => command.startsWith('macro.')

/** Carries a line out as if it had been typed: what asks, asks, and an order is shown before it goes. */
const playLine = async (
  { core: { palette }, acts, environment }: ShortcutPorts,
  line: string,
  signal: AbortSignal,
): Promise<void> => {
  const { call, problem } = readLine(line, line.length, environment())
  if (call === null) {
    const words = problem ?? { column: 1, found: line, expected: 'a command' }
    throw new Error(`column ${words.column}: found ${words.found}, expected ${words.expected}`)
  }
  if (isOfMacros(call)) throw new Error('a macro runs no macro')
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
        end(() => (isRunning ? resolve() : reject(new Error('it was not confirmed'))))
      else if (isRunning) end(() => reject(new Error(snapshot.context.message ?? 'it could not be done')))
    })
    signal.addEventListener('abort', () => end(resolve))
  })
}

const isAboutPalette = ({ command }: CommandCall): boolean => command.startsWith('palette.')

/** After a click on what a key does as well, says the key. */
export const createTeacher =
  (
    { core, environment, now }: Pick<ShortcutPorts, 'core' | 'environment'> & { readonly now: () => number },
    { teaching }: Pick<TradingActors, 'teaching'>,
  ) =>
  ({ command, args }: CommandCall): void => {
    if (!core.preferences.getSnapshot().context.teachesKeys) return
    const keymap = currentKeymap()
    const { isMac } = environment()
    const [keys] = [...keysOf(command, args, keymap, isMac), ...keysOf(command, {}, keymap, isMac)]
    if (keys === undefined) return
    const title = findCommand(command)?.title ?? ''
    teaching.send({ type: 'teach.say', command, title, keys, at: now() })
  }

/** What lines are read with of all this. */
export const shortcutSight = (
  { shortcuts, macros }: Pick<TradingActors, 'shortcuts' | 'macros'>,
  environment: ShortcutPorts['environment'],
): Partial<Environment> => {
  const kept = shortcuts.getSnapshot().context.shortcuts
  return {
    words: kept,
    pins: kept.pins,
    macros: macros.getSnapshot().context.macros,
    writtenOut: (line) => writtenOut(line, kept),
    keys: createKeyEditing(kept, environment),
  }
}

/** The keys of the moment are those of the user who is signed in. */
export const wireShortcuts = ({ shortcuts }: Pick<TradingActors, 'shortcuts'>): (() => void) => {
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

/** Somebody has signed in: what is kept for that user comes back. */
export const beginShortcuts = (
  { memory }: Pick<ShortcutPorts, 'memory'>,
  actors: Pick<TradingActors, 'shortcuts' | 'macros' | 'teaching'>,
): void => {
  actors.shortcuts.send(keptShortcuts(memory))
  actors.macros.send(keptMacros(memory))
  actors.teaching.send({ type: 'teach.restore', lessons: readLessons(memory.read(storageKeys.lessons)) })
}
