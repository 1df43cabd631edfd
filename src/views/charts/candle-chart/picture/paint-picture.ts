/** Pixels above the chart, for its name and the time. */
const HEAD_HEIGHT = 38
const EDGE = 14
const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const

export interface PictureWords {
  readonly title: string
  readonly aside: string
}

interface Sheet {
  readonly pen: CanvasRenderingContext2D
  readonly left: number
  readonly top: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const boxOn = ({ left, top }: Sheet, rect: DOMRect): Box => ({
  x: rect.left - left,
  y: rect.top - top + HEAD_HEIGHT,
  width: rect.width,
  height: rect.height,
})

const isClear = (colour: string): boolean => colour === 'transparent' || /[,/] ?0\)$/.test(colour)

const isSeen = (element: Element, style: CSSStyleDeclaration): boolean =>
  style.visibility === 'visible' && style.display !== 'none' && element.closest('.visually-hidden') === null

const paintBox = (sheet: Sheet, element: Element, style: CSSStyleDeclaration): void => {
  const { pen } = sheet
  const { x, y, width, height } = boxOn(sheet, element.getBoundingClientRect())
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, height / 2)
  if (!isClear(style.backgroundColor)) {
    pen.fillStyle = style.backgroundColor
    pen.beginPath()
    pen.roundRect(x, y, width, height, radius)
    pen.fill()
  }
  const thick = (side: (typeof SIDES)[number]): number => Number.parseFloat(style[`border${side}Width`])
  if (!(thick('Top') > 0) || isClear(style.borderTopColor)) return
  const { borderTopStyle: kind } = style
  pen.strokeStyle = style.borderTopColor
  pen.lineWidth = thick('Top')
  pen.setLineDash(kind === 'dashed' ? [4, 3] : kind === 'dotted' ? [1, 2] : [])
  pen.beginPath()
  if (SIDES.every((side) => thick(side) > 0)) pen.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, radius)
  else {
    pen.moveTo(x, y + 0.5)
    pen.lineTo(x + width, y + 0.5)
  }
  pen.stroke()
  pen.setLineDash([])
}

const paintText = (sheet: Sheet, node: Node, style: CSSStyleDeclaration): void => {
  const range = document.createRange()
  range.selectNodeContents(node)
  const { x, y, width, height } = boxOn(sheet, range.getBoundingClientRect())
  const text = node.textContent?.trim() ?? ''
  // Text for screen readers is a pixel wide.
  if (text === '' || width < 2 || height < 2) return
  const { pen } = sheet
  pen.font = style.font
  pen.fillStyle = style.color
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y + height / 2)
}

const paintElement = (sheet: Sheet, element: Element): void => {
  const style = getComputedStyle(element)
  if (!isSeen(element, style)) return
  const rect = element.getBoundingClientRect()
  if (rect.width === 0 && rect.height === 0) return
  const { pen } = sheet
  pen.globalAlpha = Number.parseFloat(style.opacity)
  if (element instanceof HTMLCanvasElement) {
    const { x, y, width, height } = boxOn(sheet, rect)
    if (element.width > 0 && element.height > 0) pen.drawImage(element, x, y, width, height)
  } else {
    paintBox(sheet, element, style)
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) paintText(sheet, node, style)
  }
  pen.globalAlpha = 1
}

const paintHead = ({ pen }: Sheet, frame: Element, width: number, { title, aside }: PictureWords): void => {
  const { color, fontFamily } = getComputedStyle(frame)
  pen.fillStyle = color
  pen.textBaseline = 'middle'
  pen.textAlign = 'left'
  pen.font = `640 15px ${fontFamily}`
  pen.fillText(title, EDGE, HEAD_HEIGHT / 2)
  pen.textAlign = 'right'
  pen.globalAlpha = 0.7
  pen.font = `450 12px ${fontFamily}`
  pen.fillText(aside, width - EDGE, HEAD_HEIGHT / 2)
  pen.globalAlpha = 1
}

/** The chart as it is on screen: its canvases, then labels and lines laid over them, under a head. */
export const paintPicture = (frame: HTMLElement, words: PictureWords): HTMLCanvasElement => {
  const { left, top, width, height } = frame.getBoundingClientRect()
  const ratio = window.devicePixelRatio || 1
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round((height + HEAD_HEIGHT) * ratio)
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('no picture can be drawn')
  pen.scale(ratio, ratio)
  pen.fillStyle = getComputedStyle(frame).getPropertyValue('--surface') || 'white'
  pen.fillRect(0, 0, width, height + HEAD_HEIGHT)
  const sheet: Sheet = { pen, left, top }
  paintHead(sheet, frame, width, words)
  pen.beginPath()
  pen.rect(0, HEAD_HEIGHT, width, height)
  pen.clip()
  for (const element of frame.querySelectorAll('*')) paintElement(sheet, element)
  return canvas
}
