/** Builds an A4 PDF with embedded fonts; the same content gives the same bytes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import type { DocumentContent } from '#contract/document-content.ts'

const margin = 42
const black = '#17202e'
const gray = '#5b6675'
/** Widths in points of the columns beside the text: of the first column and of columns of numbers. */
const [first_width, number_width] = [34, 92]
const row_padding = 3.5

const require = createRequire(import.meta.url)
const fonts = () => ({
  regular: require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
})

/** @param created_at the creation time written into the file, an ISO moment */
export async function pdfOf(paper: DocumentContent, created_at: string): Promise<Buffer> {
  // Loaded when the first PDF is made: most programs run for days without one.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    margins: { top: margin, right: margin, bottom: margin, left: margin },
    info: { Title: `${paper.title} ${paper.subtitle}`, Author: paper.issuer.name, CreationDate: new Date(created_at) },
    lang: 'vi',
    bufferPages: true,
  })
  for (const [name, file] of Object.entries(fonts())) doc.registerFont(name, await readFile(file))
  draw(doc, paper)
  doc.end()
  const parts: Uint8Array[] = []
  for await (const part of doc) parts.push(part)
  return Buffer.concat(parts)
}

function draw(doc: PDFDocument, paper: DocumentContent): void {
  const width = doc.page.width - 2 * margin
  const write = writerOn(doc)
  let y = drawHeading(paper, width, write)
  y = table(doc, paper, y + 8, write) + 8
  /** Begins a new page when something of this height does not fit on this one any more. */
  const room = (height: number) => {
    if (y + height <= doc.page.height - margin - 20) return
    doc.addPage()
    y = margin
  }
  for (const [label, value] of paper.sums) {
    room(16)
    write(label, margin, y, { color: gray, width: width - 150, align: 'right' })
    y = write(value, margin + width - 140, y, { strong: true, width: 140, align: 'right' }) + 3
  }
  for (const text of [paper.amount_in_words, paper.note ?? ''].filter((text_line) => text_line !== '')) {
    doc.font('regular').fontSize(9)
    room(doc.heightOfString(text, { width }) + 4)
    y = write(text, margin, y, { width }) + 4
  }
  room(120)
  drawSignatures(paper, y, width, write)
  y += 112
  if (paper.foot) {
    room(26)
    write(paper.foot, margin, y, { size: 7.5, color: gray, width })
  }
  numberPages(doc, width, write)
}

function writerOn(doc: PDFDocument): Write {
  return (text, x, y, style = {}) => {
    const { size = 9, strong = false, color = black, ...layout } = style
    // Digits of equal width, so that numbers line up.
    const options = { ...layout, features: ['tnum'] }
    doc
      .font(strong ? 'strong' : 'regular')
      .fontSize(size)
      .fillColor(color)
    const height = doc.heightOfString(text, options)
    doc.text(text, x, y, options)
    return y + height
  }
}

/** Draws issuer, reference, title and facts. @returns the position below them */
function drawHeading(paper: DocumentContent, width: number, write: Write): number {
  const half = width / 2
  const corners = [
    [paper.issuer.name, paper.issuer.detail],
    [paper.reference.number, paper.reference.made_at],
  ] as const
  for (const [side, [name, detail]] of corners.entries()) {
    const place = { width: half, align: side === 0 ? 'left' : 'right' } as const
    const under = write(name, margin + side * half, margin, { strong: true, ...place })
    write(detail, margin + side * half, under, { color: gray, ...place })
  }
  let y = write(paper.title.toLocaleUpperCase('vi-VN'), margin, margin + 44, {
    size: 15,
    strong: true,
    width,
    align: 'center',
  })
  y = write(paper.subtitle, margin, y + 2, { color: gray, width, align: 'center' }) + 12
  for (const [index, [label, value]] of paper.facts.entries()) {
    const x = margin + (index % 2) * half
    write(label, x, y, { color: gray, width: 110 })
    write(value, x + 112, y, { strong: true, width: half - 120 })
    if (index % 2 === 1 || index === paper.facts.length - 1) y += 16
  }
  return y
}

/** Draws a place to sign for each person, beside each other. */
function drawSignatures(paper: DocumentContent, y: number, width: number, write: Write): void {
  const share = width / paper.signatures.length
  for (const [index, [role, name]] of paper.signatures.entries()) {
    const layout = { width: share, align: 'center' } as const
    write(role, margin + index * share, y + 14, { strong: true, ...layout })
    write('(Ký, ghi rõ họ tên)', margin + index * share, y + 27, { color: gray, size: 8, ...layout })
    if (name !== null) write(name, margin + index * share, y + 88, layout)
  }
}

function numberPages(doc: PDFDocument, width: number, write: Write): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    write(`Trang ${page + 1}/${count}`, margin, doc.page.height - margin - 11, {
      size: 8,
      color: gray,
      width,
      align: 'right',
    })
  }
}

interface TextStyle {
  size?: number
  strong?: boolean
  color?: string
  width?: number
  align?: 'left' | 'right' | 'center'
}
type Write = (text: string, x: number, y: number, style?: TextStyle) => number

/** Draws a table, with its head repeated on each page. @returns the position below it */
function table(doc: PDFDocument, { columns, lines }: DocumentContent, from: number, write: Write): number {
  if (lines.length === 0) return from
  const width = doc.page.width - 2 * margin
  const numbers = columns.length - 2
  const widths = columns.map((_, index) =>
    index === 0 ? first_width : index === 1 ? width - first_width - numbers * number_width : number_width,
  )
  const lefts = widths.map(
    (_, index) => margin + widths.slice(0, index).reduce((sum, column_width) => sum + column_width, 0),
  )
  const row = (cells: readonly string[], y: number, strong: boolean) => {
    doc.font(strong ? 'strong' : 'regular').fontSize(9)
    const height = Math.max(
      ...cells.map((cell, index) => doc.heightOfString(cell || ' ', { width: widths[index]! - 8 })),
    )
    for (const [index, cell] of cells.entries())
      write(cell, lefts[index]! + 4, y + row_padding, {
        strong,
        width: widths[index]! - 8,
        align: index === 1 ? 'left' : 'right',
      })
    const bottom = y + height + 2 * row_padding
    doc
      .moveTo(margin, bottom)
      .lineTo(margin + width, bottom)
      .lineWidth(strong ? 0.8 : 0.3)
      .strokeColor(strong ? black : '#c5ccd6')
      .stroke()
    return bottom
  }
  let y = row(columns, from, true)
  for (const cells of lines) {
    doc.font('regular').fontSize(9)
    const needed = doc.heightOfString(cells[1] || ' ', { width: widths[1]! - 8 }) + 2 * row_padding
    if (y + needed > doc.page.height - margin - 20) {
      doc.addPage()
      y = row(columns, margin, true)
    }
    y = row(cells, y, false)
  }
  return y
}
