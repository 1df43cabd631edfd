import { fromCallback } from 'xstate'
import { readRecents, recentsMachine } from '../../machines/instruments/recents.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { UserStorage } from '../shell/user-storage.ts'

export const provideRecents = (storage: KeptValues, memory: UserStorage): typeof recentsMachine =>
  recentsMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.recents, () =>
          sendBack({ type: 'recents.replace', items: readRecents(memory.read(storageKeys.recents)) }),
        ),
      ),
    },
    actions: { store: (_, items) => memory.write(storageKeys.recents, items) },
  })
