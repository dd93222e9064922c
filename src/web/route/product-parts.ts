/**
 * Components that the web part renders but only the product can implement, because they need the product's calls. src/routes.tsx provides them
 * once.
 */
import { createContext, use, type ComponentType } from 'react'

export interface HistoryProps {
  /** The record's table and its key, as the database names them. */
  table: string
  id: number | string
}

export interface ImageFieldProps {
  /** Where pictures of this kind are kept. */
  folder: string
  /** The address of the picture. */
  value: string | null
  onChange: (value: string | null) => void
  /** Apps cut it to the room that they have, so that its main point is asked for. */
  cut?: boolean
  readOnly?: boolean
  onBlur?: () => void
}

export interface ProductParts {
  /** What staff are told on every page, once that is `calm`. */
  Notice: ComponentType<{ calm: boolean }>
  History: ComponentType<HistoryProps>
  ImageField: ComponentType<ImageFieldProps>
  /** All that is known of the customer with this phone number. */
  Customer: ComponentType<{ msisdn: string; onClose: () => void }>
}

const Parts = createContext<ProductParts | null>(null)
export const ProductPartsProvider = Parts.Provider

export function useProductParts(): ProductParts {
  const parts = use(Parts)
  if (!parts) throw new Error('useProductParts needs a ProductPartsProvider around it')
  return parts
}
