interface Download {
  readonly name: string
  readonly type: string
  readonly text: string
}

export const download = ({ name, type, text }: Download): void =>
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }))

export const downloadBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
