/** Beside a customer's phone number: all that is known of them, in a dialog. What that is, only the product knows. */
import { useState } from 'react'
import { useProductParts } from '#web/route/product-parts.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { phoneText } from '#web/value/format.ts'

export function CustomerButton({ msisdn }: { msisdn: string }) {
  const [isOpen, setOpen] = useState(false)
  const parts = useProductParts()
  return (
    <>
      <IconButton icon="user" size="sm" label={`Khách hàng ${phoneText(msisdn)}`} onClick={() => setOpen(true)} />
      {isOpen && <parts.Customer msisdn={msisdn} onClose={() => setOpen(false)} />}
    </>
  )
}
