import { useState } from 'react'
import { CardBatchRow } from '#features/rewards/card/card.contract.ts'
import { MerchantDiscountRow } from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { numberText } from '#web/value/format.ts'
import { ImportPreview, type ImportPreviewProps } from '#web/excel/import/import-preview.tsx'
import { readSheet, type SheetContent } from '#web/excel/import/read-sheet.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { FileInput } from '#web/ui/field/file-input.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Table } from '#web/ui/table/table.tsx'

/** Files coming in: the two templates with their previews, and the reader by itself. */
export function Sheets() {
  return (
    <Stack gap={4}>
      <Panel title="Nhập lô thẻ">
        <ImportPreview name="lo-the" noun="thẻ" row={CardBatchRow} unique={['cardSerial']} send={discardRows}>
          {inPlace}
        </ImportPreview>
      </Panel>
      <Panel title="Nhập chiết khấu đại lý">
        <ImportPreview
          name="chiet-khau-dai-ly"
          noun="chiết khấu"
          row={MerchantDiscountRow}
          unique={['partner_code', 'product_type_code', 'denomination', 'from_date']}
          send={discardRows}
        >
          {inPlace}
        </ImportPreview>
      </Panel>
      <Reader />
    </Stack>
  )
}

/** In a dialog the foot is the dialog's. */
const inPlace: ImportPreviewProps<typeof CardBatchRow>['children'] = ({ body, foot }) => (
  <Stack>
    {body}
    <Row>{foot}</Row>
  </Stack>
)

/** The catalogue has no server behind it: rows are taken one piece after the other, and forgotten. */
const discardRows = () => new Promise<void>((resolve) => setTimeout(resolve, 150))

function Reader() {
  const [read, setRead] = useState<{ content: SheetContent; milliseconds: number } | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const choose = async (file: File) => {
    setRead(null)
    setFailure(null)
    const started_ms = performance.now()
    try {
      const content = await readSheet(file)
      setRead({ content, milliseconds: performance.now() - started_ms })
    } catch (error) {
      setFailure(error instanceof SheetError ? error.message : String(error))
    }
  }
  return (
    <Panel title="Đọc một tệp bất kỳ">
      <Stack>
        <FileInput
          aria-label="Tệp để đọc"
          files={[]}
          accept=".xlsx,.csv"
          onChange={([file]) => file && void choose(file)}
        />
        {failure && <Banner kind="error">{failure}</Banner>}
        {read && <ReadContent {...read} />}
      </Stack>
    </Panel>
  )
}

function ReadContent({ content, milliseconds }: { content: SheetContent; milliseconds: number }) {
  const width = content.rows.slice(0, 50).reduce((max, { cells }) => Math.max(max, cells.length), 0)
  return (
    <>
      <DescriptionList
        columns={3}
        items={[
          { label: 'Tệp', value: content.file.name },
          { label: 'Số dòng', value: numberText(content.rows.length) },
          { label: 'Thời gian đọc', value: `${numberText(Math.round(milliseconds))} ms` },
        ]}
      />
      <Table
        label="Nội dung tệp"
        columns={Array.from({ length: width }, (_, index) => ({
          key: String(index),
          head: `Cột ${index + 1}`,
          width: 140,
          cell: ({ cells }: SheetContent['rows'][number]) => String(cells[index] ?? ''),
        }))}
        rows={content.rows}
      />
    </>
  )
}
