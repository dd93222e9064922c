/** How settings are read from environment variables, whatever they mean. */
import { StartError } from './start-error.ts'

export type Env = Record<string, string | undefined>

/** An empty variable counts as not set: shells and compose files leave one out that way. */
export function text(env: Env, name: string): string | null {
  return env[name]?.trim() || null
}

export function readWhole(env: Env, name: string, otherwise: number, min: number, max: number): number {
  const raw = text(env, name)
  if (raw === null) return otherwise
  const value = /^\d{1,9}$/.test(raw) ? Number(raw) : NaN
  if (value >= min && value <= max) return value
  throw new StartError(`${name} phải là số nguyên từ ${min} đến ${max}, nhưng đang là “${raw}”.`)
}

export function readFlag(env: Env, name: string): boolean {
  const value = text(env, name)
  if (value === null || value === '0') return false
  if (value === '1') return true
  throw new StartError(`${name} phải là 1 (có) hoặc 0 (không), nhưng đang là “${value}”.`)
}

export function readOneOf<Word extends string>(env: Env, name: string, words: readonly Word[], otherwise: Word): Word {
  const value = text(env, name) ?? otherwise
  const word = words.find((candidate) => candidate === value)
  if (word) return word
  throw new StartError(`${name} phải là một trong ${words.join(', ')}, nhưng đang là “${value}”.`)
}

/** All of these variables or none: an incomplete group would only be noticed when it is needed. */
export function readAll<Name extends string>(
  env: Env,
  group_label: string,
  names: readonly Name[],
): Record<Name, string> | null {
  const missing = names.filter((name) => text(env, name) === null)
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new StartError(`${group_label} còn thiếu ${missing.join(', ')}.`)
  return Object.fromEntries(names.map((name) => [name, text(env, name)])) as Record<Name, string>
}
