import { act, cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { quickComputedStyle } from './computed-style.ts'
import { FACT_MS } from './limits.ts'

// Stubs that jsdom lacks; the sizes let a virtualised grid draw a window of rows instead of all.
const WIDTH = 1200
const HEIGHT = 800

Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => WIDTH })
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => HEIGHT })
Element.prototype.scrollIntoView = () => {}
Element.prototype.setPointerCapture = () => {}
// Enough for letters, digits, signs and spaces inside a quoted attribute.
globalThis.CSS = { escape: (text: string) => text.replace(/["\\]/g, '\\$&') } as typeof CSS

/** Reports a size after rendering, as a browser does, never from within an effect. */
globalThis.ResizeObserver = class implements ResizeObserver {
  readonly #callback: ResizeObserverCallback
  readonly #observed = new Set<Element>()
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element) {
    this.#observed.add(target)
    const contentRect = { width: WIDTH, height: HEIGHT, top: 0, left: 0 } as DOMRectReadOnly
    queueMicrotask(() => {
      if (!this.#observed.has(target)) return
      act(() => this.#callback([{ target, contentRect } as ResizeObserverEntry], this))
    })
  }
  unobserve(target: Element) {
    this.#observed.delete(target)
  }
  disconnect() {
    this.#observed.clear()
  }
}

window.getComputedStyle = quickComputedStyle(window)

window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

// Whole screens render here beside a real server, on busy machines.
configure({ asyncUtilTimeout: FACT_MS })

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

/** A message that leaves calls back 200 ms later even if its list is gone, and then needs the window still. */
const LEAVING_MS = 250
const later = setTimeout

afterAll(() => new Promise<void>((done) => void later(done, LEAVING_MS)))
