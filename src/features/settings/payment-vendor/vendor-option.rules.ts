import type { PaymentVendorRow } from './payment-vendor.contract.ts'

/** A source of payment as it is chosen in forms and filters. */
export const vendorOption = ({ payment_vendor_id, vendor_name }: PaymentVendorRow) => ({
  value: payment_vendor_id,
  label: vendor_name,
})
