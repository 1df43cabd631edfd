import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Icon, type IconName } from '../layout/icon.tsx'
import styles from './button.module.css'
import { KeyCap } from './key-cap.tsx'

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly children?: ReactNode
  readonly kind?: 'plain' | 'primary' | 'sell' | 'danger' | 'quiet'
  readonly size?: 'small' | 'large'
  readonly icon?: IconName
  readonly keys?: string
  readonly ref?: Ref<HTMLButtonElement>
}

/** An icon-only button needs an `aria-label`. */
export function Button({ children, kind = 'plain', size = 'small', icon, keys, ...rest }: ButtonProps) {
  const shape = children === undefined && keys === undefined ? styles.square : ''
  const accent = kind === 'primary' ? { 'data-accent': '' } : {}
  return (
    <AriaButton {...rest} {...accent} className={`${styles.button} ${styles[kind]} ${styles[size]} ${shape}`}>
      {icon && <Icon name={icon} size={14} />}
      {children}
      {keys && <KeyCap keys={keys} />}
    </AriaButton>
  )
}
