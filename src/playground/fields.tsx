import { useState } from 'react'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { DateRange } from '#web/ui/date/date-range.tsx'
import type { DayRange } from '#web/ui/date/day-ranges.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { FileInput } from '#web/ui/field/file-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { RichTextInput } from '#web/ui/rich-text/rich-text-input.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import { partners, provinces } from './sample.ts'

const statuses = [
  { value: 0, label: 'Chưa kích hoạt' },
  { value: 1, label: 'Đang hoạt động' },
  { value: 2, label: 'Tạm khóa', whyNot: 'chờ đối soát' },
]

export function Fields() {
  return (
    <Stack>
      <FilterBar />
      <Grid columns={2}>
        <Texts />
        <Choices />
      </Grid>
      <RichTexts />
    </Stack>
  )
}

function FilterBar() {
  const [keyword, setKeyword] = useState('')
  const [status, setStatus] = useState<number>(-1)
  const [province, setProvince] = useState<string | null>(null)
  const [range, setRange] = useState<DayRange>({ from: '2026-10-01', to: '2026-10-31' })
  return (
    <Panel title="Thanh tìm kiếm">
      <Toolbar label="Bộ lọc">
        <Field label="Từ khóa" width="lg">
          <SearchInput value={keyword} onSearch={setKeyword} placeholder="Mã, tên điểm bán, điện thoại" />
        </Field>
        <Field label="Trạng thái" width="sm">
          <Select value={status} onChange={setStatus} options={[{ value: -1, label: 'Tất cả' }, ...statuses]} />
        </Field>
        <Field label="Tỉnh/Thành phố" width="md">
          <Combobox value={province} onChange={setProvince} options={provinces} placeholder="Tất cả" />
        </Field>
        <Field label="Ngày bán" width="xl" group>
          <DateRange value={range} onChange={setRange} />
        </Field>
        <Button variant="quiet" icon="close">
          Xóa bộ lọc
        </Button>
      </Toolbar>
    </Panel>
  )
}

function Texts() {
  const [name, setName] = useState('Điểm bán Nguyễn Thị Ngọc Ánh – Đường Trần Hưng Đạo, phường Bến Thành')
  const [phone, setPhone] = useState('123')
  const [password, setPassword] = useState('')
  const [note, setNote] = useState('Nhóm kế toán')
  const [devices, setDevices] = useState<number | null>(5)
  const [limit, setLimit] = useState<number | null>(174_000_000)
  const [created, setCreated] = useState<string | null>('2025-06-11')
  const [opens, setOpens] = useState<string | null>('07:30')
  return (
    <Panel title="Ô nhập chữ, số, ngày">
      <Grid columns={2}>
        <Field label="Tên điểm bán" required>
          <TextInput value={name} onChange={setName} clearable />
        </Field>
        <Field label="Điện thoại" required error="Vui lòng nhập đúng định dạng số điện thoại">
          <TextInput type="tel" icon="phone" value={phone} onChange={setPhone} />
        </Field>
        <Field label="Số thiết bị" hint="Từ 0 đến 50">
          <NumberInput value={devices} onChange={setDevices} min={0} max={50} />
        </Field>
        <Field label="Hạn mức">
          <MoneyInput value={limit} onChange={setLimit} />
        </Field>
        <Field label="Ngày tạo">
          <DateInput value={created} onChange={setCreated} max="2026-12-31" />
        </Field>
        <Field label="Giờ mở cửa" hint="Gõ 7h30 hoặc 0730 cũng được">
          <TimeInput value={opens} onChange={setOpens} />
        </Field>
        <Field label="Mật khẩu mới" hint="Ít nhất 8 ký tự">
          <PasswordInput value={password} onChange={setPassword} autoComplete="new-password" />
        </Field>
        <Field label="Mô tả" required wide>
          <TextArea value={note} onChange={setNote} limit={100} />
        </Field>
        <Field label="Người tạo">
          <TextInput value="nguyen.hang" onChange={() => undefined} readOnly />
        </Field>
        <Field label="Mã nội bộ">
          <TextInput value="POS100003" onChange={() => undefined} disabled />
        </Field>
      </Grid>
    </Panel>
  )
}

const guide = [
  '<h2 style="text-align:center">Thể lệ quay số</h2>',
  '<p>Vé trúng thưởng được lĩnh trong <strong>30 ngày</strong> kể từ ngày mở thưởng, ',
  '<span style="font-size:18px;color:#b42323">quá hạn không giải quyết</span>.</p>',
  '<ul><li><p>Vé còn nguyên vẹn, không rách, không chắp vá</p></li><li><p>Mang theo căn cước công dân</p></li></ul>',
  '<p>Chi tiết <a href="https://vesoviet.example/the-le">tại đây</a>.</p>',
].join('')

function RichTexts() {
  const [html, setHtml] = useState(guide)
  return (
    <Grid columns={2}>
      <Panel title="Văn bản có định dạng">
        <Field label="Nội dung thể lệ" group>
          <RichTextInput value={html} onChange={setHtml} />
        </Field>
      </Panel>
      <Panel title="Như người đọc thấy">
        <RichText html={html} />
      </Panel>
    </Grid>
  )
}

function Choices() {
  const [partner, setPartner] = useState<string | null>('DL002')
  const [chosen, setChosen] = useState<string[]>(['79', '92', '48'])
  const [status, setStatus] = useState<number>(1)
  const [kind, setKind] = useState<number>(1)
  const [open, setOpen] = useState(true)
  const [rights, setRights] = useState([true, false, true])
  const [files, setFiles] = useState<File[]>([
    new File([new Uint8Array(48_700)], 'ket-qua-xo-so-mien-nam-thang-10.xlsx'),
  ])
  const count = rights.filter(Boolean).length
  const set = (index: number) => (on: boolean) =>
    setRights(rights.map((right, right_index) => (right_index === index ? on : right)))
  return (
    <Panel title="Chọn">
      <Grid columns={2}>
        <Field label="Đại lý" required hint="Gõ không dấu cũng tìm được">
          <Combobox value={partner} onChange={setPartner} options={partners} />
        </Field>
        <Field label="Trạng thái">
          <Select value={status} onChange={setStatus} options={statuses} />
        </Field>
        <Field label="Đài phụ trách" wide>
          <MultiCombobox value={chosen} onChange={setChosen} options={provinces} placeholder="Chọn đài" />
        </Field>
        <Field label="Loại nhóm" group>
          <RadioGroup
            value={kind}
            onChange={setKind}
            options={[
              { value: 1, label: 'VIP' },
              { value: 2, label: 'Mặc định', hint: 'Phí theo bảng giá chung' },
              { value: 3, label: 'Đối tác', whyNot: 'Chưa có hợp đồng' },
            ]}
          />
        </Field>
        <Stack gap={1}>
          <Checkbox
            checked={count === 3}
            indeterminate={count > 0 && count < 3}
            onChange={(on) => setRights([on, on, on])}
            label="Quản lý vé"
          />
          <Row gap={3}>
            {['Xem', 'Thêm', 'Sửa'].map((right, index) => (
              <Checkbox key={right} checked={rights[index]!} onChange={set(index)} label={right} />
            ))}
          </Row>
          <Checkbox checked={false} onChange={() => undefined} label="Xóa" whyNot="Nhóm của bạn không có quyền này" />
          <Switch checked={open} onChange={setOpen} label={open ? 'Đang mở bán' : 'Ngừng bán'} />
        </Stack>
        <Field label="Tệp kết quả" wide>
          <FileInput files={files} onChange={setFiles} accept=".xlsx,.csv" hint="Excel hoặc CSV, tối đa 20 MB" />
        </Field>
      </Grid>
    </Panel>
  )
}
