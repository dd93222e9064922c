import { useState, type ReactNode } from 'react'
import { useProductParts } from '#web/route/product-parts.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { phoneText } from '#web/value/format.ts'

interface CustomerPhoneProps {
  msisdn: string
  /** Shown instead of the number: a name, a link. */
  children?: ReactNode
}

/**
 * A customer's phone number with a button that opens the dialog about the customer (a product part: see
 * route/product-parts.ts).
 */
export function CustomerPhone({ msisdn, children }: CustomerPhoneProps) {
  const [isOpen, setOpen] = useState(false)
  const parts = useProductParts()
  const phone = phoneText(msisdn)
  return (
    <Row gap={1} wrap={false}>
      {children ?? phone}
      <IconButton icon="user" size="sm" label={`Khách hàng ${phone}`} onClick={() => setOpen(true)} />
      {isOpen && <parts.Customer msisdn={msisdn} onClose={() => setOpen(false)} />}
    </Row>
  )
}
