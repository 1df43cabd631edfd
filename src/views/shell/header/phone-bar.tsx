import { useState } from 'react'
import { Link } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { Dialog } from '../../kit/control/dialog.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import { navigationItems, phoneItems } from '../rail/navigation-items.ts'
import { useCurrentScreen } from '../use-current-screen.ts'
import styles from './phone-bar.module.css'

export function PhoneBar() {
  const current = useCurrentScreen()
  const [isOpen, setIsOpen] = useState(false)
  const others = navigationItems.filter(({ screen }) => !phoneItems.some((item) => item.screen === screen))
  return (
    <nav className={styles.bar} aria-label="Navigation">
      {phoneItems.map(({ screen, title, icon }) => (
        <Link
          key={screen}
          href={pathOf(screen)}
          className={styles.place ?? ''}
          aria-current={current === screen ? 'page' : undefined}
        >
          <Icon name={icon} size={18} />
          {title}
        </Link>
      ))}
      <button type="button" className={styles.place} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="more" size={18} />
        More
      </button>
      <Dialog title="Menu" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ul className={styles.others}>
          {others.map(({ screen, title, icon }) => (
            <li key={screen}>
              <Link href={pathOf(screen)} className={styles.other ?? ''} onClick={() => setIsOpen(false)}>
                <Icon name={icon} size={18} />
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}
