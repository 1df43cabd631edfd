import { createActor } from 'xstate'
import { tablesMachine } from '../../machines/shell/tables.ts'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { tellStorageRefusals } from './storage-notice.ts'

export const shell = ({ notices, storage }: Deps) =>
  ({
    actors: { tables: createActor(tablesMachine) },
    connect: () => tellStorageRefusals(storage, notices),
  }) satisfies Area
