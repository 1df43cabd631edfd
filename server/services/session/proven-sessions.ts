import { timingSafeEqual } from 'node:crypto'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { Caller } from './caller.ts'

/** Sessions ended by another process are noticed this late, as on streams and sockets. */
const PROOF_MS = 1000
const PROOFS_MAX = 5000

interface Proof {
  readonly bindingHash: string
  readonly caller: Caller
  readonly provenAt: EpochMs
}

/** Sessions proven within the last second, to spare the store; ends in this process apply at once. */
export const createProvenSessions = () => {
  const proofs = new Map<string, Proof>()
  let ends = 0

  return {
    find(tokenHash: string, bindingHash: string, now: EpochMs): Caller | null {
      const proof = proofs.get(tokenHash)
      if (proof === undefined || !timingSafeEqual(Buffer.from(proof.bindingHash), Buffer.from(bindingHash)))
        return null
      const age = now - proof.provenAt
      if (age >= 0 && age < PROOF_MS && now < proof.caller.endsAt) return proof.caller
      proofs.delete(tokenHash)
      return null
    },

    /** Called before the store is read; a session that ends meanwhile prevents keeping the proof. */
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
