import { useEffect } from 'react'
import type { IndicatorGuide } from '../../domain/indicator-guide.ts'
import { useConsole, useSnapshot } from './console.tsx'

/** What is said of each indicator. Asks for it where it has not come yet; empty until it has. */
export function useIndicatorGuide(): IndicatorGuide {
  const { actors } = useConsole()
  useEffect(() => actors.indicatorGuide.send({ type: 'guide.load' }), [actors])
  return useSnapshot('indicatorGuide', ({ context }) => context.guide)
}
