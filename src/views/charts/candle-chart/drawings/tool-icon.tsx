import type { DrawingTool } from '../../../../domain/charts/drawings/tools.ts'
import styles from './drawings.module.css'

const dot = (x: number, y: number): string => `M${x - 1.4} ${y}a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0`

const paths: Readonly<Record<DrawingTool, string>> = {
  trend: `M4.2 11.8 11.8 4.2${dot(3, 13)}${dot(13, 3)}`,
  ray: `M4.2 11.8 14 2${dot(3, 13)}`,
  extended: `M1.5 14.5 14.5 1.5${dot(6, 10)}${dot(10, 6)}`,
  horizontal: `M1.5 8h5M9.5 8h5${dot(8, 8)}`,
  'horizontal-ray': `M5 8h9.5${dot(3.5, 8)}`,
  vertical: `M8 1.5v5M8 9.5v5${dot(8, 8)}`,
  cross: 'M8 1.5v13M1.5 8h13',
  channel: 'M1.5 9.5 10 1.5M6 14.5l8.5-8',
  fib: 'M2 2.5h12M2 6h12M2 9.5h12M2 13.5h12',
  'fib-extension': 'M2 13.5h12M2 9h12M2 2.5h12M3 9l4 4 5-10.5',
  'fib-channel': 'M1.5 7.5 8 1.5M3.5 11 12 3M6 14.5l8.5-8',
  rectangle: 'M2.5 4h11v8h-11z',
  ellipse: 'M2 8c0-5 12-5 12 0s-12 5-12 0',
  triangle: 'M8 3 14 13H2z',
  path: `M3 12 6.5 5.5 10 10l3.5-6.5${dot(3, 12)}`,
  brush: 'M2.5 13c2 .6 3.5-.5 3.5-2 1-4 4-7 7.5-8.5C12.5 6 9.5 9 6 11',
  arrow: 'M3 13 13 3M7.5 3H13v5.5',
  text: 'M3.5 4.5v-1.5h9v1.5M8 3v10M6.5 13h3',
  callout: 'M2.5 3h11v7H8l-3 3v-3H2.5z',
  measure: 'M2 11 11 2l3 3-9 9zM5 8l1.5 1.5M8 5l1.5 1.5',
  long: 'M2.5 9.5h11M2.5 3h11v6.5M2.5 3v10h11V9.5M8 7.5V4.5M6.5 6 8 4.5 9.5 6',
  short: 'M2.5 6.5h11M2.5 3h11v10h-11zM8 8.5v3M6.5 10 8 11.5 9.5 10',
}

export const ToolIcon = ({ tool, size = 16 }: { readonly tool: DrawingTool; readonly size?: number }) => (
  <svg className={styles.icon} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[tool]} />
  </svg>
)
