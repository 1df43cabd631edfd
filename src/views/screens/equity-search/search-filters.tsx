import { type KeyboardEvent, useMemo } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber } from '../../../domain/format.ts'
import type {
  Facet,
  InstrumentFilter,
  InstrumentIndex,
} from '../../../domain/instruments/instrument-index.ts'
import { type Choice, Field, Select } from '../../kit/control/field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import type { InstrumentSearch } from './search-address.ts'
import styles from './search-filters.module.css'

const typeNames = { EQ: 'Stock or index', FUT: 'Future', CE: 'Call', PE: 'Put' } as const
const noFacets = { segments: [], types: [], expiries: [] } as const

interface SearchFiltersProps {
  readonly index: InstrumentIndex | null
  readonly search: InstrumentSearch
  readonly onChange: (change: Partial<InstrumentSearch>) => void
}

export function SearchFilters({ index, search, onChange }: SearchFiltersProps) {
  const facets = useMemo(() => index?.facets(search) ?? noFacets, [index, search])
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') return leave(event, search.query, () => onChange({ query: '' }))
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role=grid]')?.focus()
  }
  return (
    <search className={styles.filters}>
      <Field
        label="Search"
        isLabelHidden
        type="search"
        className={styles.query}
        placeholder="NIFTY 25950 CE, RELIANCE, 26NOV, …"
        spellCheck={false}
        autoComplete="off"
        maxLength={60}
        value={search.query}
        onChange={(query) => onChange({ query })}
        onKeyDown={move}
        data-answers="/"
        suffix={<KeyCap keys="/" />}
      />
      <Select
        label="Segment"
        isLabelHidden
        value={search.segment ?? ''}
        choices={choicesOf('All segments', facets.segments, search.segment, (segment) => segment)}
        onChange={(segment) => onChange(narrow(search, { segment: segment === '' ? null : segment }))}
      />
      <Select
        label="Type"
        isLabelHidden
        value={search.type ?? ''}
        choices={choicesOf('All types', facets.types, search.type, (type) => typeNames[type])}
        onChange={(type) => onChange(narrow(search, { type: type === '' ? null : type }))}
      />
      <Select
        label="Expiry"
        isLabelHidden
        value={search.expiry ?? ''}
        choices={choicesOf('All expiries', facets.expiries, search.expiry, dateInWords)}
        onChange={(expiry) => onChange({ expiry: expiry === '' ? null : expiry })}
      />
    </search>
  )
}

const leave = (event: KeyboardEvent<HTMLInputElement>, query: string, clear: () => void) => {
  event.preventDefault()
  event.stopPropagation()
  if (query === '') event.currentTarget.blur()
  else clear()
}

const narrow = (search: InstrumentSearch, change: Partial<InstrumentFilter>): Partial<InstrumentSearch> => {
  const next = { ...search, ...change }
  const hasNoExpiry =
    next.type === 'EQ' || (next.segment !== null && ['NSE', 'BSE', 'INDICES'].includes(next.segment))
  return hasNoExpiry ? { ...change, expiry: null } : change
}

const choicesOf = <Value extends string>(
  all: string,
  facets: readonly Facet<Value>[],
  chosen: Value | null,
  label: (value: Value) => string,
): readonly Choice<Value | ''>[] => [
  { value: '', label: all },
  ...(chosen !== null && facets.every(({ value }) => value !== chosen)
    ? [{ value: chosen, label: `${label(chosen)} (0)` }]
    : []),
  ...facets.map(({ value, count }) => ({ value, label: `${label(value)} (${formatNumber(count, 0)})` })),
]
