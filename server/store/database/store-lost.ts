import { Refusal } from '../../refusal.ts'

/** Nothing is written until a restart. Traders see the message, so it names files without folders. */
export class StoreLost extends Refusal {
  constructor(what: string) {
    super('STORE_LOST', `The server has stopped taking orders and changes: ${what}`)
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const toStoreLost = (error: unknown): StoreLost =>
  error instanceof StoreLost
    ? error
    : new StoreLost(
        `its database could not be written (${wordsOf(error)}). The server's owner has to check the disk and restart it`,
      )
