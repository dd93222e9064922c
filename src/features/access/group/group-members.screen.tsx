/** The members of a group: searched, added and removed here, saved with the group. */
import { useState } from 'react'
import { Badge } from '#web/ui/show/badge.tsx'
import { Button, type WhyNot } from '#web/ui/action/button.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Row, Stack, Toolbar } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import type { Choices } from '#web/choices/choice-source.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { fold } from '#contract/fold.ts'
import { groupUsers } from './group-users.contract.ts'

interface Person {
  user_id: number
  user_name: string
  full_name: string
}

interface GroupMembersProps {
  /** The members as they were read. */
  known: readonly Person[]
  before: readonly number[]
  members: readonly number[]
  whyNot: WhyNot
  onChange: (members: number[]) => void
}

const max_shown_rows = 50

export function GroupMembers({ known, before, members, whyNot, onChange }: GroupMembersProps) {
  const people = useChoices(groupUsers.list, (row) => ({
    value: row.user_id,
    label: row.full_name,
    detail: row.user_name,
  }))
  const [keyword, setKeyword] = useState('')
  const [row_count, setRowCount] = useState(max_shown_rows)

  const personOf = (user_id: number): Person => {
    const option = people.options.find(({ value }) => value === user_id)
    const member = known.find((person) => person.user_id === user_id)
    return (
      member ?? { user_id, full_name: option?.label ?? `Người dùng số ${user_id}`, user_name: option?.detail ?? '' }
    )
  }
  const foldedKeyword = fold(keyword)
  // A member that is being removed stays visible until that is saved.
  const shownMembers = [...new Set([...members, ...before])].map(personOf)
  const matches = shownMembers.filter(({ full_name, user_name }) =>
    fold(`${full_name} ${user_name}`).includes(foldedKeyword),
  )
  const addMember = (user_id: number) => onChange([...members, user_id].toSorted((a, b) => a - b))
  const removeMember = (user_id: number) => onChange(members.filter((member_id) => member_id !== user_id))
  const itemOf = ({ user_id, user_name, full_name }: Person) => {
    const is_member = members.includes(user_id)
    const is_changed = is_member !== before.includes(user_id)
    return {
      key: user_id,
      icon: 'user' as const,
      title: full_name,
      badge: is_changed && <Badge tone={is_member ? 'green' : 'red'}>{is_member ? 'Thêm mới' : 'Sẽ bỏ'}</Badge>,
      lines: [user_name],
      action: !whyNot && (
        <Button
          size="sm"
          aria-label={`${is_member ? 'Bỏ' : 'Giữ lại'} ${full_name}`}
          onClick={() => (is_member ? removeMember(user_id) : addMember(user_id))}
        >
          {is_member ? 'Bỏ' : 'Giữ lại'}
        </Button>
      ),
    }
  }
  return (
    <Stack>
      <Toolbar>
        <Field label="Tìm thành viên" width="lg">
          <SearchInput
            value={keyword}
            onSearch={setKeyword}
            delay={150}
            placeholder="Họ tên, tên đăng nhập"
            maxLength={100}
          />
        </Field>
        {!whyNot && <AddMember people={people} members={members} onAdd={addMember} />}
      </Toolbar>
      {matches.length > 0 ? (
        <RecordList items={matches.slice(0, row_count).map(itemOf)} />
      ) : keyword ? (
        <EmptyState kind="no-match" title="Không có thành viên phù hợp" onClear={() => setKeyword('')} />
      ) : (
        <EmptyState kind="empty" icon="users" title="Nhóm chưa có thành viên" />
      )}
      {matches.length > row_count && (
        <Row justify="center">
          <Button size="sm" onClick={() => setRowCount(row_count + max_shown_rows)}>
            Hiện thêm ({matches.length - row_count} người)
          </Button>
        </Row>
      )}
    </Stack>
  )
}

interface AddMemberProps {
  people: Choices<number>
  members: readonly number[]
  onAdd: (user_id: number) => void
}

/** Offers all people; those who are members already cannot be chosen. */
function AddMember({ people, members, onAdd }: AddMemberProps) {
  return (
    <Field label="Thêm thành viên" width="lg">
      <Combobox
        {...people}
        value={null}
        placeholder="Chọn người để thêm"
        options={people.options.map((option) =>
          members.includes(option.value) ? { ...option, whyNot: 'Đã trong nhóm' } : option,
        )}
        onChange={(user_id) => user_id !== null && onAdd(user_id)}
      />
    </Field>
  )
}
