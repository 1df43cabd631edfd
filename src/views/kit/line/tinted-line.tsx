import type { LineToken } from '../../../commands/reading.ts'
import styles from './tinted-line.module.css'

const SELLS = /^(?:s|sell|short)$/i

interface TintedLineProps {
  readonly line: string
  readonly tokens: readonly LineToken[]
  /** Completion, shown pale behind the line. */
  readonly ghost?: string
}

/** A command line with each of its parts in the colour of its kind. */
export function TintedLine({ line, tokens, ghost = '' }: TintedLineProps) {
  return (
    <>
      {piecesOf(line, tokens).map(({ text, from, token }) =>
        token === null ? (
          <span key={from}>{text}</span>
        ) : (
          <span
            key={from}
            className={`${styles.token} ${styles[token.kind]} ${token.problem === undefined ? '' : styles.wrong}`}
            data-side={token.kind === 'verb' && SELLS.test(text) ? 'sell' : undefined}
          >
            {text}
          </span>
        ),
      )}
      {ghost !== '' && (
        <span className={styles.ghost}>
          {line === '' || line.endsWith(' ') ? '' : ' '}
          {ghost}
        </span>
      )}
    </>
  )
}

interface Piece {
  readonly from: number
  readonly text: string
  readonly token: LineToken | null
}

const piecesOf = (line: string, tokens: readonly LineToken[]): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const token of tokens) {
    if (token.from > at) pieces.push({ from: at, text: line.slice(at, token.from), token: null })
    pieces.push({ from: token.from, text: line.slice(token.from, token.to), token })
    at = token.to
  }
  if (at < line.length) pieces.push({ from: at, text: line.slice(at), token: null })
  return pieces
}
