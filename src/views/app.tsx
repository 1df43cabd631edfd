import { lazy, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { Router } from 'wouter'
import { ConsoleProvider, useConsole, useSnapshot, type ViewConsole } from './kit/console.tsx'
import { Button } from './kit/control/button.tsx'
import { ErrorNotice } from './kit/layout/notice.tsx'
import { FullScreenSpinner } from './kit/layout/spinner.tsx'
import { whenIdle } from './kit/when-idle.ts'
import { LazyPalette } from './palette/lazy-palette.tsx'
import { ChoosePasswordScreen } from './screens/sign-in/choose-password-screen.tsx'
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx'
import { GlobalKeys } from './shell/global-keys.tsx'
import { LazyToasts } from './shell/lazy-toasts.tsx'
import { useMachineLocation, useMachineSearch } from './shell/use-machine-location.ts'

const loadShell = () => import('./shell/shell.tsx').then((module) => ({ default: module.Shell }))
const Shell = lazy(loadShell)

/** The console lives outside React and outlives every render. */
export function App({ console }: { readonly console: ViewConsole }) {
  return (
    <ConsoleProvider value={console}>
      <Router hook={useMachineLocation} searchHook={useMachineSearch}>
        <Theme />
        <GlobalKeys />
        <Gate />
        <LazyPalette />
        <LazyToasts />
      </Router>
    </ConsoleProvider>
  )
}

function Theme() {
  const theme = useSnapshot('preferences', (preferences) => preferences.context.theme)
  const colours = useSnapshot('preferences', (preferences) => preferences.context.colours)
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, colours })
  }, [theme, colours])
  return null
}

function Gate() {
  const { trading } = useConsole()
  const isTradingReady = useSyncExternalStore(trading.watch, trading.isReady)
  const stage = useSnapshot('auth', (auth) => {
    if (auth.matches('signedOut')) return 'signedOut'
    if (auth.matches({ signedIn: 'ready' })) return 'ready'
    if (auth.matches({ signedIn: 'choosingPassword' })) return 'choosingPassword'
    if (auth.matches({ signedIn: 'failed' })) return 'failed'
    if (auth.matches('signingOut')) return 'leaving'
    return auth.matches('starting') ? 'starting' : 'fetchingUser'
  })
  const isListMissing = useSnapshot(
    'instruments',
    (instruments) =>
      !instruments.matches('ready') && !instruments.matches('failed') && instruments.context.index === null,
  )
  useEffect(() => {
    // A failed prefetch is retried when the shell is shown.
    const load = () => void loadShell().catch(() => {})
    // In parallel with the calls of an automatic sign-in, but only when idle during a manual one.
    if (stage === 'signedOut') return whenIdle(load)
    if (stage !== 'starting') load()
    return undefined
  }, [stage])
  switch (stage) {
    case 'signedOut':
      return <SignInScreen />
    case 'choosingPassword':
      return <ChoosePasswordScreen />
    case 'failed':
      return <UserFailed />
    case 'starting':
      return <FullScreenSpinner text="Starting" />
    case 'fetchingUser':
      return <FullScreenSpinner text="Loading your details" />
    case 'leaving':
      return <FullScreenSpinner text="Signing out" />
    case 'ready':
      return isListMissing || !isTradingReady ? (
        <FullScreenSpinner text={isListMissing ? 'Loading the list of instruments' : 'Starting'} />
      ) : (
        <Suspense fallback={<FullScreenSpinner text="Starting" />}>
          <Shell />
        </Suspense>
      )
    default:
      return stage satisfies never
  }
}

function UserFailed() {
  const { run, dispatch } = useConsole()
  const message = useSnapshot('auth', (auth) => auth.context.message ?? '')
  useEffect(() => {
    document.title = 'sauda'
  }, [])
  return (
    <main style={{ display: 'grid', height: '100%', alignContent: 'center', justifyItems: 'center' }}>
      <ErrorNotice
        message={message}
        onRetry={() => dispatch({ to: 'auth', event: { type: 'auth.retry' } })}
      />
      <Button kind="quiet" onPress={() => run({ command: 'auth.signOut', args: {} })}>
        Sign out
      </Button>
    </main>
  )
}
