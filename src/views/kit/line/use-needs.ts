import { useEffect, useState } from 'react'
import type { Needs } from '../../../commands/reading.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { useConsole, type ViewConsole } from '../console.tsx'

/** Minimum interval between readings while prices move. */
const REFRESH_MS = 250
/** The least recently needed are released first. */
const HELD_MAX = 24

/** Quotes and chains that a line is read with. `onChange` must be stable; it is called when they have moved. */
export function useNeeds(needs: Needs, onChange: () => void): void {
  const console = useConsole()
  const [held] = useState(() => createHeld(console, onChange))
  // Compared by name, because each reading makes a new list.
  const wanted = [...needs.quotes.map((id) => `quote ${id}`), ...needs.chains.map((key) => `chain ${key}`)]
  const names = wanted.join('\n')
  useEffect(() => {
    if (names !== '') held.hold(names.split('\n'))
  }, [held, names])
  useEffect(() => () => held.release(), [held])
}

const createHeld = ({ quotes, dispatch, actors, trading }: ViewConsole, onChange: () => void) => {
  const releases = new Map<string, () => void>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let stopListening: (() => void) | null = null

  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      onChange()
    }, REFRESH_MS)
  }

  const holdChain = (key: string): (() => void) => {
    dispatch({ to: 'optionChains', event: { type: 'chain.watch', key } })
    return () => dispatch({ to: 'optionChains', event: { type: 'chain.unwatch', key } })
  }

  const holdOne = (name: string): (() => void) => {
    const at = name.indexOf(' ')
    const what = name.slice(at + 1)
    return name.startsWith('chain ') ? holdChain(what) : quotes.watchSides(what as InstrumentId, refresh)
  }

  return {
    hold(names: readonly string[]) {
      if (stopListening === null && trading.isReady()) {
        const subscription = actors.optionChains.subscribe(refresh)
        stopListening = () => subscription.unsubscribe()
      }
      for (const name of names) {
        const known = releases.get(name)
        // Re-inserted, so that the Map's order is by last use.
        releases.delete(name)
        releases.set(name, known ?? holdOne(name))
      }
      for (const [oldest, release] of releases) {
        if (releases.size <= HELD_MAX) break
        releases.delete(oldest)
        release()
      }
    },
    release() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      stopListening?.()
      stopListening = null
      for (const release of releases.values()) release()
      releases.clear()
    },
  }
}
