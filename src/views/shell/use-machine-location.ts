import { useCallback } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useConsole, useSnapshot } from '../kit/console.tsx'

/** Lets the router read and change the path where it lives: in the navigation machine. */
export const useMachineLocation: BaseLocationHook = () => {
  const { actors } = useConsole()
  const path = useSnapshot('navigation', (navigation) => navigation.context.path.split(/[?#]/)[0] ?? '/')
  const navigate = useCallback(
    (to: string, options?: { readonly replace?: boolean }) =>
      actors.navigation.send({ type: options?.replace === true ? 'view.replace' : 'view.open', path: to }),
    [actors],
  )
  return [path, navigate]
}

/** The query of the present path, without its question mark. */
export const useMachineSearch: BaseSearchHook = () =>
  useSnapshot('navigation', (navigation) => navigation.context.path.split('?')[1]?.split('#')[0] ?? '')
