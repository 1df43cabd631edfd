import { memo } from 'react'
import { KeyCap } from '../kit/key-cap.tsx'
import styles from './palette.module.css'

interface PaletteFooterProps {
  readonly isInHistory: boolean
  readonly isConfirming: boolean
}

export const PaletteFooter = memo(function PaletteFooter({ isInHistory, isConfirming }: PaletteFooterProps) {
  return (
    <div className={styles.foot}>
      {!isConfirming && (
        <>
          <span>
            <KeyCap keys="Tab" /> complete
          </span>
          <span>
            <KeyCap keys="↑ ↓" /> choose
          </span>
          {!isInHistory && (
            <span>
              <KeyCap keys="Ctrl R" /> history
            </span>
          )}
        </>
      )}
      <span className={styles.last}>
        <KeyCap keys="Esc" /> back
      </span>
    </div>
  )
})
