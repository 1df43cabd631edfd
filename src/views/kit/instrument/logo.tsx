import { useState } from 'react'
import type { Instrument } from '../../../domain/instruments/instrument.ts'
import { markOf, pictureOf } from '../../../domain/instruments/mark.ts'
import { useConsole } from '../console.tsx'
import styles from './logo.module.css'

const SIZE = 35

/** Beside the name, so that it says nothing more to a screen reader. */
export function InstrumentLogo({ instrument }: { readonly instrument: Instrument }) {
  const { logoBase } = useConsole()
  const [missing, setMissing] = useState<string | null>(null)
  const name = pictureOf(instrument)
  if (logoBase !== null && missing !== name)
    return (
      <img
        className={styles.logo}
        src={new URL(`logos/${encodeURIComponent(name)}.png`, withSlash(logoBase)).href}
        alt=""
        width={SIZE}
        height={SIZE}
        referrerPolicy="no-referrer"
        onError={() => setMissing(name)}
      />
    )
  return (
    <svg className={styles.logo} width={SIZE} height={SIZE} viewBox="0 0 35 35" aria-hidden="true">
      <rect className={styles[kindOf(instrument)]} width="35" height="35" rx="8" />
      <text className={styles.mark} x="17.5" y="21.5" textAnchor="middle">
        {markOf(instrument)}
      </text>
    </svg>
  )
}

const withSlash = (base: string): string => (base.endsWith('/') ? base : `${base}/`)

const kindOf = ({ segment, instrumentType }: Instrument): 'index' | 'share' | 'future' | 'call' | 'put' => {
  if (segment === 'INDICES') return 'index'
  return ({ EQ: 'share', FUT: 'future', CE: 'call', PE: 'put' } as const)[instrumentType]
}
