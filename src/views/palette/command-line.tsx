import { Command } from 'cmdk'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { MAX_LINE_LENGTH, type Reading } from '../../commands/reading.ts'
import { TintedLine } from '../kit/line/tinted-line.tsx'
import styles from './command-line.module.css'

/** Pixels; also on phones. */
const LETTER_WIDTH_MAX = 10

interface CommandLineProps {
  readonly line: string
  readonly caret: number
  readonly isSelected: boolean
  readonly reading: Reading
  /** Element id of the row that Enter runs; null if none is listed. */
  readonly rowId: string | null
  readonly onWrite: (line: string, caret: number) => void
}

/** The text field is transparent; the same text behind it carries the tints, so that nothing moves. */
export function CommandLine({ line, caret, isSelected, reading, rowId, onWrite }: CommandLineProps) {
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<HTMLDivElement>(null)
  const room = useWidth(behind)
  const follow = () => {
    if (input.current && behind.current) behind.current.scrollLeft = input.current.scrollLeft
  }
  useLayoutEffect(() => {
    const field = input.current
    if (field && field.selectionStart !== caret && document.activeElement === field)
      field.setSelectionRange(caret, caret)
    // Reading `scrollLeft` forces a layout, so it is skipped for a line that certainly fits.
    if (field && behind.current && !fits(line, room.current)) behind.current.scrollLeft = field.scrollLeft
  }, [caret, line, room])
  useLayoutEffect(() => {
    if (isSelected) input.current?.select()
  }, [isSelected])
  return (
    <div className={styles.line}>
      <span className={styles.prompt} aria-hidden="true">
        ›
      </span>
      <div className={styles.text}>
        <div ref={behind} className={styles.behind} aria-hidden="true">
          <TintedLine
            line={line}
            tokens={reading.tokens}
            ghost={caret === line.length ? reading.ghost : ''}
          />
        </div>
        <Command.Input
          ref={input}
          asChild
          autoFocus
          className={styles.input}
          value={line}
          maxLength={MAX_LINE_LENGTH}
          placeholder={reading.ghost === '' ? 'Type a command or a symbol' : ''}
          aria-describedby={reading.problem === null ? undefined : 'palette-problem'}
          autoCapitalize="none"
          onValueChange={(text) => onWrite(text, input.current?.selectionStart ?? text.length)}
          onSelect={({ currentTarget }) => {
            const at = currentTarget.selectionStart ?? line.length
            if (at !== currentTarget.selectionEnd) return
            if (at !== caret && currentTarget.value === line) onWrite(line, at)
          }}
          onScroll={follow}
        >
          <input aria-activedescendant={rowId ?? undefined} />
        </Command.Input>
      </div>
    </div>
  )
}

/** Only printable ASCII is known to have one width. */
const fits = (line: string, width: number): boolean =>
  line.length * LETTER_WIDTH_MAX < width && /^[ -~]*$/.test(line)

const useWidth = (of: RefObject<HTMLElement | null>): RefObject<number> => {
  const width = useRef(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      width.current = entry?.contentRect.width ?? 0
    })
    if (of.current) observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return width
}
