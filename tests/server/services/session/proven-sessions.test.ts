import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../../server/services/session/caller.ts'
import { createProvenSessions } from '../../../../server/services/session/proven-sessions.ts'
import type { UserId } from '../../../../server/user.ts'
import { epochMs } from '../../../../src/domain/time.ts'

const binding = 'b'.repeat(64)
const caller: Caller = {
  user: { id: 'u-1' as UserId, name: 'one' },
  tokenHash: 't'.repeat(64),
  endsAt: epochMs(10_000),
  mustChangePassword: false,
}
const at = (ms: number) => epochMs(ms)

const proven = (now: number) => {
  const sessions = createProvenSessions()
  sessions.prove(binding, at(now))(caller)
  return sessions
}

describe('proven sessions', () => {
  it('are known for less than a second, and to their own binding alone', () => {
    const sessions = proven(5000)
    expect([
      sessions.find(caller.tokenHash, 'c'.repeat(64), at(5001)),
      sessions.find(caller.tokenHash, binding, at(5999)),
      sessions.find(caller.tokenHash, binding, at(6000)),
      sessions.find(caller.tokenHash, binding, at(5001)),
    ]).toEqual([null, caller, null, null])
  })

  it('end with their day', () => {
    expect(proven(9500).find(caller.tokenHash, binding, at(10_000))).toEqual(null)
  })

  it('are not believed when the wall clock is set back', () => {
    expect(proven(5000).find(caller.tokenHash, binding, at(4999))).toEqual(null)
  })

  it('are forgotten at once when they end', () => {
    const sessions = proven(5000)
    sessions.forget([caller.tokenHash])
    expect(sessions.find(caller.tokenHash, binding, at(5001))).toEqual(null)
  })

  it('are not kept when an end is told while the store is asked', () => {
    const sessions = createProvenSessions()
    const keep = sessions.prove(binding, at(5000))
    sessions.forget([caller.tokenHash])
    keep(caller)
    expect(sessions.find(caller.tokenHash, binding, at(5001))).toEqual(null)
  })
})
