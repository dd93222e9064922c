/** Text pasted from Word and Google Docs becomes the editor's own headings, lists, bold text and tables; everything else is removed. */
import { expect, test } from 'vitest'
import { cleanPasted } from './rich-text-paste.ts'

const squeezed = (html: string) => cleanPasted(html).replaceAll(/\s+/g, ' ').replaceAll('> <', '><').trim()

test('pasted from Word, headings become one level lower and list paragraphs become nested lists', () => {
  const point = (level: number, sign: string, words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`
  const html = `<html><head><style>p.MsoNormal{color:red}</style></head><body><div class=WordSection1>
    <!--StartFragment--><h1>Lĩnh thưởng</h1><p class=MsoNormal><o:p>&nbsp;</o:p></p>
    ${point(1, '1.', 'Vé giấy')}${point(1, '2.', 'Căn cước')}${point(2, '·', 'còn hạn')}<p class=MsoNormal>Hết.</p><!--EndFragment--></div></body></html>`
  expect(squeezed(html)).toMatch(/<h2>Lĩnh thưởng<\/h2>/)
  const flat = squeezed(html).replaceAll(/<p [^>]*>/g, '<p>')
  expect(flat).toContain(
    '<ol><li><p>Vé giấy</p></li><li><p>Căn cước</p><ul><li><p>còn hạn</p></li></ul></li></ol><p>Hết.</p>',
  )
  expect(flat).not.toMatch(/mso-list:Ignore|<o:p>|<!--|·/)
})

test('pasted from Google Docs, bold and italic styles are kept, its wrapper element and default sizes are removed', () => {
  const html = `<b style="font-weight:normal;" id="docs-internal-guid-1"><h2><span style="font-size:16pt;font-weight:400">Giải thưởng</span></h2><br>
    <p><span style="font-size:11pt;font-weight:700">Nhất</span><span style="font-size:11pt;font-style:italic">, nhì</span><span style="font-size:24pt"> và ba</span></p>
    <p><a href="https://www.google.com/url?q=https://veso.example/the-le&amp;sa=D"><span style="text-decoration:underline">thể lệ</span></a></p></b>`
  const clean = squeezed(html)
  expect(clean).not.toContain('<b')
  expect(clean).toContain('<strong>Nhất</strong>')
  expect(clean).toContain('<em>, nhì</em>')
  expect(clean).not.toMatch(/11pt|16pt|<u>/)
  expect(clean).toContain('font-size:24pt')
  expect(clean).toContain('href="https://veso.example/the-le"')
})

test('a pasted table is kept without its column widths', () => {
  const table = '<table><tbody><tr><td><p>Giải</p></td><td colspan="2"><p>Tiền</p></td></tr></tbody></table>'
  expect(squeezed(`<table><colgroup><col width=100></colgroup>${table.slice(7)}`)).toBe(table)
})
