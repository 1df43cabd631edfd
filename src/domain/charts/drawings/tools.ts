export const drawingTools = [
  'trend',
  'ray',
  'extended',
  'horizontal',
  'horizontal-ray',
  'vertical',
  'cross',
  'channel',
  'fib',
  'fib-extension',
  'fib-channel',
  'rectangle',
  'ellipse',
  'triangle',
  'path',
  'brush',
  'arrow',
  'text',
  'callout',
  'measure',
  'long',
  'short',
] as const

export type DrawingTool = (typeof drawingTools)[number]

export const toolGroups = ['Lines', 'Channels and Fibonacci', 'Shapes', 'Notes', 'Measure'] as const
export type ToolGroup = (typeof toolGroups)[number]

export interface ToolSpec {
  readonly name: string
  readonly group: ToolGroup
  /** How many a finished drawing has. */
  readonly points: number
  /** Points placed by hand, if fewer: the others follow from them. */
  readonly placed?: number
  /** `points` is the least; it ends when the user says so. */
  readonly isOpenEnded?: boolean
  readonly hasText?: boolean
  /** May be continued to the right edge. */
  readonly canExtend?: boolean
  /** Names of the points in order, shown while they are placed. */
  readonly parts: readonly string[]
}

const ends = ['start', 'end'] as const
const corners = ['corner', 'opposite corner'] as const
const plan = ['entry', 'stop', 'target'] as const

export const toolSpecs: Readonly<Record<DrawingTool, ToolSpec>> = {
  trend: { name: 'Trend line', group: 'Lines', points: 2, parts: ends },
  ray: { name: 'Ray', group: 'Lines', points: 2, parts: ends },
  extended: { name: 'Extended line', group: 'Lines', points: 2, parts: ends },
  horizontal: { name: 'Horizontal line', group: 'Lines', points: 1, parts: ['price'] },
  'horizontal-ray': { name: 'Horizontal ray', group: 'Lines', points: 1, parts: ['start'] },
  vertical: { name: 'Vertical line', group: 'Lines', points: 1, parts: ['time'] },
  cross: { name: 'Cross line', group: 'Lines', points: 1, parts: ['centre'] },
  channel: {
    name: 'Parallel channel',
    group: 'Channels and Fibonacci',
    points: 3,
    canExtend: true,
    parts: [...ends, 'other side'],
  },
  fib: {
    name: 'Fibonacci retracement',
    group: 'Channels and Fibonacci',
    points: 2,
    canExtend: true,
    parts: ['start of the move', 'end of the move'],
  },
  'fib-extension': {
    name: 'Fibonacci extension',
    group: 'Channels and Fibonacci',
    points: 3,
    canExtend: true,
    parts: ['start of the move', 'end of the move', 'end of the retracement'],
  },
  'fib-channel': {
    name: 'Fibonacci channel',
    group: 'Channels and Fibonacci',
    points: 3,
    canExtend: true,
    parts: [...ends, 'width'],
  },
  rectangle: { name: 'Rectangle', group: 'Shapes', points: 2, canExtend: true, parts: corners },
  ellipse: { name: 'Ellipse', group: 'Shapes', points: 2, parts: corners },
  triangle: {
    name: 'Triangle',
    group: 'Shapes',
    points: 3,
    parts: ['corner', 'second corner', 'third corner'],
  },
  path: { name: 'Path', group: 'Shapes', points: 2, isOpenEnded: true, parts: ['point'] },
  brush: { name: 'Brush', group: 'Shapes', points: 2, isOpenEnded: true, parts: ['point'] },
  arrow: { name: 'Arrow', group: 'Notes', points: 2, parts: ['start', 'tip'] },
  text: { name: 'Text', group: 'Notes', points: 1, hasText: true, parts: ['text'] },
  callout: { name: 'Callout', group: 'Notes', points: 2, hasText: true, parts: ['tip', 'text'] },
  measure: { name: 'Price and date range', group: 'Measure', points: 2, parts: corners },
  long: { name: 'Long position', group: 'Measure', points: 3, placed: 2, parts: plan },
  short: { name: 'Short position', group: 'Measure', points: 3, placed: 2, parts: plan },
}

export const isDrawingTool = (text: string): text is DrawingTool => Object.hasOwn(toolSpecs, text)

/** To be placed before it is finished, or before it may be. */
export const pointsToPlace = (tool: DrawingTool): number => toolSpecs[tool].placed ?? toolSpecs[tool].points

export const isPositionTool = (tool: DrawingTool): tool is 'long' | 'short' =>
  tool === 'long' || tool === 'short'

/** Lies at one price, at which an alert can be set. */
export const isAtOnePrice = (tool: DrawingTool): boolean =>
  tool === 'horizontal' || tool === 'horizontal-ray' || tool === 'cross'

/** Lines through two points, in the order in which one becomes the next. */
export const lineTools: readonly DrawingTool[] = ['trend', 'ray', 'extended']
