import { createActor } from 'xstate'
import { tablesMachine } from '../../machines/shell/tables.ts'
import type { CreateArea } from '../area.ts'
import type { Deps } from '../deps.ts'
import { tellStorageRefusals } from './storage-notice.ts'

export const shell: CreateArea<Deps, 'tables'> = ({ notices, storage }) => ({
  actors: { tables: createActor(tablesMachine) },
  connect: () => tellStorageRefusals(storage, notices),
})
