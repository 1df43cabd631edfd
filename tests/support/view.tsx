import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { isTextField } from '../../src/platform/text-field.ts'
import { App } from '../../src/views/app.tsx'
import type { OpenConsole } from './console.ts'

/** The whole page over a console, and someone at its keyboard. */
export const showApp = ({ console, tab }: OpenConsole): UserEvent => {
  const watchTyping = () => tab.setTyping(isTextField(document.activeElement))
  document.addEventListener('focusin', watchTyping)
  document.addEventListener('focusout', () => tab.setTyping(false))
  render(<App console={console} />)
  return userEvent.setup()
}
