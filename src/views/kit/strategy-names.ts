import { useCallback } from 'react'
import { useConsole, useSnapshot } from './console.tsx'

const BY_HAND = 'By hand'

/** Name of a strategy by its id: as its deployments call it, else as it is saved, else its id. */
export function useStrategyNames(): (algoUuid: string) => string {
  const { environment } = useConsole()
  const lists = useSnapshot('deployments', ({ context }) => context.lists)
  return useCallback(
    (algoUuid: string) => {
      if (algoUuid === '') return BY_HAND
      const deployed = Object.values(lists).flatMap((list) => list?.rows ?? [])
      const { strategies = [] } = environment()
      return (
        deployed.find((one) => one.algoUuid === algoUuid)?.algoName ??
        strategies.find((one) => one.algoUuid === algoUuid)?.name ??
        `Strategy ${algoUuid.slice(0, 8)}`
      )
    },
    [lists, environment],
  )
}
