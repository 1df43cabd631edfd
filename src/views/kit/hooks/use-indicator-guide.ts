import { useEffect } from 'react'
import type { IndicatorGuide } from '../../../domain/charts/indicator-guide.ts'
import { useConsole, useSnapshot } from '../console.tsx'

export function useIndicatorGuide(): IndicatorGuide {
  const { dispatch } = useConsole()
  useEffect(() => dispatch({ to: 'indicatorGuide', event: { type: 'guide.load' } }), [dispatch])
  return useSnapshot('indicatorGuide', ({ context }) => context.guide)
}
