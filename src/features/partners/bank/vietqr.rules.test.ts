import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferContent, vietQr } from './vietqr.rules.ts'

/** Reads the fields of a code, independently of the writer. */
function read(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (let position = 0; position < text.length;) {
    const length = Number(text.slice(position + 2, position + 4))
    fields[text.slice(position, position + 2)] = text.slice(position + 4, position + 4 + length)
    position += 4 + length
    expect(position).toBeLessThanOrEqual(text.length)
  }
  return fields
}

test('published VietQR codes are reproduced exactly', () => {
  expect(vietQr({ bin: '970403', account_number: '0011012345678' })).toBe(
    '00020101021138570010A00000072701270006970403011300110123456780208QRIBFTTA53037045802VN63049E6F',
  )
  expect(vietQr({ bin: '970416', account_number: '257678859' })).toBe(
    '00020101021138530010A0000007270123000697041601092576788590208QRIBFTTA53037045802VN6304AE9F',
  )
  expect(
    vietQr({ bin: '970403', account_number: '0011012345678', amount: 180_000, content: 'thanh toan don hang' }),
  ).toBe(
    '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454061800005802VN62230819thanh toan don hang63045FAB',
  )
  expect(vietQr({ bin: '970416', account_number: '257678859', amount: 999_999, content: 'Cam on nhe' })).toBe(
    '00020101021238530010A0000007270123000697041601092576788590208QRIBFTTA530370454069999995802VN62140810Cam on nhe6304E786',
  )
})

const account = fc.stringMatching(/^[A-Z0-9]{6,19}$/)
const bin = fc.stringMatching(/^\d{6}$/)

test('a VietQR code contains the bank, account, amount and content that it was made from', () => {
  fc.assert(
    fc.property(bin, account, fc.integer({ min: 1, max: 9_999_999_999_999 }), fc.string(), (b, a, amount, content) => {
      const {
        '38': receiver,
        '54': amountText,
        '62': additional,
        ...rest
      } = read(vietQr({ bin: b, account_number: a, amount, content }))
      const { '01': beneficiary, '02': service } = read(receiver!)
      expect(read(beneficiary!)).toEqual({ '00': b, '01': a })
      expect([service, Number(amountText), rest['53'], rest['58']]).toEqual(['QRIBFTTA', amount, '704', 'VN'])
      expect(additional === undefined ? '' : read(additional)['08']).toBe(transferContent(content))
    }),
  )
})

test('a VietQR code without an amount is marked as reusable and has no amount field', () => {
  expect(read(vietQr({ bin: '970436', account_number: '1234567890', amount: null }))).toMatchObject({ '01': '11' })
  expect(read(vietQr({ bin: '970436', account_number: '1234567890' }))).not.toHaveProperty('54')
})

test('the transfer content is reduced to characters without accents, at most 25 of them', () => {
  expect(transferContent('Đại lý Hưng Thịnh nộp tiền bán vé')).toBe('Dai ly Hung Thinh nop tie')
  expect(transferContent('  Nộp: 50.000đ – kỳ “Tết”  ')).toBe('Nop 50.000d ky Tet')
  expect(transferContent('Nộp tiền kho vé số Bến – Thành')).toBe('Nop tien kho ve so Ben Th')
})
