import { Refusal } from '../refusal.ts'

/**
 * The store can no longer be trusted with anything: nothing more is written until a restart. The message is shown to
 * traders, so it names files without their folder.
 */
export class StoreLost extends Refusal {
  constructor(what: string) {
    super('unavailable', `The server has stopped taking orders and changes: ${what}`, { code: 'STORE_LOST' })
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const toStoreLost = (error: unknown): StoreLost =>
  error instanceof StoreLost
    ? error
    : new StoreLost(
        `its database could not be written (${wordsOf(error)}). The server's owner has to check the disk and restart it`,
      )
