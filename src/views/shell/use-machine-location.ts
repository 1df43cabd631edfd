import { createContext, use, useCallback, useDeferredValue } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { openPath } from '../kit/open-path.ts'

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? '/'
const searchOf = (address: string): string => address.split('?')[1]?.split('#')[0] ?? ''

const useNavigate = () => {
  const { run, dispatch } = useConsole()
  return useCallback(
    (to: string, options?: { readonly replace?: boolean }) => {
      if (options?.replace === true) dispatch({ to: 'navigation', event: { type: 'view.replace', path: to } })
      else run(openPath(to))
    },
    [run, dispatch],
  )
}

export const useMachineLocation: BaseLocationHook = () => {
  const path = useSnapshot('navigation', ({ context }) => pathOf(context.path))
  return [path, useNavigate()]
}

/** Without the question mark. */
export const useMachineSearch: BaseSearchHook = () =>
  useSnapshot('navigation', ({ context }) => searchOf(context.path))

/** The address of the rendered screen. A new screen renders in the background, without blocking keys. */
export function useShownAddress(): { readonly address: string; readonly isOpening: boolean } {
  const present = useSnapshot('navigation', ({ context }) => context.path)
  const drawn = useDeferredValue(present)
  const isOpening = pathOf(drawn) !== pathOf(present)
  return { address: isOpening ? drawn : present, isOpening }
}

const ShownAddress = createContext('/')

export const ShownAddressProvider = ShownAddress.Provider

export const useShownLocation: BaseLocationHook = () => [pathOf(use(ShownAddress)), useNavigate()]

export const useShownSearch: BaseSearchHook = () => searchOf(use(ShownAddress))
