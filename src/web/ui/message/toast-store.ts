/** The store of toasts. Any code may add one, also outside React; Toasts renders them. */
import { createListeners } from '#web/ui/base/listeners.ts'

export type ToastKind = 'success' | 'warning' | 'error' | 'info'

/** The two groups of toasts, with the time that they stay. */
export const toastTimes = { main: 7000, login: 10_000 } as const
export type ToastGroup = keyof typeof toastTimes
export const max_toasts = 5

export type Toast = {
  id: number
  kind: ToastKind
  group: ToastGroup
  text: string
  /** A second line: what to do next, a transid. */
  detail?: string
  action?: { label: string; run: () => void }
}

export type ToastOptions = Partial<Pick<Toast, 'group' | 'detail' | 'action'>>

let toasts: readonly Toast[] = []
let nextId = 1
const { subscribe, notify } = createListeners()

function set(shownToasts: readonly Toast[]) {
  toasts = shownToasts
  notify()
}

function add(kind: ToastKind, text: string, options: ToastOptions = {}): number {
  const toast: Toast = {
    id: nextId++,
    kind,
    text,
    group: options.group ?? 'main',
    detail: options.detail,
    action: options.action,
  }
  // The same message replaces its earlier toast; beyond the limit of a group the oldest ones are removed.
  const otherToasts = toasts.filter((old) => old.text !== text || old.kind !== kind || old.group !== toast.group)
  const surplus = otherToasts.filter((old) => old.group === toast.group).slice(0, -(max_toasts - 1))
  set([...otherToasts.filter((old) => !surplus.includes(old)), toast])
  return toast.id
}

export const toast = {
  success: (text: string, options?: ToastOptions) => add('success', text, options),
  warning: (text: string, options?: ToastOptions) => add('warning', text, options),
  error: (text: string, options?: ToastOptions) => add('error', text, options),
  info: (text: string, options?: ToastOptions) => add('info', text, options),
  dismiss: (id: number) => set(toasts.filter((old) => old.id !== id)),
  clear: () => set([]),
}

/** The messages on screen, the oldest first. */
export const currentToasts = () => toasts

export const subscribeToasts = subscribe
