import { useEffect } from 'react'
import { isTextField } from '../../domain/text-field.ts'
import { useConsole } from '../kit/console.tsx'

/** Captures keys before a focused grid or modal stops them. Keys of a control (`data-answers`) come last. */
export function GlobalKeys() {
  const console = useConsole()
  useEffect(() => {
    let isMouse = false
    const tellHand = (byMouse: boolean) => {
      if (byMouse === isMouse) return
      isMouse = byMouse
      console.dispatch({ to: 'hints', event: { type: 'hint.hand', isMouse } })
    }
    const point = ({ pointerType }: PointerEvent) => tellHand(pointerType === 'mouse')
    const press = (event: KeyboardEvent) => {
      tellHand(false)
      if (isHeldAct(event)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      const hasOverlay = isCovered()
      console.setDialog(hasOverlay)
      if (takesKeys(event)) return
      if (hasOwnEscape(event)) return
      if (console.pressKey(event) || hasOverlay || !pressControl(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', press, true)
    window.addEventListener('keydown', leaveField)
    window.addEventListener('pointerdown', point, true)
    return () => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('keydown', leaveField)
      window.removeEventListener('pointerdown', point, true)
    }
  }, [console])
  return null
}

/** In a field with its own list, the first Esc only clears and closes that. */
const leaveField = (event: KeyboardEvent): void => {
  const { key, target, defaultPrevented, isComposing } = event
  if (key !== 'Escape' || isComposing || defaultPrevented || isCovered()) return
  if (isTyping(target) && target.closest('main') !== null) target.blur()
}

const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null

const hasOwnEscape = ({ key }: KeyboardEvent): boolean =>
  key === 'Escape' && document.activeElement?.closest('[data-own-escape]') !== null

/** Such a field receives all keys itself, except the kill switch. */
const takesKeys = ({ code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  document.activeElement?.closest('[data-takes-keys]') != null &&
  !(code === 'KeyX' && shiftKey && (ctrlKey || metaKey))

/** A held key may write and move, but not confirm, press or close. */
const isHeldAct = ({ repeat, key, target }: KeyboardEvent): boolean => {
  if (!repeat) return false
  if (key === 'Enter') return !(target instanceof HTMLTextAreaElement)
  return key === 'Escape' || (key === ' ' && !isTyping(target))
}

const isTyping = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && isTextField(target)

/** Prefers a control in the focused panel, then in the active one of several. */
const pressControl = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false
  if (event.key.length !== 1 || isTyping(event.target)) return false
  const wanted = `[data-answers="${CSS.escape(event.key)}"]`
  const panel = document.activeElement?.closest('section')
  const control =
    panel?.querySelector<HTMLElement>(wanted) ??
    document.querySelector<HTMLElement>(`main [data-active] ${wanted}`) ??
    document.querySelector<HTMLElement>(`main ${wanted}`)
  if (!control) return false
  if (control instanceof HTMLInputElement) control.focus()
  else control.click()
  return true
}
