/** Types for the part of pdfkit that we use; the package brings none. */
declare module 'pdfkit' {
  interface TextOptions {
    width?: number
    align?: 'left' | 'right' | 'center'
    /** OpenType features of the font. */
    features?: string[]
  }
  interface Options {
    size: string
    margins: { top: number; right: number; bottom: number; left: number }
    info: Record<string, string | Date>
    lang: string
    bufferPages: boolean
  }
  export default class PDFDocument implements AsyncIterable<Uint8Array> {
    constructor(options: Options)
    x: number
    y: number
    readonly page: { width: number; height: number }
    registerFont(name: string, bytes: Uint8Array): this
    font(name: string): this
    fontSize(size: number): this
    fillColor(color: string): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    heightOfString(text: string, options?: TextOptions): number
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    lineWidth(width: number): this
    strokeColor(color: string): this
    stroke(): this
    addPage(): this
    switchToPage(page: number): this
    bufferedPageRange(): { start: number; count: number }
    end(): void
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>
  }
}
