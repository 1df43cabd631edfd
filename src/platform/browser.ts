import { isTextField } from '../domain/text-field.ts'
import { holdBrowserLock, openBrowserChannel } from './leader.ts'
import { openBrowserEvents } from './notification-stream.ts'
import { openWhenReady } from './open-quotes.ts'
import type { BrowserHistory, Platform } from './platform.ts'
import { randomHex } from './random.ts'
import { createBrowserAudio } from './sound.ts'
import { watchEvents } from './watch-events.ts'

const createHistory = (): BrowserHistory => {
  const path = (): string => `${location.pathname}${location.search}`
  return {
    path,
    push: (to) => history.pushState(null, '', to),
    replace: (to) => history.replaceState(null, '', to),
    back: () => history.back(),
    watch: (listener) => watchEvents(window, { popstate: () => listener(path()) }),
  }
}

const loadQuotes = async () => (await import('./shared-quotes/browser-quotes.ts')).openBrowserQuotes

/** The server writes it into the page; a page of the development server has none. */
const readLogoBase = (): string | null => {
  const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name=logo-base]') ?? {}
  return content.startsWith('http') ? content : null
}

export const createBrowserPlatform = (): Platform => ({
  fetch: (...args) => fetch(...args),
  createRequest: () => new XMLHttpRequest(),
  openQuotes: openWhenReady(loadQuotes),
  openEvents: openBrowserEvents,
  holdLock: holdBrowserLock,
  openChannel: openBrowserChannel,
  createAudio: createBrowserAudio,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  storage: { tab: () => sessionStorage, browser: () => localStorage },
  watchOtherTabs: (listener) =>
    watchEvents(window, {
      storage: (event) => {
        if (event instanceof StorageEvent && event.storageArea === localStorage) listener(event.key)
      },
    }),
  cookies: {
    read: () => document.cookie,
    write: (cookie) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is absent on plain HTTP and in Firefox
      document.cookie = cookie
    },
    isSecure: location.protocol === 'https:',
  },
  history: createHistory(),
  watchNetwork: ({ online, offline }) => {
    if (!navigator.onLine) offline()
    return watchEvents(window, { online, offline })
  },
  watchVisibility: ({ shown, hidden }) => {
    const tell = () => (document.visibilityState === 'visible' ? shown() : hidden())
    tell()
    return watchEvents(document, { visibilitychange: tell })
  },
  watchBlur: (listener) => watchEvents(window, { blur: listener }),
  watchLeaving: (listener) => watchEvents(window, { pagehide: listener }),
  whenLoaded: (run) => {
    if (document.readyState === 'complete') {
      run()
      return () => {}
    }
    // Work begun inside the load event would still count as loading.
    let timer: ReturnType<typeof setTimeout>
    const unwatch = watchEvents(window, {
      load: () => {
        timer = setTimeout(run)
      },
    })
    return () => {
      unwatch()
      clearTimeout(timer)
    }
  },
  wallClock: () => Date.now(),
  ticks: () => performance.now(),
  randomHex,
  logoBase: readLogoBase(),
  isMac: /mac|iphone|ipad/i.test(navigator.userAgent),
  isTyping: () => isTextField(document.activeElement),
  log: (text) => {
    // biome-ignore lint/suspicious/noConsole: the version and what breaks without a message on screen belong in the browser's console
    console.info(text)
  },
})
