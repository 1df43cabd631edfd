import JSZip from 'jszip'

/** The file of that name in a zip archive, or null when it holds none. Rejects when the archive is damaged. */
export const unzip = async (archive: ArrayBuffer, name: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const zip = await JSZip.loadAsync(archive, { checkCRC32: true })
  const bytes = await zip.file(name)?.async('uint8array')
  return bytes === undefined ? null : new Uint8Array(bytes)
}
