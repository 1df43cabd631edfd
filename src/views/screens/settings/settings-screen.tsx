import { useEffect, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import { pathOf } from '../../../domain/screens.ts'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { AboutSection } from './about-section.tsx'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DefaultsSection } from './defaults-section.tsx'
import { HolidaysSection } from './holidays/holidays-section.tsx'
import { DataSection } from './import/data-section.tsx'
import { KeysMacros } from './keys/keys-macros.tsx'
import { KeysSection } from './keys/keys-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import styles from './settings-screen.module.css'
import { TradingSection } from './trading-section.tsx'
import { WebhookSection } from './webhook-section.tsx'

const sections = [
  { id: 'appearance', title: 'Appearance', section: AppearanceSection },
  { id: 'account', title: 'Account', section: AccountSection },
  { id: 'trading', title: 'Trading', section: TradingSection },
  { id: 'limits', title: 'Limits', section: LimitsSection },
  { id: 'webhook', title: 'Webhook', section: WebhookSection },
  { id: 'defaults', title: 'Backtest defaults', section: DefaultsSection },
  { id: 'data', title: 'Data', section: DataSection },
  { id: 'holidays', title: 'Holidays', section: HolidaysSection },
  { id: 'keys', title: 'Keys', section: KeysSection },
  { id: 'macros', title: 'Macros and lines', section: KeysMacros },
  { id: 'about', title: 'About', section: AboutSection },
] as const

export function SettingsScreen() {
  const wanted = new URLSearchParams(useSearch()).get('section')
  const current = sections.find(({ id }) => id === wanted) ?? sections[0]
  const Section = current.section
  const links = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = links.current?.querySelector<HTMLElement>(`[href$="=${current.id}"]`)
    if (!link || !links.current) return
    links.current.scrollLeft = link.offsetLeft - (links.current.clientWidth - link.offsetWidth) / 2
  }, [current.id])
  return (
    <div className={styles.page}>
      <ScreenTitle title="Settings" documentTitle={`${current.title}, settings`}>
        <span>{current.title.toLowerCase()}</span>
      </ScreenTitle>
      <nav ref={links} className={styles.sections} aria-label="Settings">
        {sections.map(({ id, title }) => (
          <Link
            key={id}
            href={pathOf('settings', { section: id })}
            className={styles.section ?? ''}
            aria-current={id === current.id ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>
        <Section />
      </div>
    </div>
  )
}
