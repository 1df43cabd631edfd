import { Link } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Icon } from '../../kit/layout/icon.tsx'
import { Mark } from '../../kit/layout/logo.tsx'
import { useCounted } from '../../notices/use-counted.ts'
import { headerItems, type NavigationItem } from '../rail/navigation-items.ts'
import styles from './header.module.css'
import { ProfileMenu } from './profile-menu.tsx'
import { Tickers } from './tickers.tsx'

export function Header() {
  return (
    <header className={styles.header}>
      <Link href={pathOf('home')} className={styles.brand ?? ''} aria-label="sauda, home">
        <Mark />
        <span className={styles.name}>sauda</span>
      </Link>
      <CommandBar />
      <Tickers />
      <nav className={styles.tools} aria-label="Orders and portfolio">
        {headerItems.map((item) => (
          <Tool key={item.screen} item={item} />
        ))}
        <NoticesButton />
      </nav>
      <ProfileMenu />
    </header>
  )
}

function CommandBar() {
  const run = useCommand()
  const toggle = { command: 'palette.toggle', args: {} } as const
  return (
    <button type="button" className={styles.command} aria-haspopup="dialog" onClick={() => run(toggle)}>
      <b aria-hidden="true">›</b>
      <span className={styles.hint}>Type a command or a symbol</span>
      <KeyCap keys={keysFor(toggle) ?? ''} isOne />
    </button>
  )
}

function Tool({ item: { screen, title, icon } }: { readonly item: NavigationItem }) {
  return (
    <Link href={pathOf(screen)} className={styles.tool ?? ''} title={title}>
      <span className={styles.toolIcon}>
        <Icon name={icon} />
      </span>
      <span className={styles.toolName}>{title}</span>
    </Link>
  )
}

function NoticesButton() {
  const run = useCommand()
  const isOpen = useSnapshot('noticePanel', (panel) => panel.matches({ panel: 'open' }))
  const count = useCounted()?.unreadCount ?? 0
  return (
    <button
      type="button"
      className={styles.tool}
      title="Notifications"
      aria-expanded={isOpen}
      onClick={() => run({ command: 'notices.toggle', args: {} })}
    >
      <span className={styles.toolIcon}>
        <Icon name="alerts" />
      </span>
      <span className={styles.toolName}>Notifications</span>
      {count > 0 && (
        <span className={styles.count}>
          {count > 99 ? '99+' : count}
          <span className="visually-hidden"> unread</span>
        </span>
      )}
    </button>
  )
}
