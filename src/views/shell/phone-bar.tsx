import { useState } from 'react'
import { Link } from 'wouter'
import { screenOf } from '../../commands/screens.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { isLater } from '../screens/later/later-screens.ts'
import styles from './phone-bar.module.css'
import { allPlaces, phonePlaces } from './places.ts'
import { useCurrentScreen } from './use-current-screen.ts'

/** The rail of a phone: four places at hand, all others behind the fifth. */
export function PhoneBar() {
  const current = useCurrentScreen()
  const [isOpen, setIsOpen] = useState(false)
  const others = allPlaces.filter(({ screen }) => !phonePlaces.some((place) => place.screen === screen))
  return (
    <nav className={styles.bar} aria-label="Places">
      {phonePlaces.map(({ screen, title, icon }) => (
        <Link
          key={screen}
          href={screenOf(screen).path}
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
      <Dialog title="Places" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ul className={styles.others}>
          {others.map(({ screen, title, icon }) => (
            <li key={screen}>
              <Link
                href={screenOf(screen).path}
                className={styles.other ?? ''}
                title={isLater(screen) ? 'not built yet' : undefined}
                onClick={() => setIsOpen(false)}
              >
                <Icon name={icon} size={18} />
                {title}
                {isLater(screen) && <small aria-hidden="true">soon</small>}
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </nav>
  )
}
