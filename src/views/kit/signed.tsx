import text from '../theme/text.module.css'

interface SignedProps {
  readonly value: number | null
  /** Writes the number with its sign: the sign says it, the colour only helps. */
  readonly format: (value: number | null) => string
  readonly className?: string
}

/** A figure that is good above zero and bad below. */
export function Signed({ value, format, className = '' }: SignedProps) {
  return <span className={`${toneClass(value)} ${className}`}>{format(value)}</span>
}

/** `up`, `down` or nothing for zero and the unknown. */
export const toneOf = (value: number | null): 'up' | 'down' | undefined =>
  value === null || value === 0 || Number.isNaN(value) ? undefined : value > 0 ? 'up' : 'down'

const toneClass = (value: number | null): string => {
  const tone = toneOf(value)
  return tone === undefined ? '' : (text[tone] ?? '')
}
