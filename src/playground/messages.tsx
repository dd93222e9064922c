import { useState } from 'react'
import { note } from '#contract/fields.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { confirm } from '#web/ui/dialog/confirm.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Drawer } from '#web/ui/dialog/drawer.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { PartsBar } from '#web/ui/message/parts-bar.tsx'
import { LetterCompare, LetterText } from '#web/ui/show/letter-compare.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { numberText } from '#web/value/format.ts'
import { Results } from './results.tsx'
import { partners } from './sample.ts'

const letters = [...'NGUYEN THI MY CHAU'].map((letter, index) => ({
  expected: letter,
  actual: index >= 11 && index < 14 ? null : letter,
}))

export function Messages() {
  return (
    <Stack>
      <Panel title="Hộp thoại và ngăn kéo">
        <Dialogs />
      </Panel>
      <Panel title="Thông báo thoáng qua">
        <Row>
          <Button onClick={() => toast.success('Thay đổi mật khẩu thành công.')}>Thành công</Button>
          <Button
            onClick={() =>
              toast.warning('Phiên đăng nhập sắp hết hạn.', { detail: 'Nội dung đang nhập được giữ lại.' })
            }
          >
            Cảnh báo
          </Button>
          <Button
            onClick={() =>
              toast.error('Chưa rõ kết quả, đang kiểm tra', {
                detail: 'Mã yêu cầu 9f86d081-884c-4d65',
                action: { label: 'Kiểm tra lại', run: () => toast.success('Phiếu đã được duyệt.') },
              })
            }
          >
            Lỗi
          </Button>
          <Button onClick={() => toast.info('Có 3 phiếu mới chờ duyệt.')}>Tin</Button>
          <Button onClick={() => toast.error('Tên người dùng hoặc mật khẩu không đúng.', { group: 'login' })}>
            Nhóm đăng nhập
          </Button>
        </Row>
      </Panel>
      <Panel title="Thông báo trong trang">
        <Stack gap={2}>
          <Dismissable />
          <Banner kind="warning">3 phiếu bị bỏ qua: 2 kỳ đã đóng, 1 do bạn tạo.</Banner>
          <Banner kind="info" action={<Button size="sm">Khôi phục</Button>}>
            Có bản nháp chưa lưu lúc 14:32.
          </Banner>
        </Stack>
      </Panel>
      <Panel title="Trang kết quả">
        <Results />
      </Panel>
      <Panel title="So từng chữ">
        <Stack>
          <LetterCompare places={letters} expected="Mong đợi" actual="Đối tác" />
          <LetterText places={letters} />
          <PartsBar
            label="Tiến độ kiểm tra"
            text={(count) => numberText(count)}
            parts={[
              { name: 'Khớp', count: 29_310, tone: 'plain' },
              { name: 'Không khớp', count: 1_094, tone: 'amber' },
              { name: 'Không tồn tại', count: 706, tone: 'red' },
              { name: 'Lỗi', count: 174, tone: 'orange' },
              { name: 'Chờ', count: 18_716, tone: 'open' },
            ]}
          />
        </Stack>
      </Panel>
      <Panel title="Chờ đợi">
        <Grid columns={3}>
          <Skeleton lines={4} />
          <Stack>
            <Progress label="Đang xuất file excel" value={62} detail="124.000 / 200.000 dòng" />
            <Progress label="Đang tính thưởng" value={null} detail="đang chuẩn bị" />
          </Stack>
          <Row gap={4}>
            <Spinner label="Đang tải" />
            <Spinner size={24} label="Đang tải" />
            <Spinner size={32} label="Đang tải" />
          </Row>
        </Grid>
      </Panel>
    </Stack>
  )
}

function Dismissable() {
  const [visible, setVisible] = useState({ success: true, error: true })
  return (
    <>
      {visible.success && (
        <Banner kind="success" onDismiss={() => setVisible({ ...visible, success: false })}>
          Đã duyệt 47 phiếu, tổng 128.500.000 đ. Bấm vào thông báo để đóng.
        </Banner>
      )}
      {visible.error && (
        <Banner
          kind="error"
          title="Không thể kết nối máy chủ"
          onDismiss={() => setVisible({ ...visible, error: false })}
        >
          Các thay đổi của bạn vẫn được giữ trên máy này.
        </Banner>
      )}
      {!(visible.success && visible.error) && (
        <Row>
          <Button onClick={() => setVisible({ success: true, error: true })}>Hiện lại thông báo</Button>
        </Row>
      )}
    </>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'view' | 'reason' | 'right' | 'left' | null>(null)
  const close = () => setOpen(null)
  async function remove() {
    const yes = await confirm({
      message: 'Xóa điểm bán “Điểm bán Đỗ Văn Đức”? Thao tác này không thể hoàn tác.',
      confirmLabel: 'Xóa',
      danger: true,
    })
    toast.info(yes ? 'Đã xóa điểm bán.' : 'Đã hủy.')
  }
  async function ask() {
    const yes = await confirm({ message: 'Duyệt 47 phiếu, tổng 128.500.000 đ?' })
    if (yes) toast.success('Đã duyệt 47 phiếu.')
  }
  return (
    <Row>
      <Button onClick={() => setOpen('form')}>Cập nhật điểm bán</Button>
      <Button onClick={() => setOpen('view')}>Xem chi tiết</Button>
      <Button onClick={() => setOpen('reason')}>Hỏi lý do</Button>
      <Button onClick={() => void ask()}>Xác nhận</Button>
      <Button onClick={() => void remove()}>Xác nhận xóa</Button>
      <Button onClick={() => setOpen('right')}>Ngăn kéo phải</Button>
      <Button onClick={() => setOpen('left')}>Ngăn kéo trái</Button>
      <PosDialog open={open === 'form'} onClose={close} />
      {open === 'reason' && <LockDialog onClose={close} />}
      <Dialog
        open={open === 'view'}
        onClose={close}
        title="Chi tiết phiếu nhập PN-2026-10-000123"
        description="Chờ duyệt từ 08:15 ngày 12/10/2026"
        size="lg"
      >
        <DescriptionList
          columns={3}
          items={[
            { label: 'Kho', value: 'Kho Cần Thơ' },
            { label: 'Đài', value: 'Đồng Tháp' },
            { label: 'Ngày mở thưởng', value: '12/10/2026' },
            { label: 'Số dòng', value: '1.250' },
            { label: 'Tổng tiền', value: '128.500.000 đ' },
            { label: 'Người duyệt', value: null },
          ]}
        />
      </Dialog>
      <Drawer open={open === 'right'} onClose={close} title="Tài khoản">
        <Stack>Nội dung ngăn kéo rộng 300 px.</Stack>
      </Drawer>
      <Drawer
        open={open === 'left'}
        onClose={close}
        title="Danh mục"
        side="left"
        footer={<Button onClick={close}>Xong</Button>}
      >
        <Stack>Nội dung ngăn kéo rộng 300 px.</Stack>
      </Drawer>
    </Row>
  )
}

const why = note('Lý do', 200)

function LockDialog({ onClose }: { onClose: () => void }) {
  function lock(reason: string) {
    toast.success('Đã khóa điểm bán.', { detail: reason })
    onClose()
  }
  return (
    <ReasonDialog
      title="Khóa điểm bán"
      description="Điểm bán Đỗ Văn Đức"
      field={why}
      emptyText="Hãy ghi lý do: chủ điểm bán sẽ đọc."
      hint="Việc gì đã xảy ra, ai báo"
      saveLabel="Khóa"
      saving={false}
      onSubmit={lock}
      onClose={onClose}
    >
      <Text>Ba thiết bị của điểm bán không bán được vé cho đến khi mở lại.</Text>
    </ReasonDialog>
  )
}

const firstToast = {
  code: 'POS100003',
  name: 'Điểm bán Đỗ Văn Đức',
  partner: 'DL003' as string | null,
  status: 1,
  limit: 174_000_000 as number | null,
  created: '2025-06-11' as string | null,
}

function PosDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [draft, setDraft] = useState(firstToast)
  const dirty = JSON.stringify(draft) !== JSON.stringify(firstToast)
  function close() {
    setDraft(firstToast)
    onClose()
  }
  function save() {
    toast.success(`Đã lưu ${draft.name}.`)
    close()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Cập nhật điểm bán"
      dirty={dirty}
      onSubmit={save}
      saveWhyNot={!dirty && 'Chưa có gì thay đổi.'}
    >
      <Grid columns={2}>
        <Field label="Mã POS" required>
          <TextInput value={draft.code} onChange={(code) => setDraft({ ...draft, code })} />
        </Field>
        <Field label="Tên điểm bán" required>
          <TextInput value={draft.name} onChange={(name) => setDraft({ ...draft, name })} />
        </Field>
        <Field label="Đại lý" required>
          <Combobox value={draft.partner} onChange={(partner) => setDraft({ ...draft, partner })} options={partners} />
        </Field>
        <Field label="Trạng thái">
          <Select
            value={draft.status}
            onChange={(status) => setDraft({ ...draft, status })}
            options={[
              { value: 1, label: 'Đang hoạt động' },
              { value: 0, label: 'Chưa kích hoạt' },
            ]}
          />
        </Field>
        <Field label="Hạn mức" error={draft.limit === null && 'Không được để trống'}>
          <MoneyInput value={draft.limit} onChange={(limit) => setDraft({ ...draft, limit })} />
        </Field>
        <Field label="Ngày tạo">
          <DateInput value={draft.created} onChange={(created) => setDraft({ ...draft, created })} />
        </Field>
      </Grid>
    </Dialog>
  )
}
