import { fromPromise } from 'xstate'
import { type KillOwner, killIntentMachine } from '../../machines/orders/kill-intent.ts'
import { orderPathMachine } from '../../machines/orders/order-path.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { type KeptValues, storageKeys } from '../../platform/storage.ts'

export const provideOrderPath = (http: HttpClient): typeof orderPathMachine =>
  orderPathMachine.provide({
    actors: { askOrderPath: fromPromise(({ signal }) => http.askHealth(signal)) },
  })

const isKillOwner = (value: unknown): value is KillOwner => {
  const { userUuid, userName } = (value ?? {}) as { readonly userUuid?: unknown; readonly userName?: unknown }
  return typeof userUuid === 'string' && typeof userName === 'string'
}

/** Per tab: a kill switch is offered again only where it was requested. */
export const keptKill = (storage: KeptValues): KillOwner | null => {
  const kept = storage.readJson('tab', storageKeys.killOwed)
  return isKillOwner(kept) ? { userUuid: kept.userUuid, userName: kept.userName } : null
}

export const provideKillIntent = (storage: KeptValues): typeof killIntentMachine =>
  killIntentMachine.provide({
    actions: {
      store: (_, owed) => {
        if (owed === null) storage.remove('tab', storageKeys.killOwed)
        else storage.writeJson('tab', storageKeys.killOwed, owed)
      },
    },
  })
