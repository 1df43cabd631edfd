import { useEffect, useState } from 'react'
import { useConsole, useSnapshot } from '../console.tsx'

/** Typing a strike must not ask for each digit. */
const PAUSE_MS = 250
const REFRESH_MS = 15_000

type Asked = 'legsPayoff' | 'legsMargin'

/**
 * Asks for figures of the legs soon after they changed, and again every 15 s while the page is shown. `body` is the call's as
 * JSON, null for none. Returns whether the figures there are those of other legs.
 */
export const useAsked = (machine: Asked, body: string | null): boolean => {
  const { dispatch } = useConsole()
  const answeredNow = useSnapshot(machine, (request) =>
    request.matches('success') ? JSON.stringify(request.context.input) : null,
  )
  const [answered, setAnswered] = useState<string | null>(null)
  if (answeredNow !== null && answeredNow !== answered) setAnswered(answeredNow)
  useEffect(() => {
    if (body === null) return
    const event = { type: 'request.send', input: JSON.parse(body) } as const
    const ask = () =>
      dispatch(machine === 'legsPayoff' ? { to: 'legsPayoff', event } : { to: 'legsMargin', event })
    const first = setTimeout(ask, PAUSE_MS)
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') ask()
    }, REFRESH_MS)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [dispatch, machine, body])
  return answered !== body
}
