import { memo } from 'react'
import { KeyCap } from '../kit/control/key-cap.tsx'
import styles from './palette.module.css'

interface PaletteFooterProps {
  readonly isInHistory: boolean
  readonly isConfirming: boolean
  readonly isCorrecting: boolean
  readonly isOrder: boolean
}

export const PaletteFooter = memo(function PaletteFooter(props: PaletteFooterProps) {
  const { isInHistory, isConfirming, isCorrecting, isOrder } = props
  return (
    <div className={styles.foot}>
      {!isConfirming && (
        <>
          {isCorrecting ? (
            <>
              <span>
                <KeyCap keys="↵" /> apply the fix
              </span>
              <span>
                <KeyCap keys="↵" /> again to confirm
              </span>
            </>
          ) : (
            <span>
              <KeyCap keys="Tab" /> complete
            </span>
          )}
          <span>
            <KeyCap keys="↑ ↓" /> choose
          </span>
          {isOrder && (
            <>
              <span>
                <KeyCap keys="Alt ↑ ↓" /> price by a tick
              </span>
              <span>
                <KeyCap keys="Alt ← →" /> by a lot
              </span>
            </>
          )}
          {!isInHistory && !isOrder && (
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
