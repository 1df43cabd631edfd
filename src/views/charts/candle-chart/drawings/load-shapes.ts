import type { paintDrawing } from './paint-drawings.ts'
import type { shapesOf } from './shapes.ts'

interface Shapes {
  readonly shapesOf: typeof shapesOf
  readonly paintDrawing: typeof paintDrawing
}

let loaded: Shapes | null = null

/** Null until the first drawing of the page is shown or begun. */
export const shapesNow = (): Shapes | null => loaded

export const loadShapes = async (): Promise<void> => {
  const [shapes, painting] = await Promise.all([import('./shapes.ts'), import('./paint-drawings.ts')])
  loaded = { shapesOf: shapes.shapesOf, paintDrawing: painting.paintDrawing }
}
