import { type DrawingTool, drawingTools } from '../../domain/charts/drawings/tools.ts'
import type { Binding } from './keymap.ts'

/** After `d`. */
export const toolKeys: Readonly<Record<DrawingTool, string>> = {
  trend: 't',
  ray: 'y',
  extended: 'x',
  horizontal: 'h',
  'horizontal-ray': 'i',
  vertical: 'v',
  cross: '+',
  channel: 'c',
  fib: 'f',
  'fib-extension': 'u',
  'fib-channel': 'q',
  rectangle: 'r',
  ellipse: 'e',
  triangle: 'g',
  path: 'p',
  brush: 'b',
  arrow: 'a',
  text: 'n',
  callout: 'o',
  measure: 'm',
  long: 'l',
  short: 's',
}

/** `d t` takes the trend line. */
export const drawKeys: Readonly<Record<string, Binding>> = Object.fromEntries(
  drawingTools.map((tool) => [`d ${toolKeys[tool]}`, ['drawing.draw', { tool }] satisfies Binding]),
)
