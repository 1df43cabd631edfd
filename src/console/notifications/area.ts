import { createActor } from 'xstate'
import { type Area, undoAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideNoticePanel } from './notice-panel-adapters.ts'
import { connectReadNotices } from './read-notices.ts'
import { connectWebhook, createWebhook } from './webhook-adapters.ts'

export const notifications = (deps: Deps) =>
  ({
    actors: { noticePanel: createActor(provideNoticePanel(deps)), ...createWebhook(deps.http) },
    connect: () => undoAll([connectReadNotices(deps.actors), connectWebhook(deps.actors, deps.notices)]),
  }) satisfies Area
