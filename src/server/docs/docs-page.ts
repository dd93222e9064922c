/** The API documentation for people: the OpenAPI document as a static page without scripts, searched by the browser's own find. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { common_errors, type Call } from '#contract/call.ts'
import type { MenuGroup } from '#contract/page.ts'
import { numberText } from '#contract/text/number-text.ts'
import { openApi, refusal, type Document, type Operation, type Refusal } from './openapi.ts'
import type { Schema } from './openapi-schema.ts'

/** Adds /openapi.json and its readable page /docs, which are made when somebody first asks for them: most starts are never asked. */
export function registerDocs(server: FastifyInstance, calls: readonly Call[], menu: readonly MenuGroup[]): void {
  const document = once(() => openApi(calls, menu))
  const files: Record<string, [type: string, text: () => string | Promise<string>]> = {
    '/openapi.json': ['application/json; charset=utf-8', once(async () => JSON.stringify(await document()))],
    '/docs': ['text/html; charset=utf-8', once(async () => docsPage(await document()))],
    '/docs.css': ['text/css; charset=utf-8', () => readFileSync(join(import.meta.dirname, 'docs-page.css'), 'utf8')],
  }
  for (const [path, [type, text]] of Object.entries(files)) {
    server.get(path, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await text()),
    )
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null
  return () => (result ??= make())
}

/** A call with its address, as the page shows it. */
interface Entry {
  method: string
  path: string
  operation: Operation
}

function docsPage(document: Document): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const areas = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return html`<!doctype html>
    <html lang="vi">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API · ${document.info.title}</title>
        <link rel="stylesheet" href="/docs.css" />
      </head>
      <body>
        <a class="skip" href="#calls">Đến các lời gọi</a>
        <header>
          <h1>API ${document.info.title}</h1>
          <p>
            Bản ${document.info.version} · ${String(entries.length)} lời gọi ·
            <a href="/openapi.json">openapi.json</a> · <a href="/">Về chương trình</a>
          </p>
        </header>
        <nav aria-label="Mục lục">
          <details>
            <summary>Mục lục</summary>
            <ul>
              <li><a href="#start">Cách gọi</a></li>
              ${areas.map(
                (area) =>
                  html`<li>
                    <a href="#${area.name}"><b>${area.name}</b> ${area.description}</a>
                    <ul>
                      ${area.entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
                    </ul>
                  </li>`,
              )}
            </ul>
          </details>
        </nav>
        <main id="calls">
          ${introduction(document)}
          ${areas.map(
            (area) =>
              html`<section aria-labelledby="${area.name}">
                <h2 id="${area.name}">${area.name} <small>${area.description}</small></h2>
                ${area.entries.map(article)}
              </section>`,
          )}
        </main>
      </body>
    </html>`.text
}

function introduction(document: Document): Html {
  const paragraphs = document.info.description.split('\n\n')
  return html`<section aria-labelledby="start">
    <h2 id="start">Cách gọi</h2>
    ${paragraphs.map((paragraph) => html`<p>${code(paragraph)}</p>`)}
    <h3>Mã lỗi mà lời gọi nào cũng có thể trả về</h3>
    ${errorTable(common_errors.map(refusal).sort((a, b) => a.code - b.code))}
  </section>`
}

/** Sets text between backquotes as code. */
function code(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`))
}

function article({ method, path, operation }: Entry): Html {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = answerOf(operation)
  const kind = operation['x-kind'] === 'read' ? 'Chỉ đọc' : 'Ghi dữ liệu'
  return html`<article id="${operation.operationId}">
    <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>
    <p class="terms"><span class="${operation['x-kind']}">${kind}</span> Ai được gọi: ${operation['x-may']}</p>
    ${notes(operation)}
    <h4>Tham số${body ? ' (JSON)' : ''}</h4>
    ${fieldTable(body ? fieldRows(body) : operation.parameters.flatMap(parameterRow), 'Chỉ channel và transid.')}
    <h4>Trả về trong data</h4>
    ${fieldTable(fieldRows(answer), typeText(answer) === 'null' ? 'Không có gì (null).' : `${typeText(answer)} ${answer.title ?? ''}`)}
    ${
      operation['x-errors'].length > 0
        ? html`<h4>Mã lỗi riêng</h4>
            ${errorTable(operation['x-errors'])}`
        : html``
    }
  </article>`
}

/** The paragraphs of a description, without those that the page shows in a place of their own. */
function notes(operation: Operation): Html[] {
  const [, ...rest] = operation.description.split('\n\n')
  return rest.filter((note) => !note.startsWith('Mã lỗi riêng')).map((note) => html`<p>${note}</p>`)
}

function answerOf(operation: Operation): Schema {
  const { content } = operation.responses[200] as { content: { 'application/json': { schema: Schema } } }
  return content['application/json'].schema.oneOf![0]!.properties!.data!
}

interface Row {
  name: string
  schema: Schema
  required: boolean
  depth: number
}

function parameterRow(parameter: Operation['parameters'][number]): Row[] {
  if (parameter.$ref) return []
  return [{ name: parameter.name!, schema: parameter.schema!, required: parameter.required!, depth: 0 }]
}

/** The fields of an object, and indented below each the fields of the objects in it. */
function fieldRows(schema: Schema, depth = 0): Row[] {
  const innerSchema = schema.anyOf?.find(({ properties }) => properties) ?? schema
  return Object.entries(innerSchema.properties ?? innerSchema.items?.properties ?? {}).flatMap(([name, field]) => {
    if (field.$ref) return []
    const required = (innerSchema.required ?? innerSchema.items?.required ?? []).includes(name)
    return [{ name, schema: field, required, depth }, ...fieldRows(field, depth + 1)]
  })
}

function fieldTable(rows: Row[], otherwise: string): Html {
  if (rows.length === 0) return html`<p class="none">${otherwise}</p>`
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Trường</th>
        <th scope="col">Kiểu</th>
        <th scope="col">Ý nghĩa</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, schema, required, depth }) =>
          html`<tr class="deep${String(Math.min(depth, 3))}">
            <td><code>${breakable(name)}</code>${required ? html`` : html` <span class="optional">tùy chọn</span>`}</td>
            <td>${typeText(schema)}</td>
            <td>${meaning(schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function errorTable(refusals: readonly Refusal[]): Html {
  return html`<table class="errors">
    <thead>
      <tr>
        <th scope="col">Mã</th>
        <th scope="col">Tên</th>
        <th scope="col">Câu cho người dùng</th>
      </tr>
    </thead>
    <tbody>
      ${refusals.map(
        ({ code: error_code, name, message }) =>
          html`<tr>
            <td>${String(error_code)}</td>
            <td><code>${breakable(name)}</code></td>
            <td>${message}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const type_words: Record<string, string> = {
  string: 'chữ',
  integer: 'số nguyên',
  number: 'số',
  boolean: 'đúng/sai',
  object: 'đối tượng',
  array: 'danh sách',
  null: 'null',
}
const format_words: Record<string, string> = { date: 'ngày', 'date-time': 'thời điểm', password: 'mật khẩu' }

function typeText({ type, format, items, anyOf, const: only }: Schema): string {
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' hoặc ')
  const words = [type ?? []]
    .flat()
    .map((word) => (word === 'string' && format && format_words[format]) || type_words[word] || word)
  const text = words.length > 0 ? words.join(' hoặc ') : 'bất kỳ'
  return items && !items.properties ? `${text} ${typeText(items)}` : text
}

function meaning(schema: Schema): string {
  const { title, description, minimum, maximum, minLength, maxLength, maxItems, default: otherwise } = schema
  const choices = description
    ? undefined
    : schema.enum?.filter((value) => value !== null && !String(value).startsWith('-')).join(', ')
  return [
    title,
    description ?? choices,
    minLength && minLength > 1 && `ít nhất ${minLength} ký tự`,
    maxLength && `đến ${maxLength} ký tự`,
    minimum && minimum > 1 && `từ ${minimum}`,
    maximum && maximum < 2_147_483_647 && `đến ${numberText(maximum)}`,
    maxItems && `đến ${numberText(maxItems)} mục`,
    otherwise !== undefined && `mặc định ${JSON.stringify(otherwise)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Lets long names break after a slash or an underscore. */
function breakable(text: string): Html[] {
  return text.split(/(?<=[/_])/).map((part) => html`${part}<wbr />`)
}

class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** HTML with every inserted text escaped; only other HTML goes in as it is. */
function html(strings: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html {
  return new Html(strings.reduce((text, string, index) => text + rendered(values[index - 1]!) + string))
}

function rendered(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('')
}
