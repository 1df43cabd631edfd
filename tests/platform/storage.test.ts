import { describe, expect, test } from 'vitest'
import { createSession } from '../../src/platform/session.ts'
import { createSessionCookie } from '../../src/platform/session-cookie.ts'
import { createStorage } from '../../src/platform/storage.ts'
import { createTabs } from '../../src/platform/tabs.ts'
import { createMemoryBrowser, memoryStorage } from '../support/browser/memory-browser.ts'

const refusing = (): Storage => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const withoutRoom = (kept: ReadonlyMap<string, string>, name = 'QuotaExceededError'): Storage =>
  Object.create(memoryStorage(new Map(kept)), {
    setItem: {
      value: () => {
        throw new DOMException('exceeded the quota', name)
      },
    },
  })

const full = (): Storage => withoutRoom(new Map([['recents', 'old']]))

/** As an app's web view has it that was not allowed any. */
const none = () => null as unknown as Storage

const open = (area: () => Storage) => {
  const refusals: string[] = []
  const storage = createStorage({ areas: { tab: area, browser: area }, watchOtherTabs: () => () => {} })
  storage.watchRefusals((refusal) => refusals.push(refusal))
  return { storage, refusals }
}

describe('storage', () => {
  test.each([
    ['throws at its very mention', refusing, 'blocked'],
    ['is not there', none, 'blocked'],
    ['has room for nothing, as in some private windows', () => withoutRoom(new Map()), 'blocked'],
    ['is full', full, 'full'],
    [
      'is full, in the words of older browsers',
      () => withoutRoom(new Map([['recents', 'old']]), 'NS_ERROR_DOM_QUOTA_REACHED'),
      'full',
    ],
  ])('that %s is replaced by memory, and says so once', (_, area, refusal) => {
    const { storage, refusals } = open(area)
    expect([storage.read('browser', 'preferences'), refusals]).toEqual([null, []])
    storage.write('browser', 'recents', 'one')
    storage.write('browser', 'preferences', 'two')
    storage.write('browser', 'recents', 'three')
    expect([storage.read('browser', 'recents'), storage.read('browser', 'preferences')]).toEqual([
      'three',
      'two',
    ])
    expect(refusals).toEqual([refusal])
  })

  test('that is full and then blocked says both, also to who listens later and not to who has gone', () => {
    let area = full
    const { storage, refusals } = open(() => area())
    const gone: string[] = []
    const leave = storage.watchRefusals((refusal) => gone.push(refusal))
    for (const next of [full, refusing, full, refusing]) {
      area = next
      storage.write('browser', 'recents', 'one')
      leave()
    }
    const late: string[] = []
    storage.watchRefusals((refusal) => late.push(refusal))
    expect([refusals, late, gone]).toEqual([['full', 'blocked'], ['full', 'blocked'], ['full']])
  })

  test('that is full drops a cache without a word and keeps no older one', () => {
    const { storage, refusals } = open(full)
    storage.write('tab', 'instruments', 'a list', { isCache: true })
    expect([storage.read('tab', 'instruments'), refusals]).toEqual([null, []])
  })

  test.each(['{"theme":', 'undefined', ''])('answers null for damaged JSON: %j', (kept) => {
    const { storage } = open(() => memoryStorage(new Map([['preferences', kept]])))
    expect(storage.readJson('browser', 'preferences')).toEqual(null)
  })

  test('of a tab is not that of another, and that of the browser is', () => {
    const browser = createMemoryBrowser()
    const [one, other] = [browser.openTab(), browser.openTab()].map(({ storage: areas, watchOtherTabs }) =>
      createStorage({ areas, watchOtherTabs }),
    )
    one?.write('tab', 'instruments', 'list')
    one?.write('browser', 'preferences', 'dark')
    expect([other?.read('tab', 'instruments'), other?.read('browser', 'preferences')]).toEqual([null, 'dark'])
  })
})

describe('the session cookie', () => {
  test('lasts as long as it is told, whatever the clock of the browser says', () => {
    const written: string[] = []
    const cookie = createSessionCookie({
      read: () => 'other=1; token=abc-_123; more=2',
      write: (text) => written.push(text),
      isSecure: true,
    })
    expect(cookie.write('abc-_123', 90_500)).toEqual(true)
    expect(written).toEqual(['token=abc-_123; Max-Age=90; Path=/; SameSite=Strict; Secure'])
  })

  test('says when cookies are refused', () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    const cookie = createSessionCookie({ read: refuse, write: refuse, isSecure: false })
    expect([cookie.write('abc', 1000), cookie.read()]).toEqual([false, null])
  })

  test('never holds what is not a token', () => {
    const cookie = createSessionCookie({ read: () => 'token=a b', write: () => {}, isSecure: false })
    expect([cookie.read(), cookie.write('a; Path=/evil', 1000)]).toEqual([null, false])
  })
})

describe('the session of a tab', () => {
  const start = () => {
    const browser = createMemoryBrowser()
    const told: string[] = []
    const open = (name: string) =>
      createSession(createSessionCookie(browser.openTab().cookies), {
        replaced: () => told.push(`${name} replaced`),
        gone: () => told.push(`${name} gone`),
      })
    return { told, mine: open('mine'), theirs: open('theirs') }
  }

  test('never uses the token of somebody who signed in in another tab', () => {
    const { told, mine, theirs } = start()
    mine.keep('token-of-a', 60_000)
    theirs.keep('token-of-b', 60_000)
    expect([mine.token(), mine.token(), theirs.token()]).toEqual([null, null, 'token-of-b'])
    expect(told).toEqual(['mine replaced'])
  })

  test('ends when the cookie has gone', () => {
    const { told, mine, theirs } = start()
    mine.keep('token-of-a', 60_000)
    theirs.forget()
    expect([mine.token(), told]).toEqual([null, ['mine gone']])
  })
})

test('a tab hears of sign-in and sign-out in other tabs, not of its own', async () => {
  const browser = createMemoryBrowser()
  const heard: string[] = []
  let marks = 0
  const [one, other] = ['one', 'other'].map((name) => {
    const { storage: areas, watchOtherTabs } = browser.openTab()
    const tabs = createTabs(createStorage({ areas, watchOtherTabs }), () => String(marks++))
    tabs.watch({ signedIn: () => heard.push(`${name} in`), signedOut: () => heard.push(`${name} out`) })
    return tabs
  })
  for (const tell of [one?.tellSignedIn, one?.tellSignedIn, other?.tellSignedOut]) {
    tell?.()
    await Promise.resolve()
  }
  expect(heard).toEqual(['other in', 'other in', 'one out'])
})
