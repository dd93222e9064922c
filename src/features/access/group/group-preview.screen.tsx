/** 'Xem như nhóm này': the menu and the actions of somebody who is only in this group, before it is saved. */
import { useState } from 'react'
import { Badge } from '#web/ui/show/badge.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { roleNames } from '#contract/page.ts'
import { menuOf, type ChosenRights, type MatrixHeading } from '#web/session/rights-matrix.ts'

interface GroupPreviewProps {
  headings: readonly MatrixHeading[]
  chosen: ChosenRights
  name: string
}

export function GroupPreview({ headings, chosen, name }: GroupPreviewProps) {
  const [open, setOpen] = useState(false)
  const menu = menuOf(headings, chosen)
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        Xem như nhóm này
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Xem như nhóm này"
        description={`Menu và thao tác của người chỉ thuộc nhóm ${name ? `“${name}”` : 'đang tạo'}. Trang chủ luôn có.`}
        footer={<Button onClick={() => setOpen(false)}>Đóng</Button>}
      >
        {menu.length === 0 ? (
          <EmptyState
            kind="empty"
            icon="shield"
            title="Nhóm chưa mở được trang nào"
            message="Chọn ít nhất một quyền."
          />
        ) : (
          <Stack gap={4}>
            {menu.map((heading) => (
              <Stack key={heading.name} gap={2}>
                <Heading level={3}>{heading.name}</Heading>
                <RecordList
                  items={heading.pages.map((page) => ({
                    key: page.page_id,
                    title: page.name,
                    action: (
                      <Row gap={1}>
                        {page.roles.map((role) => (
                          <Badge key={role} tone={role === 1 ? 'neutral' : 'blue'}>
                            {roleNames[role]}
                          </Badge>
                        ))}
                      </Row>
                    ),
                  }))}
                />
              </Stack>
            ))}
          </Stack>
        )}
      </Dialog>
    </>
  )
}
