import styles from './rule-editor.module.css'

interface TrendChipsProps {
  readonly found: readonly { readonly trend: string }[]
  readonly chosen: string | null
  readonly onChoose: (trend: string | null) => void
}

/** The markets that the listed indicators are made for, with how many of each. */
export function TrendChips({ found, chosen, onChoose }: TrendChipsProps) {
  const trends = [...new Set(found.map(({ trend }) => trend))].filter((trend) => trend !== '').sort()
  if (trends.length < 2) return null
  const chips = [
    { trend: null, label: `All ${found.length}` },
    ...trends.map((trend) => ({
      trend,
      label: `${trend} ${found.filter((one) => one.trend === trend).length}`,
    })),
  ]
  return (
    <div className={styles.chips}>
      {chips.map(({ trend, label }) => (
        <button
          key={label}
          type="button"
          tabIndex={-1}
          className={styles.chip}
          aria-pressed={trend === chosen}
          // The field keeps the focus, and with it its list.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(trend)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
