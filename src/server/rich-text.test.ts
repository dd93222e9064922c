import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls, write } from '#contract/call.ts'
import { list, optional, richText, text } from '#contract/fields.ts'
import { plainText } from '#contract/text/plain-text.ts'
import { font_sizes, text_colors } from '#contract/rich-text.ts'
import signInService from '#features/access/sign-in/sign-in.server.ts'
import { openOffice, type Office } from '../testing/office.ts'
import { sanitizeInput, sanitizeRichText } from './rich-text.ts'
import { serve } from './serve.ts'

let office: Office | null = null
afterAll(() => office?.close())

test('sanitizing leaves the HTML of the editor unchanged', () => {
  const editor_html = [
    '<h2 style="text-align:center">Điều khoản</h2>',
    '<p>Vé <strong>đậm</strong> <em>nghiêng</em> <u>gạch chân</u> <s>bỏ</s><br />dòng hai</p>',
    '<ul><li><p>một</p></li></ul><ol><li><p>hai</p></li></ol>',
    '<p><a href="https://vesoviet.vn/huong-dan?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">xem</a></p>',
    '<table><tbody><tr><th colspan="2"><p>Giải</p></th></tr><tr><td><p style="text-align:right">Nhất</p></td><td><ul><li><p>5 số</p></li></ul></td></tr></tbody></table>',
    '<img src="/files/terms/cach-choi-0123456789abcdef.webp" alt="Bảng chọn &amp; ghi số" />',
    ...font_sizes.map((size) => `<p><span style="font-size:${size}px">cỡ ${size}</span></p>`),
    ...text_colors.map(({ value }) => `<p><span style="color:${value}">màu</span></p>`),
  ].join('')
  expect(sanitizeRichText(editor_html)).toBe(editor_html)
})

test('a listed colour that the browser writes as rgb() is kept as hex', () => {
  expect(sanitizeRichText('<span style="color: rgb(180, 35, 35); font-size: 20px;">đỏ</span>')).toBe(
    '<span style="color:#b42323;font-size:20px">đỏ</span>',
  )
})

test('sizes, colours and positions that are not on the lists are removed', () => {
  expect(sanitizeRichText('<span style="font-size:21px">a</span>')).toBe('<span>a</span>')
  expect(sanitizeRichText('<p style="position:fixed;color:#b42323">a</p>')).toBe('<p>a</p>')
  expect(sanitizeRichText('<span style="color:red;background:url(//x)">a</span>')).toBe('<span>a</span>')
})

test('a link to code, plain http or a host without a scheme loses its address; one into the app keeps it', () => {
  for (const href of [
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    '//xau.vn',
    'http://xau.vn',
    '/\\xau.vn',
  ])
    expect(sanitizeRichText(`<a href="${href}">x</a>`), href).toBe('<a>x</a>')
  expect(sanitizeRichText('<a href="/ket-qua" onclick="x()">x</a>')).toContain('href="/ket-qua"')
})

const hostile = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)" onmouseover=alert(1)>a</p>',
  '<svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea></textarea><img src=x onerror=alert(1)></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<p style="width:expression(alert(1));-moz-binding:url(x)">a</p>',
  '<span style="color:#b42323;}</style><script>alert(1)</script>">a</span>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<base href="https://xau.vn/"><link rel=stylesheet href=x><meta http-equiv=refresh content="0;url=x">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<template><img src=x onerror=alert(1)></template>',
  '<style>@import "//xau.vn"</style>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<a href="https://x" style="a:b"><a href="/y">c</a></a>',
  // Parsed a second time, these give another tree.
  '<math><mtext><table><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math></p><style><!--</style><img src/onerror=alert(1)>--></style></math>',
  '<svg><desc><template><image href=x onerror=alert(1)></template></desc></svg>',
  '<table><caption><svg><title><table><caption></caption></table><style><a id="</style><img src onerror=alert(1)>"></style></title></svg></caption></table>',
  '<xmp><svg><b><style><b title="</style><img src=x onerror=alert(1)>"></b></style></b></svg></xmp>',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<option><style></option></select><b><img src=x onerror=alert(1)></style></option>',
  '<p/onclick=alert(1)//><p title="><script>alert(1)</script>">a</p>',
  '<?xml version="1.0"?><?php echo 1 ?><p>a</p>',
  // SVG that carries more than a picture.
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s></svg>',
  '<svg><set attributeName="href" to="javascript:alert(1)"><a><text>x</text></a></set></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)/>#x"></use></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<image src=x onerror=alert(1)>',
  // Styles that load, run or cover.
  '<p style="background:url(javascript:alert(1))">a</p>',
  '<span style="color:#b42323;background-image:url(https://xau.vn/x)">a</span>',
  '<p style="text-align:center;position:fixed;inset:0;z-index:9">a</p>',
  '<span style="font-size:20px!important;color:var(--x,url(//xau.vn))">a</span>',
  '<span style="col\\6fr:#b42323;\\62 ackground:url(//xau.vn)">a</span>',
  '<span style="/*</style>*/color:#b42323">a</span>',
  '<span style=\'font-size:20px;content:"</span><script>alert(1)</script>"\'>a</span>',
  // Addresses that run code or lead elsewhere.
  '<a href="java&#x09;script:alert(1)">a</a>',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="https://xau.vn/"onmouseover=alert(1)">a</a>',
  '<a href="https:javascript:alert(1)">a</a>',
  '<a href="///xau.vn">a</a>',
  '<a href="/%5cxau.vn" ping="https://xau.vn" download target=_self rel=opener>a</a>',
  '<a href="blob:https://x/1">a</a><a href="filesystem:https://x/1">b</a><a href="intent://x#Intent;scheme=tel;end">c</a>',
  // Pictures and tables that are allowed, with what is not.
  '<img src="https://xau.vn/dem.gif" alt="a">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>" alt="a">',
  '<img src="/files/terms/../../api/xs/management/cms/account/logout" alt="a">',
  '<img src="/files/terms/a.webp" srcset="https://xau.vn/x 1x" alt="a" onload=alert(1) style="position:fixed;inset:0">',
  '<img src="/files/terms/a.webp">',
  '<img src="/files/terms/a.webp" alt="&quot; onerror=alert(1) x=&quot;">',
  '<img src="/files/terms/a.webp" alt="<script>alert(1)</script>">',
  '<table background="https://xau.vn/x" onclick=alert(1)><tr><td colspan="9999999" rowspan="-1" style="position:fixed">a</td></tr></table>',
  '<table><tr><td><style><img src=x onerror=alert(1)></style></td></tr></table>',
  '<table><img src=x onerror=alert(1)><tr><svg><td><p title="</svg><img src=x onerror=alert(1)>">a</td></tr></table>',
  '<table><colgroup><col style="background:url(//xau.vn)"></colgroup><tr><td>a</td></tr></table>',
  // Normalizing joins the '>' of a tag with a combining character behind it.
  '<img src="/files/popup/x-0123456789abcdef.webp" alt="a">&#x338; onload=alert(1) x=y<p>z</p>',
  '<p>\u0338 onmouseover=alert(1) style=position:fixed;inset:0>a</p>',
  '<area href="javascript:alert(1)"><map name=x></map><form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
]

const allowed =
  /^(?:[^<>]|<\/?(?:strong|em|u|s|ul|ol|li|table|tbody|tr|td|th)>|<t[dh](?: (?:col|row)span="\d{1,2}")+>|<img src="\/files\/[a-z0-9_-]+\/[a-z0-9_-]+\.webp" alt="[^"<>]+" \/>|<br \/>|<\/?(?:p|h[234]|span|a)>|<(?:p|h[234])(?: style="text-align:(?:left|center|right|justify)")?>|<span(?: style="(?:(?:font-size:\d+px|color:#[0-9a-f]{6});?)+")?>|<a href="(?:https:\/\/|\/(?!\/))[^"]*" rel="noopener noreferrer nofollow" target="_blank">)*$/u

test('nothing that runs, loads or covers the page survives sanitizing, whatever the input', () => {
  for (const html of hostile) {
    const clean = sanitizeRichText(html)
    expect(clean, html).toMatch(allowed)
    expect(sanitizeRichText(clean), html).toBe(clean)
  }
  const piece = fc.oneof(
    fc.constantFrom(...hostile),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<ul>',
      '<li>',
      '</li>',
      '</ul>',
      '<h2>',
      '</h2>',
      '<span style="font-size:12px">',
      '</span>',
      '<b>',
      '</b>',
      '<a href="/x">',
      '</a>',
      '<',
      '>',
      '"',
      '&',
      '&amp',
      '&#60;',
      '<!--',
      '-->',
      '<br>',
      '</br>',
      '<table>',
      '<tr>',
      '<td colspan=3>',
      '</td>',
      '</tr>',
      '</table>',
      '<img src="/files/terms/a.webp" alt="chữ">',
      '<img src=x alt=y onerror=alert(1)>',
      '<p/',
      '\u00a0',
      '\u0338',
      '&#x338;',
      'chữ',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const property = fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
    const clean = sanitizeRichText(pieces.join(''))
    expect(clean).toMatch(allowed)
    expect(sanitizeRichText(clean)).toBe(clean)
  })
  fc.assert(property, { numRuns: 1_000 })
})

test('very deep and very long input is sanitized in seconds', () => {
  const since = performance.now()
  for (const part of ['<div>', '<b><i>', '<a href="', '<span style="', '<ul><li>', '&lt;', '<p', '<!--'])
    expect(sanitizeRichText(part.repeat(Math.floor(100_000 / part.length)))).toMatch(/^[\s\S]{0,800000}$/)
  sanitizeRichText(`<span style="${'rgb(1,'.repeat(15_000)}">x</span>`)
  expect(performance.now() - since).toBeLessThan(5_000)
})

test('markup without words or picture becomes empty, and plainText has the words alone', () => {
  expect(sanitizeRichText('<p></p><p><br>&nbsp;</p>')).toBe('')
  expect(sanitizeRichText('<table><tr><td><p></p></td></tr></table>')).toBe('')
  const picture = '<img src="/files/popup/a.webp" alt="Lịch nghỉ Tết" />'
  expect(sanitizeRichText(picture)).toBe(picture)
  expect(plainText('<table><tr><td>Giải nhất</td><td>5 số</td></tr></table>')).toBe('Giải nhất 5 số')
  expect(plainText('<h2>Vé số</h2><p>a &lt; b<br />c &amp;lt; d</p>')).toBe('Vé số a < b c &lt; d')
})

test('sanitizeInput sanitizes every rich text of an input, in lists too, and leaves other fields alone', () => {
  const Part = z.object({ title: text('Tên', 50), body: optional(richText('Nội dung', 1000)) })
  const Input = z.object({ body: richText('Nội dung', 1000), note: text('Chú', 50), parts: list('Phần', Part) })
  const bad = '<p onclick=x>a</p><script>b</script>'
  const value = { body: bad, note: bad, parts: [{ title: bad, body: bad }, { title: 'x', body: null }, 5], odd: bad }
  expect(sanitizeInput(Input, value)).toEqual({
    body: '<p>a</p>',
    note: bad,
    parts: [{ title: bad, body: '<p>a</p>' }, { title: 'x', body: null }, 5],
    odd: bad,
  })
  expect(sanitizeInput(Input, 'x')).toBe('x')
  expect(sanitizeInput(z.object({ note: text('Chú', 50) }), value)).toBe(value)
})

test('handler and audit log get only the sanitized text; a text of markup alone is refused as missing', async () => {
  const input = z.object({ body: richText('Nội dung', 1_000) })
  const post = calls('test/post', { add: write('POST add', { title: 'Đăng', may: 'user', input, output: input }) })
  office = await openOffice([...signInService, ...serve(post, { add: async ({ input: sanitized }) => sanitized })])
  const an = await office.hire([])
  const long_but_clean = `<p onclick="${'x'.repeat(2_000)}">chào</p>`
  expect(await an.call(post.add, { body: long_but_clean })).toEqual({ body: '<p>chào</p>' })
  await expect(an.call(post.add, { body: '<p><img src=x></p>' })).rejects.toMatchObject({
    code: 3,
    data: { fields: { body: 'Không được để trống' } },
  })
  for (const body of hostile) await an.call(post.add, { body: `<p>chào</p>${body}` })
  const logged = await office.db.selectFrom('audit_log').select('input').where('call', 'like', '%test/post%').execute()
  expect(logged).toHaveLength(hostile.length + 1)
  for (const {
    input: { body },
  } of logged as { input: { body: string } }[])
    expect(body).toMatch(allowed)
})
