// The one store that all bundles share, a federation singleton: any remote shows a toast, the shell puts it on screen.
import { create } from 'zustand'

export interface Toast {
  id: number
  kind: 'default' | 'destructive'
  title: string
  text: string
}

interface ToastStore {
  /** The toast on screen: there is one at a time, a newer one takes its place (specification, section 9). */
  current: Toast | null
  show: (toast: { title: string; text: string; kind?: Toast['kind'] }) => void
  dismiss: () => void
}

let lastId = 0

/** Read with a selector in components, or with `useToasts.getState()` outside of them. */
export const useToasts = create<ToastStore>((set) => ({
  current: null,
  show: ({ title, text, kind = 'default' }) => set({ current: { id: ++lastId, kind, title, text } }),
  dismiss: () => set({ current: null }),
}))
