import styles from './icon.module.css'

const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5V13h-11z',
  scalper: 'M9 2 4 9h4l-1 5 5-7H8z',
  strategies: 'M8 2 2 5l6 3 6-3zM2 8l6 3 6-3M2 11l6 3 6-3',
  equity: 'M2 12 6 7l3 3 5-6',
  options: 'M2 8h3l2-5 3 10 2-5h2',
  live: 'M4 3l9 5-9 5z',
  scanners: 'M8 8 12 4M8 2a6 6 0 1 0 6 6',
  create: 'M8 3v10M3 8h10',
  alerts: 'M4 11V7a4 4 0 0 1 8 0v4l1 1H3zM7 14h2',
  backtest: 'M2.5 13.5v-11M2.5 13.5h11M5 10.5l3-4 2 2 3.5-5',
  journal: 'M3.5 2.5h9v11h-9zM6 2.5v11M8.5 6h2M8.5 8.5h2',
  dashboard: 'M2.5 2.5h5v4h-5zM9.5 2.5h4v7h-4zM2.5 8.5h5v5h-5zM9.5 11.5h4v2h-4z',
  analyze: 'M2.5 11.5a5.5 5.5 0 1 1 11 0M8 11.5l3-4',
  positions: 'M2.5 4h11M2.5 8h7M2.5 12h9',
  orders: 'M4 2.5h8v11l-2-1.5-2 1.5-2-1.5-2 1.5zM6 6h4M6 8.5h4',
  funds: 'M2.5 5.5h11v8h-11zM2.5 5.5l8-3v3M10 9.5h3.5',
  holdings: 'M2.5 5.5h11v8h-11zM6 5.5v-2h4v2',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5l3 3',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.5 3.5L13 5',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  right: 'M6.5 4.5 10 8l-3.5 3.5',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6',
  eyeOff: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M3 13 13 3',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 12h.01',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 7.2v3.6M8 5.2h.01',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.8V8l2.3 1.6',
  download: 'M8 2.5v7M5 7l3 3 3-3M2.5 13h11',
  upload: 'M8 10V3M5 5.5l3-3 3 3M2.5 13h11',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9',
  table: 'M2.5 3h11v10h-11zM2.5 6.5h11M2.5 10h11M7 3v10',
  chart: 'M2.5 13V3M2.5 13h11M5.5 10V7.5M8.5 10V5M11.5 10V6.5',
  settings:
    'M2.5 5H8M11 5h2.5M9.5 3.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3M2.5 11h2M7.5 11h6M6 9.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3',
  help: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.3 6.3c.2-2 3.6-2 3.5.1 0 1.3-1.8 1.4-1.8 2.8M8 11.4h.01',
  user: 'M8 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M3 13.5c.5-5 9.5-5 10 0',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 15 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
