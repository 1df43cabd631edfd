import { useEffect } from 'react'
import type { IndicatorGuide } from '../../../domain/charts/indicator-guide.ts'
import { useConsole, useSnapshot } from '../console.tsx'

export function useIndicatorGuide(): IndicatorGuide {
  const { actors } = useConsole()
  useEffect(() => actors.indicatorGuide.send({ type: 'guide.load' }), [actors])
  return useSnapshot('indicatorGuide', ({ context }) => context.guide)
}
