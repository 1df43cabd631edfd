import { timingSafeEqual } from 'node:crypto'
import type { EpochMs } from '../../src/domain/time.ts'
import type { Caller } from './caller.ts'

/** What another process ended is found that late, as late as by those who hold streams and sockets. */
const PROOF_MS = 1000
/** Proofs kept, 400 bytes each; the oldest is forgotten. */
const PROOFS_MAX = 5000

interface Proof {
  readonly bindingHash: string
  readonly caller: Caller
  readonly provenAt: EpochMs
}

/**
 * Sessions that the store proved within the last second, so that calls which follow one another ask it once. Ends made
 * in this process are told and count at once.
 */
export const createProvenSessions = () => {
  const proofs = new Map<string, Proof>()
  let ends = 0

  return {
    /** Null where the store has to be asked. */
    find(tokenHash: string, bindingHash: string, now: EpochMs): Caller | null {
      const proof = proofs.get(tokenHash)
      if (proof === undefined || !timingSafeEqual(Buffer.from(proof.bindingHash), Buffer.from(bindingHash)))
        return null
      const age = now - proof.provenAt
      if (age >= 0 && age < PROOF_MS && now < proof.caller.endsAt) return proof.caller
      proofs.delete(tokenHash)
      return null
    },

    /** Called before the store is asked; answers how to keep what it said. An end told in between lets nothing be kept. */
    prove(bindingHash: string, now: EpochMs): (caller: Caller) => void {
      const endsBefore = ends
      return (caller) => {
        if (ends !== endsBefore) return
        const [oldest] = proofs.size >= PROOFS_MAX ? proofs.keys() : []
        if (oldest !== undefined) proofs.delete(oldest)
        proofs.set(caller.tokenHash, { bindingHash, caller, provenAt: now })
      }
    },

    forget(tokenHashes: readonly string[]): void {
      if (tokenHashes.length > 0) ends++
      for (const tokenHash of tokenHashes) proofs.delete(tokenHash)
    },
  }
}
