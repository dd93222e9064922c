/** Values that are known to crash programs or to bypass validation. */

const texts = {
  empty: ['', ' ', '\ufeff', '\u200b', '\u2028', '\u0085'],
  unstorable: ['\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\ud83d', '\u001b[2J'],
  direction: ['\u202egnart', '\u200fabc\u200e'],
  composed: ['Nguyễn Đặng'.normalize('NFD'), 'a\u0301'.repeat(120), '\u0301', 'ﷺ'.repeat(60), '😀'.repeat(60)],
  search: ['%', '_', '\\', '\\%', '%%%%', '％＿＼'],
  sql: ["'", "'; drop table app_user; --", "' or '1'='1", '$1', '$$', '\\x00', '1; select pg_sleep(9)'],
  html: ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '${7*7}', '%s%n'],
  places: ['../../../etc/passwd', 'http://169.254.169.254/', "=cmd|' /C calc'!A0", '\r\nSet-Cookie: a=b', '%0d%0aX: y'],
  days: ['0000-00-00', '9999-99-99', '2023-02-29', '2024-02-29', '2100-02-29', '9999-12-31', '10000-01-01', '2024-2-9'],
  moments: ['2024-01-01T00:00:00Z', '-0001-01-01'],
  numbers: [
    '0',
    '-1',
    '-0',
    '1.5',
    '1e3',
    '1e309',
    '0x10',
    'Infinity',
    'NaN',
    '٣',
    '１',
    '2147483648',
    '9007199254740993',
  ],
  words: ['null', 'undefined', 'true', '[object Object]'],
  lists: [',', ',,', '1,', '1,2,3'],
  long: ['x'.repeat(2_000)],
}

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

const values: Record<string, unknown[]> = {
  plain: [null, true, false],
  numbers: [0, -0, -1, 1.5, 0.1 + 0.2, 1e21, 1e308, -1e308, 5e-324],
  edges: [2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
  lists: [[], [[]], [null], ['a', 'b'], [1, '1', 1.5], Array.from({ length: 1_500 }, (_, n) => n), nested(500)],
  objects: [{}, { a: 1 }, { $ne: null }, { length: 1e9 }],
  // JSON.parse creates __proto__ as an own key; a literal would set the prototype.
  prototypes: [
    '{"__proto__": {"is_admin": true}}',
    '{"constructor": {"prototype": {}}}',
    '{"toString": 1, "valueOf": null, "toJSON": 2}',
  ].map((text): unknown => JSON.parse(text)),
}

export const hostile_texts: readonly string[] = Object.values(texts).flat()
export const hostile_values: readonly unknown[] = Object.values(values).flat()
