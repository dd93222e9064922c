/** One group, new or existing, with its rights, members and history in tabs. */
import { useEffect, useMemo, useState } from 'react'
import { ActButtons } from '#web/action/act-buttons.tsx'
import { Act, useAct } from '#web/action/act.tsx'
import { Fields } from '#web/form/editor-dialog.tsx'
import type { Values } from '#web/form/editor-values.ts'
import { History } from '#web/record/history.tsx'
import { PermissionMatrix } from '#web/session/permission-matrix.tsx'
import { useRights } from '#web/session/rights.ts'
import { ariaKeys, keys } from '#web/palette/keys.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button, type WhyNot } from '#web/ui/action/button.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { beginSession } from '#web/form/editor-session.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { useRecordForm, type RecordForm } from '#web/form/use-record-form.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { Conflicts } from '#features/access/duties/conflicts.screen.tsx'
import { GroupCopy } from './group-copy.screen.tsx'
import { GroupMembers } from './group-members.screen.tsx'
import { GroupPreview } from './group-preview.screen.tsx'
import { group } from './group.contract.ts'
import {
  chosenRights,
  pagesGained,
  matrixOf,
  rightsOf,
  roleList,
  type ChosenRights,
  type GroupRight,
  type MatrixHeading,
  type PageList,
} from '#web/session/rights-matrix.ts'

export type GroupInfo = AnswerOf<typeof group.info>
type Tab = 'rights' | 'members' | 'history'

interface GroupEditorProps {
  info: GroupInfo | null
  pageList: PageList
  /** Called with the function that discards unsaved changes; with null when there are none. */
  onDirty: (discard: (() => void) | null) => void
  /** The group was created or deleted: the form is reset. */
  onGone: () => void
}

const fields = ['group_name', 'status', 'description', 'second_factor']
const invalidated_areas = ['cms/account', 'cms/group_users']

export default function GroupEditor({ info, pageList, onDirty, onGone }: GroupEditorProps) {
  const { can } = useRights()
  const headings = useMemo(() => matrixOf(pageList), [pageList])
  const [session] = useState(() => beginSession(setupOf(info), info?.group_infos ?? null))
  const record = useRecordForm({
    session,
    fields: [...fields, 'group_page'],
    fill: fillOf(info),
    invalidates: invalidated_areas,
    render: (name, value, base) => textOfValue(headings, name, value, base),
    onSaved: () => {
      toast.success(info ? 'Đã cập nhật nhóm người dùng.' : 'Đã thêm nhóm người dùng.')
      if (!info) onGone()
    },
  })
  const { form, changed, pending } = record
  useEffect(() => {
    onDirty(changed ? record.revert : null)
  })
  // Somebody else's change is shown at once as long as nothing was typed here; otherwise saving reports the conflict.
  const { reopen } = record
  const newer = info !== null && !changed && info.group_infos.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setupOf(info), info.group_infos))
  })

  const call = info ? group.update : group.add
  const stored_rights = chosenRights(record.session.base.group_page as GroupRight[])
  const rightKeys = chosenRights(form.values.group_page as GroupRight[])
  const problem = form.errors.group_page
  const whyNot = can(call) ? null : 'Bạn chỉ có quyền xem nhóm người dùng.'

  return (
    <Panel
      fill
      scroll
      title={info ? info.group_infos.group_name : 'Thêm nhóm'}
      actions={info && <GroupActs info={info} changed={changed} onGone={onGone} />}
      footer={
        <Row>
          <Difference headings={headings} before={stored_rights} after={rightKeys} />
          <Spacer />
          <GroupPreview headings={headings} chosen={rightKeys} name={String(form.values.group_name ?? '')} />
          {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
          <Act
            call={call}
            variant="primary"
            busy={pending}
            whyNot={!changed && 'Chưa có thay đổi nào.'}
            aria-keyshortcuts={ariaKeys(keys.save)}
            onClick={record.save}
          >
            {info ? 'Cập nhật' : 'Thêm nhóm'}
          </Act>
        </Row>
      }
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restored_text}</Banner>}
        <Fields record={record} fields={fields} readOnly={whyNot !== null} />
        <Conflicts right_keys={heldUrls(headings, rightKeys)} />
        {problem && <Banner kind="error">{problem}</Banner>}
        <GroupTabs record={record} info={info} headings={headings} whyNot={whyNot} />
      </Stack>
      {record.conflict}
    </Panel>
  )
}

/** The chosen rights by their pages' addresses, as rules speak of them. */
function heldUrls(headings: readonly MatrixHeading[], chosen: ChosenRights): ReadonlySet<string> {
  const pages = headings.flatMap((heading) => heading.pages)
  return new Set(
    pages.flatMap(({ page_id, url, roles }) =>
      roles.filter((role) => chosen.has(`${page_id}#${role}`)).map((role) => `${url}#${role}`),
    ),
  )
}

interface GroupTabsProps {
  record: RecordForm
  info: GroupInfo | null
  headings: readonly MatrixHeading[]
  whyNot: WhyNot
}

function GroupTabs({ record, info, headings, whyNot }: GroupTabsProps) {
  const [tab, setTab] = useState<Tab>('rights')
  const { form, session } = record
  const rightKeys = chosenRights(form.values.group_page as GroupRight[])
  const choose = (rights: ChosenRights) => form.setFieldValue('group_page', rightsOf(rights))
  const members = (form.values.group_user ?? []) as number[]
  return (
    <Tabs<Tab>
      value={tab}
      onChange={setTab}
      aria-label="Nội dung nhóm"
      tabs={[
        {
          value: 'rights',
          label: 'Quyền',
          count: rightKeys.size,
          content: (
            <PermissionMatrix
              headings={headings}
              before={chosenRights(session.base.group_page as GroupRight[])}
              chosen={rightKeys}
              tools={<GroupCopy own_id={info?.group_infos.group_id ?? null} onCopy={choose} />}
              whyNot={whyNot}
              onChange={choose}
            />
          ),
        },
        {
          value: 'members',
          label: 'Thành viên',
          count: members.length,
          content: (
            <GroupMembers
              known={info?.group_users ?? []}
              before={(session.base.group_user ?? []) as number[]}
              members={members}
              whyNot={whyNot}
              onChange={(memberIds) => form.setFieldValue('group_user', memberIds)}
            />
          ),
        },
        ...(info
          ? [
              {
                value: 'history' as const,
                label: 'Lịch sử',
                content: <History table="user_group" id={info.group_infos.group_id} />,
              },
            ]
          : []),
      ]}
    />
  )
}

function setupOf(info: GroupInfo | null) {
  return {
    add: group.add,
    update: group.update,
    blank: { status: 1 as const, second_factor: 2 as const, group_page: [], group_user: [] },
    fill: fillOf(info),
  }
}

/** Rights and members are read separately from the group's row; the answer to a conflict has the rights but no members. */
function fillOf(info: GroupInfo | null) {
  return (row: object) => {
    const { group_page } = row as { group_page?: GroupRight[] }
    return {
      group_page: rightsOf(chosenRights(group_page ?? info?.group_page_infos ?? [])),
      group_user: info?.group_users.map((user) => user.user_id) ?? [],
    }
  }
}

/** Shows a conflict by names, where numbers would say nothing. */
function textOfValue(headings: readonly MatrixHeading[], name: string, value: unknown, base: Values) {
  if (name === 'group_user') return `${(value as number[]).length} thành viên`
  if (name !== 'group_page') return undefined
  const [rightsBefore, rightsAfter] = [
    chosenRights(base.group_page as GroupRight[]),
    chosenRights(value as GroupRight[]),
  ]
  const line = (sign: string, pages: ReturnType<typeof pagesGained>) =>
    pages.map((page) => `${sign} ${page.name}: ${roleList(page.roles)}`)
  const lines = [
    ...line('+', pagesGained(headings, rightsBefore, rightsAfter)),
    ...line('−', pagesGained(headings, rightsAfter, rightsBefore)),
  ]
  return [`${rightsAfter.size} quyền`, ...lines].join('; ')
}

/** More would leave no room for the matrix, which shows them all. */
const max_named_pages = 8

function Difference({
  headings,
  before,
  after,
}: {
  headings: readonly MatrixHeading[]
  before: ChosenRights
  after: ChosenRights
}) {
  const addedPages = pagesGained(headings, before, after)
  const removedPages = pagesGained(headings, after, before)
  if (addedPages.length === 0 && removedPages.length === 0) return null
  const words = (pages: typeof addedPages) => {
    const namedPages = pages.slice(0, max_named_pages).map((page) => `${page.name}: ${roleList(page.roles)}`)
    const others = pages.length - namedPages.length
    return [...namedPages, ...(others > 0 ? [`và ${others} trang nữa`] : [])].join(' · ')
  }
  return (
    <Stack gap={0}>
      {addedPages.length > 0 && <DifferenceLine tone="green" head="Được thêm" words={words(addedPages)} />}
      {removedPages.length > 0 && <DifferenceLine tone="danger" head="Bị bỏ" words={words(removedPages)} />}
    </Stack>
  )
}

function DifferenceLine({ tone, head, words }: { tone: 'green' | 'danger'; head: string; words: string }) {
  return (
    <Text tone={tone} size="sm">
      {head}: {words}
    </Text>
  )
}

function GroupActs({ info, changed, onGone }: { info: GroupInfo; changed: boolean; onGone: () => void }) {
  const { group_id, group_name, user_count } = info.group_infos
  const remove = useAct(group.delete, {
    success: 'Đã xóa nhóm người dùng.',
    onDone: onGone,
    invalidates: invalidated_areas,
  })
  return (
    <ActButtons
      acts={[
        {
          call: group.delete,
          label: 'Xóa nhóm',
          icon: 'trash',
          danger: true,
          run: () => remove.mutate({ group_id }),
          confirm: `Xóa nhóm “${group_name}”?${changed ? ' Các thay đổi chưa lưu cũng mất.' : ''}`,
          whyNot: user_count > 0 && errors.group_has_users[1],
        },
      ]}
    />
  )
}
