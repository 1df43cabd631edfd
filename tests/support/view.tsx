import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
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

/** What axe finds, as `rule: element`. Contrast needs real pixels and is looked at in a browser. */
export const findBarriers = async (): Promise<readonly string[]> => {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false } },
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}
