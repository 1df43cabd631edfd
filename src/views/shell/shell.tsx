import { lazy, Suspense, useEffect } from 'react'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { ErrorNotice } from '../kit/layout/notice.tsx'
import { prefetchScreens } from '../routes.ts'
import { Header } from './header/header.tsx'
import { PhoneBar } from './header/phone-bar.tsx'
import { Rail } from './rail/rail.tsx'
import { RenderBoundary } from './render-boundary.tsx'
import { ChangedBanner } from './safety/changed-banner.tsx'
import { Screen } from './screen.tsx'
import styles from './shell.module.css'
import { StatusBar } from './status/status-bar.tsx'
import { useShownAddress } from './use-machine-location.ts'

/** The screen that opens first has priority on the network. */
const PREFETCH_AFTER_MS = 500

const NoticePanel = lazy(() =>
  import('../notices/notice-panel.tsx').then((module) => ({ default: module.NoticePanel })),
)
const HelpSheet = lazy(() => import('./help-sheet.tsx').then((module) => ({ default: module.HelpSheet })))
const KillDialog = lazy(() =>
  import('./safety/kill-dialog.tsx').then((module) => ({ default: module.KillDialog })),
)
const KillBanner = lazy(() =>
  import('./safety/kill-banner.tsx').then((module) => ({ default: module.KillBanner })),
)
const LeftoversDialog = lazy(() =>
  import('./safety/leftovers-dialog.tsx').then((module) => ({ default: module.LeftoversDialog })),
)
const TourStrip = lazy(() =>
  import('./tour/tour-strip.tsx').then((module) => ({ default: module.TourStrip })),
)
const DrillStrip = lazy(() =>
  import('./drill/drill-strip.tsx').then((module) => ({ default: module.DrillStrip })),
)
const DeployDialog = lazy(() =>
  import('../screens/deployment-dialog/deploy-dialog.tsx').then((module) => ({
    default: module.DeployDialog,
  })),
)

export function Shell() {
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = prefetchScreens()
    }, PREFETCH_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Header />
      <Rail />
      <Content />
      <StatusBar />
      <PhoneBar />
      <Suspense fallback={null}>
        <NoticePanel />
        <HelpSheet />
      </Suspense>
      <Suspense fallback={null}>
        <KillDialog />
        <LeftoversDialog />
      </Suspense>
      <DeployForm />
    </div>
  )
}

function Content() {
  const { address, isOpening } = useShownAddress()
  return (
    <main id="content" className={styles.main} tabIndex={-1} aria-busy={isOpening}>
      <ChangedBanner />
      <Suspense fallback={null}>
        <KillBanner />
      </Suspense>
      <InstrumentsNotice />
      <RenderBoundary path={address.split(/[?#]/)[0] ?? '/'}>
        <Screen address={address} />
      </RenderBoundary>
      <div className={styles.strips}>
        <Tour />
        <Drill />
      </div>
    </main>
  )
}

function Drill() {
  const hasAny = useSnapshot('drills', ({ context }) => (context.output?.length ?? 0) > 0)
  return (
    hasAny && (
      <Suspense fallback={null}>
        <DrillStrip />
      </Suspense>
    )
  )
}

function Tour() {
  const isShown = useSnapshot('firstSteps', (steps) => !steps.matches('off'))
  return (
    isShown && (
      <Suspense fallback={null}>
        <TourStrip />
      </Suspense>
    )
  )
}

/** Its files are loaded when a strategy is first deployed. */
function DeployForm() {
  const isOpen = useSnapshot('deployForm', (form) => !form.matches('closed'))
  return (
    isOpen && (
      <Suspense fallback={null}>
        <DeployDialog />
      </Suspense>
    )
  )
}

function InstrumentsNotice() {
  const { dispatch } = useConsole()
  const message = useSnapshot('instruments', (instruments) =>
    instruments.matches('failed') ? (instruments.context.message ?? '') : null,
  )
  return (
    message !== null && (
      <div className={styles.notice}>
        <ErrorNotice
          message={message}
          onRetry={() => dispatch({ to: 'instruments', event: { type: 'instruments.reload' } })}
        />
      </div>
    )
  )
}
