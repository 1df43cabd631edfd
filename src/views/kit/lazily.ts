import { type ComponentType, createElement, lazy } from 'react'

export type Load = () => Promise<ComponentType>

const failed = new Set<() => void>()

/** Once a failure is shown: a lazy component keeps it for good, so each that failed is made anew. */
export const forgetFailedLoads = (): void => {
  for (const renew of failed) renew()
  failed.clear()
}

export const lazily = (load: Load): ComponentType => {
  const make = (): ComponentType =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        failed.add(renew)
        throw error
      }
    })
  let current = make()
  const renew = (): void => {
    current = make()
  }
  return () => createElement(current)
}
