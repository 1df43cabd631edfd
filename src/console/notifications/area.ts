import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideNoticePanel } from './notice-panel-adapters.ts'
import { connectReadNotices } from './read-notices.ts'

export const notifications = (deps: Deps) =>
  ({
    actors: { noticePanel: createActor(provideNoticePanel(deps)) },
    connect: () => connectReadNotices(deps.actors),
  }) satisfies Area
