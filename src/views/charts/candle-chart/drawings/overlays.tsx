import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CommandCall } from '../../../../commands/registry.ts'
import {
  type Drawing,
  drawingColours,
  extended,
  TEXT_MAX,
} from '../../../../domain/charts/drawings/drawing.ts'
import { drawingInWords } from '../../../../domain/charts/drawings/drawing-words.ts'
import {
  type DrawingTool,
  isAtOnePrice,
  isPositionTool,
  pointsToPlace,
  toolSpecs,
} from '../../../../domain/charts/drawings/tools.ts'
import { useCommand } from '../../../kit/console.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import type { HeldPlot } from '../use-candle-plot.ts'
import type { ChartDrawing, DrawingActs } from './chart-drawing.ts'
import styles from './drawings.module.css'
import { type Pixel, shapesOf } from './shapes.ts'

interface OverlaysProps {
  readonly held: HeldPlot
  readonly frame: RefObject<HTMLDivElement | null>
  readonly drawing: ChartDrawing
  readonly acts: DrawingActs
}

/** Over the chart: the next step of a tool, the field of a text, the toolbar of the selected drawing. */
export function DrawingOverlays({ held, frame, drawing, acts }: OverlaysProps) {
  const { tool, selected, isWriting, pending } = drawing
  const written = isWriting ? (pending.at(-1) ?? selected?.points.at(-1) ?? null) : null
  return (
    <div className={styles.overlays}>
      <p className={styles.hint} role="status">
        {tool !== null && !isWriting && <NextStep drawing={drawing} />}
      </p>
      {written !== null && (
        <TextField
          held={held}
          at={written}
          text={tool === null ? (selected?.text ?? '') : ''}
          onWrite={(text) => {
            acts.write(text)
            frame.current?.focus()
          }}
          onCancel={() => {
            acts.cancel()
            frame.current?.focus()
          }}
        />
      )}
      {selected !== null && !isWriting && <SelectedBar held={held} drawing={drawing} selected={selected} />}
    </div>
  )
}

function NextStep({ drawing: { tool, pending } }: { readonly drawing: ChartDrawing }) {
  if (tool === null) return null
  const { name, parts, isOpenEnded = false } = toolSpecs[tool]
  const part = parts[Math.min(pending.length, parts.length - 1)] ?? 'point'
  const canEnd = isOpenEnded && pending.length >= pointsToPlace(tool)
  if (tool === 'brush') return <>Brush: press and draw. Esc stops.</>
  return (
    <>
      {name}: {part}. Click, or arrow keys and Enter
      {canEnd ? '; double click, or Enter again, ends it' : ''}. Esc stops.
    </>
  )
}

interface TextFieldProps {
  readonly held: HeldPlot
  readonly at: { readonly at: number; readonly price: number }
  readonly text: string
  readonly onWrite: (text: string) => void
  readonly onCancel: () => void
}

function TextField({ held, at, text, onWrite, onCancel }: TextFieldProps) {
  const box = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useFollow(held, box, (projection) => ({ x: projection.xOf(at.at), y: projection.yOf(at.price) - 13 }))
  useEffect(() => {
    // The press that placed the text gives the chart the focus first.
    const frameId = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frameId)
  }, [])
  const end = (act: () => void) => {
    if (isDone.current) return
    isDone.current = true
    act()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    if (event.key === 'Enter') end(() => onWrite(value))
    else if (event.key === 'Escape') end(onCancel)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={box}
      className={styles.text}
      aria-label="Text of the drawing"
      placeholder="Text, Enter keeps it"
      defaultValue={text}
      maxLength={TEXT_MAX}
      data-own-escape=""
      onKeyDown={press}
      onBlur={(event) => {
        const { value } = event.currentTarget
        end(() => onWrite(value))
      }}
    />
  )
}

type ProjectionNow = NonNullable<ReturnType<HeldPlot['plot']['projection']>>

/** Moves an element with the chart, within it. */
function useFollow(
  { plot, placement }: HeldPlot,
  element: RefObject<HTMLElement | null>,
  locate: (projection: ProjectionNow, box: HTMLElement) => Pixel,
): void {
  const now = useRef(locate)
  useLayoutEffect(() => {
    now.current = locate
    const follow = () => {
      const box = element.current
      const projection = plot.projection()
      if (box === null || projection === null) return
      const { x, y } = now.current(projection, box)
      const left = Math.max(4, Math.min(projection.right - box.offsetWidth - 4, x))
      const top = Math.max(4, Math.min(projection.bottom - box.offsetHeight - 4, y))
      box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
    follow()
    return placement.watch(follow)
  })
}

/** Pixels between the points of a drawing and its toolbar; labels stand beside those of some. */
const BAR_GAP = 14
const BAR_GAP_LABELLED = 40
const labelled: ReadonlySet<DrawingTool> = new Set(['long', 'short', 'measure'])

interface SelectedBarProps {
  readonly held: HeldPlot
  readonly drawing: ChartDrawing
  readonly selected: Drawing
}

/** Below the drawing, or above it where there is no room. */
const beside = (handles: readonly Pixel[], { bottom }: ProjectionNow, height: number, gap: number): Pixel => {
  const xs = handles.map(({ x }) => x)
  const ys = handles.map(({ y }) => y)
  const under = Math.max(...ys) + gap
  const y = under + height <= bottom - 4 ? under : Math.min(...ys) - gap - height
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y }
}

function SelectedBar({ held, drawing: { given }, selected }: SelectedBarProps) {
  const box = useRef<HTMLDivElement>(null)
  useFollow(held, box, (projection, { offsetWidth, offsetHeight }) => {
    const { handles } = shapesOf(selected, projection, given)
    const gap = labelled.has(selected.tool) ? BAR_GAP_LABELLED : BAR_GAP
    const { x, y } = beside(handles, projection, offsetHeight, gap)
    return { x: x - offsetWidth / 2, y }
  })
  const { tool, colour, width, isLocked, risk } = selected
  const isPlan = isPositionTool(tool)
  return (
    <div ref={box} className={styles.selected} role="toolbar" aria-label={drawingInWords(selected)}>
      {!isLocked && (
        <>
          <Act call={{ command: 'drawing.colour', args: {} }} keys="c">
            <span
              className={styles.swatch}
              style={{ background: `var(--series-${drawingColours.indexOf(colour) + 1})` }}
            />
            Colour
          </Act>
          <Act call={{ command: 'drawing.width', args: {} }} keys="w">
            {width} px
          </Act>
          {extended(selected) !== null && (
            <Act call={{ command: 'drawing.extend', args: {} }} keys="e">
              Extend
            </Act>
          )}
          {toolSpecs[tool].hasText === true && (
            <Act call={{ command: 'drawing.edit', args: {} }} keys="↵">
              Edit
            </Act>
          )}
          {isPlan && <Risk key={selected.id} risk={risk} />}
          {isPlan && (
            <Act call={{ command: 'drawing.trade', args: {} }} keys="↵">
              Order
            </Act>
          )}
          {isAtOnePrice(tool) && (
            <Act call={{ command: 'drawing.alert', args: {} }} keys="Shift A">
              Alert
            </Act>
          )}
        </>
      )}
      <Act call={{ command: 'drawing.lock', args: {} }} keys="l">
        {isLocked ? 'Unlock' : 'Lock'}
      </Act>
      {!isLocked && (
        <Act call={{ command: 'drawing.remove', args: {} }} keys="⌫">
          Remove
        </Act>
      )}
    </div>
  )
}

interface ActProps {
  readonly call: CommandCall
  readonly keys: string
  readonly children: React.ReactNode
}

function Act({ call, keys, children }: ActProps) {
  const run = useCommand()
  return (
    <button type="button" className={styles.act} onClick={() => run(call)}>
      {children} <KeyCap keys={keys} />
    </button>
  )
}

function Risk({ risk }: { readonly risk: number }) {
  const run = useCommand()
  const [text, setText] = useState(String(risk))
  const keep = () => {
    const rupees = Number(text.replaceAll(',', ''))
    if (rupees > 0 && rupees !== risk) run({ command: 'drawing.risk', args: { risk: rupees } })
    else setText(String(risk))
  }
  return (
    <label className={styles.risk}>
      Risk ₹
      <input
        inputMode="decimal"
        size={7}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </label>
  )
}
