/** The OpenAPI description of every call. */
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { specificErrors } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { shapeOf } from '#contract/schema.ts'
import { registerDocs } from '#server/docs/docs-page.ts'
import type { Document, Operation } from '#server/docs/openapi.ts'
import { contentChannel } from '#features/content/content-channel/content-channel.contract.ts'
import { channel_calls } from '#features/orders/channel/channel.server.ts'
import { menu, services } from './services.ts'

const calls = [...services.map(({ call }) => call), ...channel_calls, ...Object.values(contentChannel)]
const server = fastify()
registerDocs(server, calls, menu)
const { body: text } = await server.inject('/openapi.json')
const { body: page } = await server.inject('/docs')
const document = JSON.parse(text) as Document
const operationOf = ({ path, method }: (typeof calls)[number]): Operation =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!

test('the document has every call under an id of its own, and nothing else', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  expect(operations).toHaveLength(calls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  expect(calls.map(operationOf)).not.toContain(undefined)
})

test('every reference in the document resolves', () => {
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!)
  expect(references.length).toBeGreaterThan(0)
  for (const path of new Set(references)) {
    const target = path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document)
    expect(target, path).toBeDefined()
  }
})

test.each(calls.map((call) => [call.name, call] as const))(
  '%s is described with its input, security, title and errors',
  (_, call) => {
    const { parameters, requestBody, security, ...operation } = operationOf(call)
    const content = Object.entries(requestBody?.content ?? {})
    const in_body = content.flatMap(([, { schema }]) => Object.keys(schema.properties ?? {}))
    const type = call.file ? 'multipart/form-data' : call.stream ? 'application/octet-stream' : 'application/json'
    expect(content.map(([content_type]) => content_type).slice(0, 1)).toEqual(
      in_body.length === 0 && !call.stream ? [] : [type],
    )
    const parameter_names = parameters.map(({ name, $ref }) => name ?? $ref!.split('/').at(-1)!)
    expect([...parameter_names, ...in_body].sort()).toEqual(
      [
        ...(call.within === null ? Object.keys(shapeOf(call.input)) : [call.within]),
        ...(call.file ? ['file'] : []),
        ...(call.stream ? ['file_name'] : []),
        ...(call.may === 'channel' ? [] : ['channel', 'transid']),
      ].sort(),
    )
    const signed = [{ device: [], timestamp: [], signature: [] }]
    expect(security).toEqual(call.may === 'public' ? [] : call.may === 'channel' ? signed : [{ bearer: [] }])
    expect(operation.summary).toBe(call.title)
    expect(operation['x-kind']).toBe(call.kind)
    expect(operation['x-errors'].map(({ code }) => code).sort()).toEqual(
      specificErrors(call)
        .map((name) => errors[name][0])
        .sort(),
    )
    expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0])
    for (const name of specificErrors(call))
      expect(operation.description).toContain(`${errors[name][0]} ${name}: ${errors[name][1]}`)
  },
)

test('the path parameters are those of the address, and required', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const { parameters } of Object.values(methods)) {
      const in_path = parameters.filter((parameter) => parameter.in === 'path')
      expect(in_path.map(({ name }) => `{${name}}`).sort()).toEqual((path.match(/\{\w+\}/g) ?? []).sort())
      expect(in_path.every(({ required }) => required)).toBe(true)
    }
  }
})

test('the page shows every call, with unique ids and without scripts or inline styles', async () => {
  for (const call of calls) {
    expect(page).toContain(`id="${operationOf(call).operationId}"`)
    expect(page).toContain(call.title)
  }
  expect(page).not.toMatch(/<script|<style| style=| on\w+=|undefined|\[object/)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const { headers } = await server.inject('/docs.css')
  expect(headers['content-type']).toContain('text/css')
})
