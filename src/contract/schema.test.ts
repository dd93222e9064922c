import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withoutDefaults, withoutSecrets } from './schema.ts'

const Input = z.object({
  name: z.string(),
  note: z._default(z.nullable(z.string()), null),
  count: z.optional(z.int()),
  rows: z._default(z.array(z.object({ id: z.int(), kind: z._default(z.int(), 1) })), []),
})

test('withoutDefaults removes fields that equal their default, at any depth', () => {
  const minimal = withoutDefaults(Input, { name: 'a' })
  expect(withoutDefaults(Input, { name: 'a', note: null, count: undefined, rows: [] })).toEqual(minimal)
  expect(minimal).toEqual({ name: 'a' })
  expect(
    withoutDefaults(Input, {
      name: 'a',
      rows: [
        { id: 1, kind: 1 },
        { id: 2, kind: 2 },
      ],
    }),
  ).toEqual({
    name: 'a',
    rows: [{ id: 1 }, { id: 2, kind: 2 }],
  })
})

test('withoutDefaults keeps fields that differ from their default or are required', () => {
  const input = { name: '', note: '', count: 0, rows: [{ id: 0, kind: 0 }] }
  expect(withoutDefaults(Input, input)).toEqual(input)
})

test('a name that every object inherits is a name like any other', () => {
  const schema = z.object({ by_tier: z.record(z.string(), z.object({ winners: z.number() })) })
  const value = { by_tier: { constructor: { winners: 8 }, toString: { winners: 1 } } }
  expect(withoutSecrets(schema, value)).toEqual(value)
  expect(withoutDefaults(schema, value)).toEqual(value)
})
