import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// What jsdom lacks. The sizes let a virtualised grid draw a window of its rows: with none it would draw them all.
const WIDTH = 1200
const HEIGHT = 800

Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => WIDTH })
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => HEIGHT })
Element.prototype.scrollIntoView = () => {}
Element.prototype.setPointerCapture = () => {}
// Enough for names made of letters, digits, signs and spaces inside a quoted attribute.
globalThis.CSS = { escape: (text: string) => text.replace(/["\\]/g, '\\$&') } as typeof CSS

globalThis.ResizeObserver = class implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element) {
    const contentRect = { width: WIDTH, height: HEIGHT, top: 0, left: 0 } as DOMRectReadOnly
    this.#callback([{ target, contentRect } as ResizeObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
}

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// Whole screens are drawn here beside a real server, on machines that do other things too.
configure({ asyncUtilTimeout: 20_000 })

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})
