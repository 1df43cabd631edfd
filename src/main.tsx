import './views/theme/fonts.css'
import './views/theme/tokens.css'
import './views/theme/base.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { version } from '../package.json'
import { createConsole } from './console.ts'
import { createBrowserPlatform } from './platform/browser.ts'
import { App } from './views/app.tsx'

// The content security policy refuses styles of libraries that lack the page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

const console = createConsole({ platform: createBrowserPlatform(), version })
console.start()

const page = document.getElementById('app')
if (page === null) throw new Error('index.html has no #app')
createRoot(page).render(
  <StrictMode>
    <App console={console} />
  </StrictMode>,
)
