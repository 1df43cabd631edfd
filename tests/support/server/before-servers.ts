import { openStore } from '../../../server/store/database/database.ts'
import { buildServer } from './built-server.ts'
import { hasPostgres, makePostgres, TEMPLATE } from './stores.ts'

/** Migrating a database takes several times as long as copying one. Workers inherit its name. */
const makeTemplate = async (): Promise<() => Promise<void>> => {
  const { name, url, drop } = await makePostgres()
  const store = await openStore({ dataDir: '', databaseUrl: url })
  await store.close()
  process.env[TEMPLATE] = name
  return drop
}

export const setup = async (): Promise<() => Promise<void>> => {
  const removeServer = await buildServer()
  const removeTemplate = hasPostgres ? await makeTemplate() : async () => {}
  return async () => {
    removeServer()
    await removeTemplate()
  }
}
