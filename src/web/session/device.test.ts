import { expect, test } from 'vitest'
import { deviceText } from './device.ts'

test('a user agent is shown as browser, version and system', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.1'
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  expect(deviceText(edge)).toBe('Edge 140 trên Windows')
  expect(deviceText(safari)).toBe('Safari 18 trên iOS')
  expect(deviceText('curl/8.5.0')).toBe('curl/8.5.0')
  expect(deviceText('')).toBe('Thiết bị không rõ')
})
