/** With a key for Google Maps screens get it and may load the map; without a key nothing of Google is loaded. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { config } from '#contract/web-calls/config.ts'

let keyless: Office
let keyed: Office

beforeAll(async () => {
  ;[keyless, keyed] = await Promise.all([openOffice(), openOffice(undefined, { map_key: 'AIza-thu-nghiem' })])
})
afterAll(() => Promise.all([keyless.close(), keyed.close()]))

const policyOf = async ({ url }: Office) => {
  const { headers } = await fetch(`${url}/login`)
  return { policy: headers.get('content-security-policy') ?? '', referrer: headers.get('referrer-policy') }
}

test('without a key the policy allows nothing of Google, and screens get no key', async () => {
  const an = await keyless.hire([])
  expect(await an.call(config.get, {})).toEqual({
    map_key: null,
    map_region: 'VI',
    map_language: 'vi',
    can_pay: [],
    sends_mail: false,
    has_sample: false,
  })
  const { policy, referrer } = await policyOf(keyless)
  expect(policy).not.toMatch(/google|unsafe|https:/)
  expect(referrer).toBe('no-referrer')
})

test('with a key the policy allows the map, and no other foreign script', async () => {
  const an = await keyed.hire([])
  expect(await an.call(config.get, {})).toMatchObject({ map_key: 'AIza-thu-nghiem' })
  const { policy, referrer } = await policyOf(keyed)
  expect(policy).toMatch(/script-src 'self' https:\/\/maps\.googleapis\.com;/)
  expect(policy).toMatch(/object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(referrer).toBe('strict-origin')
})
