/** The OpenAPI 3.1 document, generated from the contracts, so that it cannot differ from what the program answers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { specificErrors, type Call } from '#contract/call.ts'
import { errors, type ErrorName } from '#contract/errors.ts'
import { rightsIn, roleNames, type May, type MenuGroup } from '#contract/page.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { channel, transid_pattern } from '#contract/wire.ts'
import { stream_types } from '#server/http/stream.ts'
import { schemaOf, withoutNull, type Schema } from './openapi-schema.ts'
import { version } from '#server/program/version.ts'

interface Parameter {
  $ref?: string
  name?: string
  in?: 'path' | 'query' | 'header'
  required?: boolean
  schema?: Schema
  style?: string
  explode?: boolean
}

export interface Refusal {
  code: number
  name: string
  message: string
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: Schema }> }
  responses: Record<string, object>
  'x-kind': 'read' | 'write'
  'x-may': string
  'x-errors': Refusal[]
}

export interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, object>>
}

export async function openApi(calls: readonly Call[], menu: readonly MenuGroup[]): Promise<Document> {
  const titles = new Map(menu.flatMap(({ pages }) => pages.map(({ url, title }) => [url, title])))
  const paths: Document['paths'] = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, titles) }
    // All of them take half a second, in which a program that is at work must not stand still.
    await nextTurn()
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vé Số Back Office', version: version, description: introduction },
    servers: [{ url: '/' }],
    tags: areas(calls, titles),
    paths,
    components,
  }
}

const introduction = [
  'Mọi lời gọi trả về `{error: {code, message}, data}`; `code` bằng 0 là thành công. Từ chối nghiệp vụ có HTTP 200 và mã khác 0; `data.fields` nói lỗi thuộc trường nào.',
  `Mỗi lời gọi kèm \`channel\` (luôn là ${channel}) và \`transid\`, mã riêng của ý định: gọi lại với cùng \`transid\` và cùng dữ liệu thì nhận lại câu trả lời cũ, không làm thêm lần nữa.`,
  'Đăng nhập để lấy `token`, rồi gửi trong header `Authorization: Bearer <token>`. Chương trình không giữ cookie thì đăng nhập với `client` là `api`.',
].join('\n\n')

export function refusal(name: ErrorName): Refusal {
  const [code, message] = errors[name]
  return { code, name, message }
}

/** The word after 'cms' in a call's address names its area. */
function areaOf({ name, may }: Call): string {
  if (may === 'channel') return 'channel'
  return (
    name
      .split(/[ /]/)
      .filter(Boolean)
      .slice(1)
      .find((word) => word !== 'cms') ?? name
  )
}

/** Each area with the title of the page that most of its calls belong to. */
function areas(calls: readonly Call[], titles: Map<string, string>): Document['tags'] {
  const pages = new Map<string, string[]>()
  for (const call of calls) {
    const titles_so_far = pages.get(areaOf(call)) ?? (call.may === 'channel' ? ['Kênh bán hàng'] : [])
    pages.set(areaOf(call), [...titles_so_far, ...rightsIn(call.may).map(({ page }) => titles.get(page) ?? page)])
  }
  return [...pages].map(([name, titles_of_area]) => ({ name, description: mostFrequent(titles_of_area) }))
}

function mostFrequent(words: string[]): string {
  const countedWords = Object.entries(Object.groupBy(words, (word) => word)).map(
    ([word, same]) => [word, same!.length] as const,
  )
  return countedWords.sort(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

function operation(call: Call, titles: Map<string, string>): Operation {
  const may = mayText(call.may, titles)
  const refusals = specificErrors(call)
    .map(refusal)
    .sort((a, b) => a.code - b.code)
  const notes = [
    `${call.kind === 'read' ? 'Chỉ đọc' : 'Ghi dữ liệu'}. Ai được gọi: ${may}.`,
    call.obstacles_ignored.includes('password_change_required') && 'Gọi được cả khi người dùng còn phải đổi mật khẩu.',
    call.obstacles_ignored.includes('second_factor_required') && 'Gọi được cả khi phiên còn chờ bước xác minh thứ hai.',
    call.stepUp &&
      `Cần xác minh lại khi lần xác minh gần nhất đã quá 10 phút${call.stepUp === true ? '' : ', tùy dữ liệu gửi lên'}.`,
    call.download && 'Trả về một tệp .xlsx, gửi dần trong lúc đang lập; khi bị từ chối thì là JSON như mọi lời gọi.',
    call.unstored && 'Câu trả lời chứa bí mật nên không được lưu: gọi lại cùng transid là làm lại.',
    refusals.length > 0 &&
      `Mã lỗi riêng:\n${refusals.map(({ code, name, message }) => `- ${code} ${name}: ${message}`).join('\n')}`,
  ]
  return {
    operationId: call.name.replaceAll(/\W+/g, '_'),
    tags: [areaOf(call)],
    summary: call.title,
    description: notes.filter(Boolean).join('\n\n'),
    security: securityOf(call),
    ...request(call),
    responses: responses(call),
    'x-kind': call.kind,
    'x-may': may,
    'x-errors': refusals,
  }
}

function securityOf({ may }: Call): Record<string, string[]>[] {
  if (may === 'public') return []
  return may === 'channel' ? [{ device: [], timestamp: [], signature: [] }] : [{ bearer: [] }]
}

function mayText(may: May, titles: Map<string, string>): string {
  if (may === 'channel') return 'thiết bị của điểm bán, ký bằng khóa riêng của nó'
  if (may === 'public') return 'mọi người, không cần đăng nhập'
  if (may === 'user') return 'mọi người đã đăng nhập'
  if (may === 'admin') return 'quản trị viên cao nhất'
  const rights = rightsIn(may).map(({ page, role }) => `${roleNames[role]} ở ${titles.get(page) ?? 'trang'} (${page})`)
  return `người có quyền ${rights.join(' hoặc ')}`
}

/** Where each input field is sent: in the path, in the query of a GET or DELETE, otherwise in the body. */
function request(call: Call): Pick<Operation, 'parameters' | 'requestBody'> {
  const { properties = {}, required = [] } = schemaOf(call.input, 'input')
  const in_path = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  const parameter = (name: string, place: 'path' | 'query'): Parameter => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: withoutNull(properties[name] ?? { type: 'string' }),
    ...(properties[name]?.items ? { style: 'form', explode: false } : {}),
  })
  const path = in_path.map((name) => parameter(name, 'path'))
  const other_fields = Object.keys(properties).filter((name) => !in_path.includes(name))
  if (call.method === 'GET' || call.method === 'DELETE') {
    const names = call.may === 'channel' ? [] : ['channel', 'transid']
    const marks = names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
    return { parameters: [...path, ...other_fields.map((name) => parameter(name, 'query')), ...marks] }
  }
  if (call.stream) {
    const marks = ['channel', 'transid', 'file_name'].map((name) => ({ $ref: `#/components/parameters/${name}` }))
    const content = Object.fromEntries(
      stream_types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
    return {
      parameters: [...other_fields.map((name) => parameter(name, 'query')), ...marks],
      requestBody: { required: true, content },
    }
  }
  const fields = Object.fromEntries(other_fields.map((name) => [name, properties[name]!]))
  const required_fields = other_fields.filter((name) => required.includes(name))
  const { within } = call
  const marks = {
    channel: { $ref: '#/components/schemas/Channel' },
    transid: { $ref: '#/components/schemas/Transid' },
  }
  // A device authenticates by its signature, and its transid is an ordinary field.
  const is_marked = call.may !== 'channel'
  const body: Schema = {
    type: 'object',
    properties: {
      ...(within === null ? fields : { [within]: { type: 'object', properties: fields, required: required_fields } }),
      ...(call.file ? { file: { type: 'string', format: 'binary' } } : {}),
      ...(is_marked && marks),
    },
    required: [...(within === null ? required_fields : [within]), ...(is_marked ? Object.keys(marks) : [])],
  }
  const type = call.file ? 'multipart/form-data' : 'application/json'
  return { parameters: path, requestBody: { required: true, content: { [type]: { schema: body } } } }
}

function responses(call: Call): Record<string, object> {
  const success: Schema = {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { code: { const: 0 }, message: { type: 'string' } },
        required: ['code', 'message'],
      },
      data: schemaOf(call.output, 'output'),
    },
    required: ['error', 'data'],
  }
  const schema = { oneOf: [success, { $ref: '#/components/schemas/Refusal' }] }
  const file = { [xlsx_type]: { schema: { type: 'string', format: 'binary' } } }
  const content = { 'application/json': { schema }, ...(call.download && file) }
  const faults = call.method === 'GET' ? [400, 429, 500, 503] : [400, 413, 415, 429, 500, 503]
  return {
    200: { description: 'Thành công, hoặc từ chối với mã lỗi khác 0', content },
    ...Object.fromEntries(faults.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  }
}

const fault = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})
const mark = (name: string, schema: string) => ({
  name,
  in: 'query',
  required: true,
  schema: { $ref: `#/components/schemas/${schema}` },
})

const components: Document['components'] = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    device: { type: 'apiKey', in: 'header', name: 'x-device', description: 'Mã thiết bị' },
    timestamp: {
      type: 'apiKey',
      in: 'header',
      name: 'x-timestamp',
      description: 'Giờ Unix, tính bằng giây, lệch không quá 300',
    },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'x-signature',
      description:
        'Chữ ký Ed25519 (base64) trên bốn dòng nối bằng \\n: x-timestamp, phương thức, đường dẫn kèm truy vấn, SHA-256 (hex) của nội dung gửi lên',
    },
  },
  parameters: {
    channel: mark('channel', 'Channel'),
    transid: mark('transid', 'Transid'),
    file_name: {
      name: 'x-file-name',
      in: 'header',
      required: true,
      description: 'Tên tệp, mã hóa phần trăm',
      schema: { type: 'string' },
    },
  },
  schemas: {
    Channel: { type: 'string', title: 'Kênh', const: channel },
    Transid: { type: 'string', title: 'Mã riêng của yêu cầu', pattern: transid_pattern.source },
    Refusal: {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'integer', title: 'Mã lỗi' },
            message: { type: 'string', title: 'Câu cho người dùng' },
          },
          required: ['code', 'message'],
        },
        data: {
          type: ['object', 'null'],
          properties: {
            fields: { type: 'object', title: 'Lỗi theo trường', additionalProperties: { type: 'string' } },
          },
        },
      },
      required: ['error', 'data'],
    },
  },
  responses: {
    400: fault('Nội dung gửi lên không phải JSON'),
    413: fault('Dữ liệu gửi lên quá lớn'),
    415: fault('Kiểu nội dung khác application/json'),
    429: fault('Gọi quá nhiều, thử lại sau thời gian trong Retry-After'),
    500: fault('Lỗi của máy chủ'),
    503: fault('Máy chủ hoặc cơ sở dữ liệu đang bận, thử lại sau thời gian trong Retry-After'),
  },
}
