import { useState } from 'react'
import { transferContent, vietQr } from '#features/partners/bank/vietqr.rules.ts'
import { Button } from '#web/ui/action/button.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { ExternalLink } from '#web/ui/action/external-link.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { ImageInput } from '#web/ui/picture/image-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Pictures as PictureRow } from '#web/ui/picture/pictures.tsx'
import { SortableList } from '#web/ui/choice/sortable-list.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Validity } from '#web/ui/date/validity.tsx'
import { QrCode } from '#web/ui/picture/qr-code.tsx'
import { provinces } from './sample.ts'

export function Pictures() {
  return (
    <Stack>
      <Grid columns={2}>
        <Picture />
        <Order />
      </Grid>
      <Panel title="Đường dẫn, hiệu lực">
        <DescriptionList
          items={[
            { label: 'Trang web', value: <ExternalLink href="https://veso.example/khuyen-mai" /> },
            { label: 'Trong ứng dụng', value: <ExternalLink href="/ket-qua" /> },
            { label: 'Đã qua', value: <Validity from="2020-02-01" to="2020-02-29" /> },
            { label: 'Chưa đến', value: <Validity from="2090-01-01" to={null} /> },
            { label: 'Luôn luôn', value: <Validity from={null} to={null} /> },
          ]}
        />
      </Panel>
      <Transfer />
    </Stack>
  )
}

/** Nothing is sent here: the picture stays in the browser. */
function Picture() {
  const [value, setValue] = useState<string | null>(null)
  const [pictures, setPictures] = useState<readonly string[]>([])
  return (
    <Panel title="Ảnh">
      <Field label="Ảnh banner" hint="Chọn, kéo thả hoặc dán">
        <ImageInput
          value={value}
          onChange={setValue}
          upload={async (file) => URL.createObjectURL(file)}
          types={['image/png', 'image/jpeg', 'image/webp']}
          maxSize={8 * 1024 * 1024}
        />
      </Field>
      <Stack gap={2}>
        <Row>
          <Button
            size="sm"
            icon="plus"
            whyNot={value === null && 'Hãy chọn ảnh trước.'}
            onClick={() => value !== null && !pictures.includes(value) && setPictures([...pictures, value])}
          >
            Thêm vào bộ ảnh
          </Button>
        </Row>
        <PictureRow
          label="Bộ ảnh"
          pictures={pictures}
          onRemove={(picture) => setPictures(pictures.filter((other) => other !== picture))}
        />
      </Stack>
    </Panel>
  )
}

/** A code that a banking app reads as a transfer. */
function Transfer() {
  const [content, setContent] = useState('Nộp tiền bán vé')
  const transfer = { bin: '970436', account_number: '0123456789', amount: 2_500_000, content }
  return (
    <Panel title="Mã QR">
      <Grid columns={2}>
        <Field label="Nội dung chuyển khoản" hint={transferContent(content)}>
          <TextInput value={content} onChange={setContent} />
        </Field>
        <QrCode text={vietQr(transfer)} label="Mã VietQR chuyển khoản đến tài khoản 0123456789" />
      </Grid>
    </Panel>
  )
}

function Order() {
  const [order, setOrder] = useState(() => provinces.slice(0, 5))
  return (
    <Panel title="Sắp xếp">
      <SortableList
        label="Tỉnh theo thứ tự"
        items={order.map(({ value, label }) => ({ key: value, name: label }))}
        onChange={(keys) => setOrder(keys.map((key) => order.find((option) => option.value === key)!))}
      />
    </Panel>
  )
}
