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
  /** The folder of pictures of this kind. */
  folder: string
  /** The address of the picture. */
  value: string | null
  onChange: (value: string | null) => void
  /** Whether apps crop the picture: the field then asks for its main point. */
  cut?: boolean
  readOnly?: boolean
  onBlur?: () => void
}

export interface ProductParts {
  /** Notices to staff at the top of every page; they are read only once `isIdle` is true, when the page itself has loaded. */
  Notice: ComponentType<{ isIdle: boolean }>
  History: ComponentType<HistoryProps>
  ImageField: ComponentType<ImageFieldProps>
  /** The details of the customer with this phone number. */
  Customer: ComponentType<{ msisdn: string; onClose: () => void }>
}

const Parts = createContext<ProductParts | null>(null)
export const ProductPartsProvider = Parts.Provider

/** The parts that features give to the frame and the kit, which may not import them. */
export function useProductParts(): ProductParts {
  const parts = use(Parts)
  if (!parts) throw new Error('useProductParts needs a ProductPartsProvider around it')
  return parts
}
