import { createContext, use, useCallback, useDeferredValue } from 'react'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useConsole, useSnapshot } from '../kit/console.tsx'

const pathOf = (address: string): string => address.split(/[?#]/)[0] ?? '/'
const searchOf = (address: string): string => address.split('?')[1]?.split('#')[0] ?? ''

const useNavigate = () => {
  const { actors } = useConsole()
  return useCallback(
    (to: string, options?: { readonly replace?: boolean }) =>
      actors.navigation.send({ type: options?.replace === true ? 'view.replace' : 'view.open', path: to }),
    [actors],
  )
}

/** Lets the router read and change the path where it lives: in the navigation machine. */
export const useMachineLocation: BaseLocationHook = () => {
  const path = useSnapshot('navigation', ({ context }) => pathOf(context.path))
  return [path, useNavigate()]
}

/** The query of the present path, without its question mark. */
export const useMachineSearch: BaseSearchHook = () =>
  useSnapshot('navigation', ({ context }) => searchOf(context.path))

/**
 * The address whose screen is drawn. Another screen is drawn behind whatever the same key did at once, in pieces that
 * let keys through; until then the screen before it keeps its own address. Within a screen it is always the present one.
 */
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
