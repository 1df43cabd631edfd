import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditEntry, withAudit } from '../../store/audit.ts'
import type { Store } from '../../store/database/database.ts'
import { inTransaction, isDuplicate } from '../../store/database/transaction.ts'
import type { UserTable } from '../../store/schema.ts'
import { deleteSessionByHalf, deleteSessionsOf } from '../../store/session/sessions.ts'
import { deleteBrowsersOf } from '../../store/session/sign-in.ts'
import {
  findUser,
  findUserByName,
  hasUsers,
  insertUser,
  listUsers,
  nameKey,
  setPassword,
} from '../../store/session/users.ts'
import type { User, UserId } from '../../user.ts'
import type { Caller } from './caller.ts'
import type { BrowserProof, KnownBrowsers } from './known-browsers.ts'
import { findWeakness } from './password-strength.ts'
import { generatePassword, type PasswordHasher } from './passwords.ts'
import { hashHalf, type Origin, type SessionPair, type Sessions, sessionLabel } from './sessions.ts'
import type { Attempt, Budget, SignInLimits } from './sign-in-limits.ts'

const USERS_MAX = 1000
const USER_NAME = /^[A-Za-z0-9._-]{1,64}$/

interface Credentials {
  readonly userName: string
  readonly password: string
  readonly presentedBinding: string | null
  readonly presentedBrowsers: readonly string[]
}

export interface SignedIn {
  readonly pair: SessionPair
  readonly browser: BrowserProof
}

/** Looked up for an unknown name, so that it costs the store the same query. */
const NOBODY = '' as UserId

const budgetsOf = (account: string, address: string, known: string | null): readonly Budget[] =>
  known === null
    ? [
        { kind: 'accountAtAddress', of: `${account} ${address}` },
        { kind: 'account', of: account },
        { kind: 'address', of: address },
      ]
    : [{ kind: 'browser', of: known }]

const invalidCredentials = (): Refusal => new Refusal('UNAUTHORIZED', 'Invalid credentials')

const recordEnds = async (
  record: (entry: AuditEntry) => Promise<void>,
  ended: readonly { readonly tokenHash: string; readonly owner: UserId }[],
  reason: string,
  request: string | null,
): Promise<void> => {
  for (const { tokenHash, owner } of ended) {
    await record({
      action: 'session.ended',
      actor: owner,
      session: sessionLabel(tokenHash),
      request,
      detail: { reason },
    })
  }
}

export const createAccounts = (ports: {
  readonly store: Store
  readonly clock: Clock
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly limits: SignInLimits
  readonly browsers: KnownBrowsers
  /** Called once their end is durable. */
  readonly onSessionsEnded: (tokenHashes: readonly string[]) => void
  readonly onSignedIn?: (user: UserId) => Promise<void>
}) => {
  const { store, clock, sessions, passwords, limits, browsers, onSessionsEnded } = ports

  const insert = async (name: string, password: { text: string; mustChange: boolean }): Promise<void> => {
    const id = randomUUID() as UserId
    const passwordHash = await passwords.hash(password.text)
    await withAudit(ports, async (trx, record) => {
      await insertUser(trx, {
        id,
        name,
        password_hash: passwordHash,
        must_change_password: password.mustChange ? 1 : 0,
        created_at: clock.now(),
      })
      await record({ action: 'user.added', object: id })
    })
  }

  const open = async (
    row: UserTable,
    { given, known, attempt }: { given: Credentials; known: string | null; attempt: Attempt },
    origin: Origin,
  ): Promise<SignedIn> => {
    const presented = given.presentedBinding === null ? null : hashHalf(given.presentedBinding)
    const answer = await withAudit(ports, async (trx, record) => {
      const replaced = presented === null ? [] : await deleteSessionByHalf(trx, 'binding_hash', presented)
      const ended = replaced.map((session) => ({ tokenHash: session.token_hash, owner: session.user_id }))
      await recordEnds(record, ended, 'replaced', origin.request)
      const opened = await sessions.open(trx, { id: row.id, name: row.name }, origin)
      const displaced = opened.displaced.map((tokenHash) => ({ tokenHash, owner: row.id }))
      await recordEnds(record, displaced, 'too many sessions', origin.request)
      await record({
        action: 'signIn.succeeded',
        actor: row.id,
        session: sessionLabel(opened.tokenHash),
        address: origin.address,
        request: origin.request,
        detail: { endsAt: opened.pair.endsAt },
      })
      const browser = await browsers.keep(trx, row.id, known)
      await attempt.succeeded(trx, known === null ? ['accountAtAddress', 'account'] : ['browser'])
      return { pair: opened.pair, browser, ended: [...ended, ...displaced].map(({ tokenHash }) => tokenHash) }
    })
    onSessionsEnded(answer.ended)
    await ports.onSignedIn?.(row.id)
    return { pair: answer.pair, browser: answer.browser }
  }

  const endSession = async (caller: Caller, origin: Origin, reason: string): Promise<void> => {
    await withAudit(ports, async (trx, record) => {
      await deleteSessionByHalf(trx, 'token_hash', caller.tokenHash)
      const ended = [{ tokenHash: caller.tokenHash, owner: caller.user.id }]
      await recordEnds(record, ended, reason, origin.request)
    })
    onSessionsEnded([caller.tokenHash])
  }

  const proveCurrentPassword = async (user: UserId, password: string): Promise<void> => {
    const attempt = await limits.begin([{ kind: 'passwordChange', of: user }])
    try {
      const row = await findUser(store.db, user)
      if (await passwords.matches(row?.password_hash ?? null, password, { isKnown: true })) {
        await inTransaction(store, (trx) => attempt.succeeded(trx, ['passwordChange']))
        return
      }
      await inTransaction(store, (trx) => attempt.failed(trx))
      throw new Refusal('WRONG_PASSWORD', 'The current password is wrong')
    } finally {
      attempt.over()
    }
  }

  return {
    async signIn(given: Credentials, origin: Origin): Promise<SignedIn> {
      const row = await findUserByName(store.db, given.userName)
      const known = await browsers.find(store.db, row?.id ?? NOBODY, given.presentedBrowsers)
      const attempt = await limits.begin(budgetsOf(nameKey(given.userName), origin.address, known))
      try {
        const isRight = await passwords.matches(row?.password_hash ?? null, given.password, {
          isKnown: known !== null,
        })
        if (isRight && row !== undefined) return await open(row, { given, known, attempt }, origin)
        // The typed name is not recorded: people type passwords into the wrong field.
        await withAudit(ports, async (trx, record) => {
          await attempt.failed(trx)
          await record({
            action: 'signIn.failed',
            actor: row?.id ?? null,
            address: origin.address,
            request: origin.request,
          })
        })
        throw invalidCredentials()
      } finally {
        attempt.over()
      }
    },

    signOut: (caller: Caller, origin: Origin): Promise<void> => endSession(caller, origin, 'signed out'),

    /** This session alone, as at the end of its time. */
    expire: (caller: Caller, origin: Origin): Promise<void> => endSession(caller, origin, 'drill'),

    async changePassword(
      caller: Caller,
      given: { currentPassword: string; nextPassword: string },
      origin: Origin,
    ): Promise<SignedIn> {
      const { user } = caller
      await proveCurrentPassword(user.id, given.currentPassword)
      const weakness =
        given.nextPassword === given.currentPassword
          ? 'it is the current password'
          : findWeakness(given.nextPassword, user.name)
      if (weakness !== null) {
        throw new Refusal('MALFORMED', 'Error changing the password', {
          issues: [`body.next_password: ${weakness}`],
        })
      }
      const passwordHash = await passwords.hash(given.nextPassword)
      const answer = await withAudit(ports, async (trx, record) => {
        await setPassword(trx, user.id, { hash: passwordHash, mustChange: false })
        const ended = (await deleteSessionsOf(trx, user.id)).map((session) => session.token_hash)
        await record({
          action: 'password.changed',
          actor: user.id,
          session: sessionLabel(caller.tokenHash),
          address: origin.address,
          request: origin.request,
        })
        await recordEnds(
          record,
          ended.map((tokenHash) => ({ tokenHash, owner: user.id })),
          'password changed',
          origin.request,
        )
        await deleteBrowsersOf(trx, user.id)
        const browser = await browsers.keep(trx, user.id, null)
        return { pair: (await sessions.open(trx, user, origin)).pair, browser, ended }
      })
      onSessionsEnded(answer.ended)
      return { pair: answer.pair, browser: answer.browser }
    },

    describe: (caller: Caller) => ({
      userUuid: caller.user.id,
      userName: caller.user.name,
      mustChangePassword: caller.mustChangePassword,
      sessionEndsAt: caller.endsAt,
    }),

    /** Returns the password only if it was generated here; null when there are users. */
    async ensureFirstUser(first: {
      name: string
      password: string | null
    }): Promise<{ name: string; generatedPassword: string | null } | null> {
      if (await hasUsers(store.db)) return null
      const weakness = first.password === null ? null : findWeakness(first.password, first.name)
      if (weakness !== null) throw new Refusal('MALFORMED', `FIRST_PASSWORD: choose another, ${weakness}`)
      const generatedPassword = first.password === null ? generatePassword() : null
      const text = first.password ?? generatedPassword ?? ''
      try {
        await insert(first.name, { text, mustChange: generatedPassword !== null })
      } catch (error) {
        if (isDuplicate(error)) return null
        throw error
      }
      return { name: first.name, generatedPassword }
    },

    async add(name: string): Promise<string> {
      if (!USER_NAME.test(name)) {
        throw new Refusal('MALFORMED', 'A user name has 1 to 64 letters, digits, dots, dashes or underscores')
      }
      if ((await listUsers(store.db)).length >= USERS_MAX)
        throw new Refusal('CONFLICT', `There are ${USERS_MAX} users already`)
      const password = generatePassword()
      try {
        await insert(name, { text: password, mustChange: true })
      } catch (error) {
        if (isDuplicate(error)) throw new Refusal('CONFLICT', `There is a user ${name} already`)
        throw error
      }
      return password
    },

    list: async (): Promise<(User & { createdAt: number })[]> =>
      (await listUsers(store.db)).map((row) => ({ id: row.id, name: row.name, createdAt: row.created_at })),

    async resetPassword(name: string): Promise<string> {
      const row = await findUserByName(store.db, name)
      if (row === undefined) throw new Refusal('NOT_FOUND', `There is no user ${name}`)
      const password = generatePassword()
      const passwordHash = await passwords.hash(password)
      const tokenHashes = await withAudit(ports, async (trx, record) => {
        await setPassword(trx, row.id, { hash: passwordHash, mustChange: true })
        const ended = (await deleteSessionsOf(trx, row.id)).map((session) => session.token_hash)
        await deleteBrowsersOf(trx, row.id)
        await record({ action: 'password.reset', object: row.id })
        await recordEnds(
          record,
          ended.map((tokenHash) => ({ tokenHash, owner: row.id })),
          'password reset',
          null,
        )
        return ended
      })
      onSessionsEnded(tokenHashes)
      return password
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>
