import { useCallback } from 'react'
import { useSearch } from 'wouter'
import { useConsole } from '../console.tsx'

/** The first choice if the address has none of them. */
export function useQueryChoice<Value extends string>(
  name: string,
  choices: readonly [Value, ...Value[]],
): readonly [Value, (value: Value) => void] {
  const { actors, dispatch } = useConsole()
  const search = new URLSearchParams(useSearch())
  const given = search.get(name)
  const value = choices.find((choice) => choice === given) ?? choices[0]
  const set = useCallback(
    (chosen: Value) => {
      const [path = '/', query = ''] = actors.navigation.getSnapshot().context.path.split(/[?#]/)
      const next = new URLSearchParams(query)
      if (chosen === choices[0]) next.delete(name)
      else next.set(name, chosen)
      const text = next.toString()
      const address = text === '' ? path : `${path}?${text}`
      dispatch({ to: 'navigation', event: { type: 'view.replace', path: address } })
    },
    [actors, dispatch, name, choices],
  )
  return [value, set]
}
