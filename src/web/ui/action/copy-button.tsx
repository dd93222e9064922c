import { useEffect, useState } from 'react'
import { IconButton, type IconButtonProps } from './icon-button.tsx'
import { toast } from '#web/ui/message/toast-store.ts'

interface CopyButtonProps extends Partial<Pick<IconButtonProps, 'icon' | 'label' | 'size'>> {
  text: string
}

/** Copies the text and shows a tick as confirmation. */
export function CopyButton({ text, label = 'Sao chép', icon = 'copy', size = 'sm' }: CopyButtonProps) {
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
      size={size}
      icon={copied ? 'check' : icon}
      label={copied ? 'Đã sao chép' : label}
      onClick={() => void copy()}
    />
  )
}
