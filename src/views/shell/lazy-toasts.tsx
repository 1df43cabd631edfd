import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Notice } from '../../machines/notices.ts'
import { useConsole } from '../kit/console.tsx'
import { whenIdle } from '../kit/when-idle.ts'

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })))

export function LazyToasts() {
  const { notices } = useConsole()
  const [isWanted, setWanted] = useState(false)
  const early = useRef<Notice[] | null>([])
  useEffect(() => {
    const want = () => setWanted(true)
    const stopWaiting = whenIdle(want)
    const stopHearing = notices.watch((notice) => {
      early.current?.push(notice)
      want()
    })
    return () => {
      stopWaiting()
      stopHearing()
    }
  }, [notices])
  const takeEarly = () => {
    const taken = early.current ?? []
    early.current = null
    return taken
  }
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Toasts takeEarly={takeEarly} />
      </Suspense>
    )
  )
}
