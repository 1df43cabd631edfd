import text from '../../theme/text.module.css'

interface SignedProps {
  readonly value: number | null
  /** Includes the sign, because colour alone is not accessible. */
  readonly format: (value: number | null) => string
  readonly className?: string
}

export function Signed({ value, format, className = '' }: SignedProps) {
  return <span className={`${toneClass(value)} ${className}`}>{format(value)}</span>
}

export const toneOf = (value: number | null): 'up' | 'down' | undefined =>
  value === null || value === 0 || Number.isNaN(value) ? undefined : value > 0 ? 'up' : 'down'

const toneClass = (value: number | null): string => {
  const tone = toneOf(value)
  return tone === undefined ? '' : (text[tone] ?? '')
}
