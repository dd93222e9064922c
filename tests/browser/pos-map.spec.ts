// A place on Google's map, with a script that stands in for Google's, so that nothing leaves this machine.
// src/features/settings/config/config.test.ts tests the page's policy with a key; here it is bypassed, without one.
import type { Page } from '@playwright/test'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

test.use({ bypassCSP: true })

const google = 'https://maps.googleapis.com/maps/api/js*'
const script = `{
  const seen = (window.seen = {})
  class Heard {
    heard = {}
    addListener(name, what) { this.heard[name] = what }
  }
  class Map extends Heard {
    constructor(box) { super(); seen.map = this; box.textContent = 'Bản đồ của Google' }
    panTo(point) { seen.center = point }
  }
  class Marker extends Heard {
    constructor({ draggable }) { super(); seen.marker = this; this.draggable = draggable }
    setMap(map) { this.map = map }
    setPosition(point) { this.point = point }
  }
  const place = { toJSON: () => ({ lat: 10.7721, lng: 106.6983 }) }
  const found = { placeId: 'cho', text: { text: 'Chợ Bến Thành, Quận 1' }, toPlace: () => ({ location: place, fetchFields: async () => {} }) }
  const fetchAutocompleteSuggestions = async (query) => ((seen.query = query), { suggestions: [{ placePrediction: found }] })
  const parts = { maps: { Map }, marker: { Marker }, places: { AutocompleteSuggestion: { fetchAutocompleteSuggestions } } }
  google.maps.importLibrary = async (name) => parts[name]
  google.maps.__ib__()
}`

async function openForm(page: Page) {
  const data = { map_key: 'khoa-thu', map_region: 'VI', map_language: 'vi' }
  await page.route('**/cms/utility/config?*', (route) =>
    route.fulfill({ json: { error: { code: 0, message: 'Thành công' }, data } }),
  )
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-pos')
  await page.getByRole('button', { name: 'Thêm POS' }).click()
  const form = page.getByRole('dialog', { name: 'Thêm POS' })
  return { form, field: form.getByLabel('Vị trí (vĩ độ, kinh độ)') }
}

test('search, marker and coordinates of the map stay in step, and a refused key keeps the coordinates', async ({
  page,
}) => {
  const requests: string[] = []
  await page.route(google, (route) => {
    requests.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  const { form, field } = await openForm(page)
  await expect(form.getByText('Bản đồ của Google')).toBeVisible()
  expect(requests).toHaveLength(1)
  const parameters = { key: 'khoa-thu', region: 'VI', language: 'vi', libraries: 'maps,marker,places' }
  expect(Object.fromEntries(new URL(requests[0]!).searchParams)).toMatchObject(parameters)

  await form.getByLabel('Tìm địa điểm trên bản đồ').fill('cho ben thanh')
  await page.getByRole('option', { name: 'Chợ Bến Thành, Quận 1' }).click()
  await expect(field).toHaveValue('10.772100, 106.698300')
  expect(await page.evaluate('seen.query')).toMatchObject({ input: 'cho ben thanh', includedRegionCodes: ['vn'] })
  expect(await page.evaluate('seen.marker.point')).toEqual({ lat: 10.7721, lng: 106.6983 })

  await page.evaluate('seen.marker.heard.dragend({ latLng: { toJSON: () => ({ lat: 10.5, lng: 106.25 }) } })')
  await expect(field).toHaveValue('10.500000, 106.250000')
  await field.fill('9.1768, 105.1524')
  await expect.poll(() => page.evaluate('seen.center')).toEqual({ lat: 9.1768, lng: 105.1524 })

  // Google refuses the key after the map has been drawn.
  await page.evaluate('gm_authFailure()')
  await expect(form.getByText('Không tải được bản đồ.')).toBeVisible()
  await expect(form.getByText('Bản đồ của Google')).toHaveCount(0)
  await expect(field).toHaveValue('9.1768, 105.1524')
})

test('coordinates can be typed when the map fails to load', async ({ page }) => {
  await page.route(google, (route) => route.abort())
  const { form, field } = await openForm(page)
  await expect(form.getByText('Không tải được bản đồ.')).toBeVisible()
  await field.fill('10.762622, 106.660172')
  await expect(field).toHaveValue('10.762622, 106.660172')
})
