import type { createOrderPreview, OrderPreviewPorts } from './order-preview.ts'

type PreviewOrders = ReturnType<typeof createOrderPreview>

export const lazyOrderPreview = (ports: OrderPreviewPorts): PreviewOrders => {
  let loading: Promise<PreviewOrders> | null = null
  const load = (): Promise<PreviewOrders> => {
    loading ??= import('./order-preview.ts').then(({ createOrderPreview }) => createOrderPreview(ports))
    loading.catch(() => {
      loading = null
    })
    return loading
  }
  return async (found, signal) => (await load())(found, signal)
}
