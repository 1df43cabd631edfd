import { fromCallback, fromPromise } from 'xstate'
import { connectivityMachine } from '../../machines/shell/connectivity.ts'
import { navigationMachine } from '../../machines/shell/navigation.ts'
import {
  type Preferences,
  preferencesMachine,
  readPreferences,
  withPreference,
} from '../../machines/shell/preferences.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'

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

/** Shared by all windows, except the view of the option chain. */
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
