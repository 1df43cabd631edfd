/** A toast that belongs to the view alone. The library is loaded by its first toast. */
export const showToast = async (kind: 'info' | 'success' | 'error', text: string): Promise<void> => {
  const { toast } = await import('sonner')
  toast[kind](text)
}
