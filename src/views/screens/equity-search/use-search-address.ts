import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { type InstrumentSearch, printSearch, readSearch } from './search-address.ts'

const PATH = pathOf('equity-search')
/** Typed text reaches the address bar after this pause. */
const ADDRESS_PAUSE_MS = 300

export const useSearchAddress = (): readonly [
  InstrumentSearch,
  (change: Partial<InstrumentSearch>) => void,
] => {
  const address = useSearch()
  const [path, navigate] = useLocation()
  const [search, setSearch] = useState(() => readSearch(address))
  const written = useRef(address)
  useEffect(() => {
    if (address === written.current) return
    written.current = address
    setSearch(readSearch(address))
  }, [address])
  const wanted = printSearch(search)
  useEffect(() => {
    if (wanted === written.current || path !== PATH) return
    const timer = setTimeout(() => {
      written.current = wanted
      navigate(wanted === '' ? PATH : `${PATH}?${wanted}`, { replace: true })
    }, ADDRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, navigate, path])
  return [search, (change) => setSearch((before) => ({ ...before, ...change }))]
}
