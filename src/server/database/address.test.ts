import { expect, test } from 'vitest'
import { StartError } from '#server/program/start-error.ts'
import { hostsOf } from './address.ts'

test('an address with several hosts becomes one address per host, in their order, each with its own port', () => {
  expect(hostsOf('postgres://u:p@h/db')).toEqual(['postgres://u:p@h/db'])
  expect(hostsOf('postgresql://u:p%40@h1:5432,h2,[::1]:5433/db?sslmode=verify-full')).toEqual([
    'postgresql://u:p%40@h1:5432/db?sslmode=verify-full',
    'postgresql://u:p%40@h2/db?sslmode=verify-full',
    'postgresql://u:p%40@[::1]:5433/db?sslmode=verify-full',
  ])
  expect(hostsOf('postgres:///db?host=/run/postgresql')).toEqual(['postgres:///db?host=%2Frun%2Fpostgresql'])
})

test.each(['read-write', 'primary', 'any'])(
  'target_session_attrs=%s is accepted and left out of the address of each host',
  (target) => {
    expect(hostsOf(`postgres://u@h1,h2/db?target_session_attrs=${target}`)).toEqual([
      'postgres://u@h1/db',
      'postgres://u@h2/db',
    ])
  },
)

test('sslmode prefer, require and verify-ca become verify-full; disable and no-verify stay', () => {
  const modeOf = (mode: string) => new URL(hostsOf(`postgres://u@h/db?sslmode=${mode}`)[0]!).searchParams.get('sslmode')
  expect(['prefer', 'require', 'verify-ca', 'verify-full'].map(modeOf)).toEqual(Array(4).fill('verify-full'))
  expect(['disable', 'no-verify'].map(modeOf)).toEqual(['disable', 'no-verify'])
})

test.each([
  ['mysql://u:p@h/db', 'postgres://'],
  ['postgres://u:p@h', 'postgres://'],
  ['postgres://u:p@h/', 'postgres://'],
  ['postgres://u:p@h1,,h2/db', 'máy1:5432,máy2:5432'],
  ['postgres://u:p@h1:5432,h2:x/db', 'máy1:5432,máy2:5432'],
  ['postgres://u:p@h1,h2/db?target_session_attrs=standby', 'target_session_attrs'],
  ['postgres://u:p@h/db?sslmode=on', 'sslmode'],
  ['postgres://u:p@h/db?sslrootcert=/khong/co.pem', '/khong/co.pem'],
])('refuses %s with a message that does not contain the password', (url, message) => {
  const secret = url.replace(':p@', ':bí-mật@')
  expect(() => hostsOf(secret)).toThrow(StartError)
  expect(() => hostsOf(secret)).toThrow(message)
  expect(() => hostsOf(secret)).toThrow(/^((?!bí-mật|%C3%AD).)*$/)
})
