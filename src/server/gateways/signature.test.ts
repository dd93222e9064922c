import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { byName, hmac, isSignedBy } from './signature.ts'

test('the text to sign is put together as MoMo documents it, whatever the order of the fields', () => {
  const fields = {
    requestType: 'disburseToWallet',
    requestId: 'R-1',
    partnerCode: 'MOMO1',
    orderInfo: 'Rút tiền & thưởng',
    orderId: 'O-1',
    extraData: '',
    disbursementMethod: 'a+b/c==',
    amount: 50_000,
    accessKey: 'khóa',
  }
  expect(byName(fields, Object.keys(fields))).toBe(
    'accessKey=khóa&amount=50000&disbursementMethod=a+b/c==&extraData=&orderId=O-1&orderInfo=Rút tiền & thưởng&partnerCode=MOMO1&requestId=R-1&requestType=disburseToWallet',
  )
})

test('hmac gives the known signature of RFC 4231, test case 2', () => {
  // RFC 4231, test case 2.
  expect(hmac('Jefe', 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(hmac('bí mật', 'đồng')).toBe(createHmac('sha256', 'bí mật').update('đồng').digest('hex'))
})

test.each([undefined, null, '', 7, 'x'.repeat(64), 'ngắn'])('isSignedBy refuses %j as a signature', (signature) => {
  expect(isSignedBy('bí mật', 'đồng', signature)).toBe(false)
})
