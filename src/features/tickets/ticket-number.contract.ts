/** The fields by which a traditional ticket is told from the others of its draw. */
import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'

/** The number as printed: always text, because leading zeros count; its length is the station's. */
export const ticketNumber = () => text('Dãy số', 6).check(z.regex(/^\d{5,6}$/, 'Dãy số gồm 5 hoặc 6 chữ số'))
/** The series sign, in capitals; empty where the numbers alone distinguish tickets. */
export const series = () =>
  text('Ký hiệu', 10).check(z.toUpperCase(), z.regex(/^[A-Z0-9Đ/-]+$/, 'Ký hiệu chỉ gồm chữ cái, chữ số, - và /'))
