import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast-store.ts'

/** Copies the text; the tick says that it did. */
export function CopyButton({ text, label = 'Sao chép' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.error('Trình duyệt không cho sao chép', { detail: text })
    }
  }
  return (
    <IconButton
      size="sm"
      icon={copied ? 'check' : 'copy'}
      label={copied ? 'Đã sao chép' : label}
      onClick={() => void copy()}
    />
  )
}
