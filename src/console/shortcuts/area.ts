import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import {
  connectShortcuts,
  provideMacros,
  provideShortcutHints,
  provideShortcuts,
  restoreShortcuts,
  shortcutEnvironment,
} from './shortcut-adapters.ts'

export const shortcuts = (deps: Deps) =>
  ({
    actors: {
      shortcuts: createActor(provideShortcuts(deps)),
      macros: createActor(provideMacros(deps)),
      hints: createActor(provideShortcutHints(deps)),
    },
    connect: () => connectShortcuts(deps.actors),
    begin: () => restoreShortcuts(deps),
    environment: () => shortcutEnvironment(deps),
  }) satisfies Area
