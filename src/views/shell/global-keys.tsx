import { useEffect } from 'react'
import { useConsole } from '../kit/console.tsx'

/**
 * Hands every key to the console before anything else sees it: a focused grid or modal keeps keys to itself and they
 * would never bubble to the window. Keys a control on the screen names for itself (`data-answers`) come after commands.
 */
export function GlobalKeys() {
  const console = useConsole()
  useEffect(() => {
    let isMouse = false
    const tellHand = (byMouse: boolean) => {
      if (byMouse === isMouse) return
      isMouse = byMouse
      console.dispatch({ to: 'teaching', event: { type: 'teach.hand', isMouse } })
    }
    const point = ({ pointerType }: PointerEvent) => tellHand(pointerType === 'mouse')
    const press = (event: KeyboardEvent) => {
      tellHand(false)
      if (isHeldAct(event)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      console.setDialog(isCovered())
      if (takesKeys(event)) return
      if (hasOwnEscape(event)) return
      if (console.pressKey(event) || !pressControl(event)) return
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

/**
 * Esc that no field or screen had a use for takes the keyboard out of the field, so that single keys are commands again.
 * In a field with a list of its own the first Esc clears and closes, and the next one leaves.
 */
const leaveField = (event: KeyboardEvent): void => {
  const { key, target, defaultPrevented, isComposing } = event
  if (key !== 'Escape' || isComposing || defaultPrevented || isCovered()) return
  if (target instanceof HTMLElement && isTyping(target) && target.closest('main') !== null) target.blur()
}

/** A dialog, a menu or an open list lies over the screen. */
const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null

/** Inside these, Esc takes one step back of its own. */
const hasOwnEscape = ({ key }: KeyboardEvent): boolean =>
  key === 'Escape' && document.activeElement?.closest('[data-own-escape]') !== null

/** A field that is told which keys are pressed hears them itself, all but the kill switch. */
const takesKeys = ({ code, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  document.activeElement?.closest('[data-takes-keys]') != null &&
  !(code === 'KeyX' && shiftKey && (ctrlKey || metaKey))

/** A held key writes and moves; it confirms nothing, presses nothing and closes nothing. */
const isHeldAct = ({ repeat, key, target }: KeyboardEvent): boolean => {
  if (!repeat) return false
  if (key === 'Enter') return !(target instanceof HTMLTextAreaElement)
  return key === 'Escape' || (key === ' ' && !isTyping(target))
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Focuses or presses the control that answers this key: in the panel with the focus, else the first on the screen. */
const pressControl = (event: KeyboardEvent): boolean => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return false
  if (event.key.length !== 1 || isTyping(event.target) || isCovered()) return false
  const wanted = `[data-answers="${CSS.escape(event.key)}"]`
  const panel = document.activeElement?.closest('section')
  const control =
    panel?.querySelector<HTMLElement>(wanted) ?? document.querySelector<HTMLElement>(`main ${wanted}`)
  if (!control) return false
  if (control instanceof HTMLInputElement) control.focus()
  else control.click()
  return true
}
