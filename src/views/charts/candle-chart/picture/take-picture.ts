import { downloadBlob } from '../../../kit/table/download.ts'
import { type PictureWords, paintPicture } from './paint-picture.ts'

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('an empty picture')) : resolve(blob)),
      'image/png',
    ),
  )

const copy = async (blob: Blob): Promise<boolean> => {
  if (navigator.clipboard?.write === undefined || typeof ClipboardItem === 'undefined') return false
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).then(
    () => true,
    () => false,
  )
}

/** Into the clipboard, else into a file. */
export const takePicture = async (frame: HTMLElement, words: PictureWords): Promise<'copied' | 'saved'> => {
  const blob = await blobOf(paintPicture(frame, words))
  if (await copy(blob)) return 'copied'
  downloadBlob(`${words.title}.png`.replace(/[/\\:]/g, '-'), blob)
  return 'saved'
}
