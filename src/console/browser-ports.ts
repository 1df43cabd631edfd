import { fromCallback, fromPromise } from 'xstate'
import { getLastPrices } from '../contract/instruments.ts'
import { followedIndices } from '../domain/instrument.ts'
import { connectivityMachine } from '../machines/connectivity.ts'
import { navigationMachine } from '../machines/navigation.ts'
import { orderPathMachine } from '../machines/order-path.ts'
import {
  type Preferences,
  preferencesMachine,
  readPreferences,
  withPreference,
} from '../machines/preferences.ts'
import { pricesMachine } from '../machines/prices.ts'
import { readRecents, recentsMachine } from '../machines/recents.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { createOwnMemory } from './own-memory.ts'
import { pageVisibility } from './page-visibility.ts'

export const provideNavigation = ({ history }: Platform): typeof navigationMachine =>
  navigationMachine.provide({
    actors: {
      history: fromCallback(({ receive, sendBack }) => {
        receive((order) => {
          if (order.type === 'history.push') history.push(order.path)
          else if (order.type === 'history.replace') history.replace(order.path)
          else history.back()
        })
        return history.watch((path) => sendBack({ type: 'view.moved', path }))
      }),
    },
  })

/** Those of the browser, with the one that each window has for itself: how it shows the option chain. */
export const keptPreferences = (storage: KeptValues): Preferences => {
  const kept = readPreferences(storage.readJson('browser', storageKeys.preferences))
  const chainView = storage.readJson('tab', storageKeys.preferences) ?? kept.chainView
  const preferences = withPreference(kept, 'chainView', chainView) ?? kept
  keepChainView(storage, preferences)
  return preferences
}

const keepChainView = (storage: KeptValues, { chainView }: Preferences): void =>
  storage.write('tab', storageKeys.preferences, JSON.stringify(chainView), { isCache: true })

export const providePreferences = (storage: KeptValues): typeof preferencesMachine =>
  preferencesMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.preferences, () =>
          sendBack({ type: 'preferences.changedElsewhere', preferences: keptPreferences(storage) }),
        ),
      ),
    },
    actions: {
      store: (_, preferences) => {
        storage.writeJson('browser', storageKeys.preferences, preferences)
        keepChainView(storage, preferences)
      },
    },
  })

export const provideConnectivity = (platform: Platform, http: HttpClient): typeof connectivityMachine =>
  connectivityMachine.provide({
    actors: {
      browserNetwork: fromCallback(({ sendBack }) =>
        platform.watchNetwork({
          online: () => sendBack({ type: 'browser.online' }),
          offline: () => sendBack({ type: 'browser.offline' }),
        }),
      ),
      askHealth: fromPromise(({ signal }) => http.askHealth(signal)),
    },
  })

export const provideOrderPath = (http: HttpClient): typeof orderPathMachine =>
  orderPathMachine.provide({
    actors: { askOrderPath: fromPromise(({ signal }) => http.askHealth(signal)) },
  })

export const providePrices = (platform: Platform, http: HttpClient): typeof pricesMachine =>
  pricesMachine.provide({
    actors: {
      askPrices: fromPromise(({ signal }) =>
        http.call(getLastPrices, { query: { keys: followedIndices.join(',') }, signal }),
      ),
      pageVisibility: pageVisibility(platform),
    },
  })

export const provideRecents = (
  storage: KeptValues,
  memory: ReturnType<typeof createOwnMemory>,
): typeof recentsMachine =>
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
