import { render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { Router } from 'wouter'
import { isTextField } from '../../src/domain/text-field.ts'
import { App } from '../../src/views/app.tsx'
import { ConsoleProvider } from '../../src/views/kit/console.tsx'
import { GlobalKeys } from '../../src/views/shell/global-keys.tsx'
import { useMachineLocation, useMachineSearch } from '../../src/views/shell/use-machine-location.ts'
import type { OpenConsole } from './console.ts'

const watchTyping = ({ tab }: OpenConsole): void => {
  document.addEventListener('focusin', () => tab.setTyping(isTextField(document.activeElement)))
  document.addEventListener('focusout', () => tab.setTyping(false))
}

export const showApp = (opened: OpenConsole): UserEvent => {
  watchTyping(opened)
  render(<App console={opened.console} />)
  return userEvent.setup()
}

export const enterApp = async (opened: OpenConsole, password: string): Promise<UserEvent> => {
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard('asha{Tab}')
  // As from a password manager: each typed letter would be a press of a key for the whole console.
  await user.paste(password)
  await user.keyboard('{Enter}')
  // Heads of panels are found as banners too, where a screen is there at once.
  await screen.findAllByRole('banner')
  await screen.findByRole('heading', { level: 1 })
  return user
}

export const showScreen = (opened: OpenConsole, Screen: ComponentType): UserEvent => {
  watchTyping(opened)
  render(
    <ConsoleProvider value={opened.console}>
      <Router hook={useMachineLocation} searchHook={useMachineSearch}>
        <GlobalKeys />
        <main>
          <Screen />
        </main>
      </Router>
    </ConsoleProvider>,
  )
  return userEvent.setup()
}
