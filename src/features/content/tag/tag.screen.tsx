import { choicesOf } from '#web/choices/choice-source.ts'
import { RecordScreen } from '#web/record/record-screen.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { tagPage } from '../pages.contract.ts'
import { tag, TagRecord } from './tag.contract.ts'

const parents = choicesOf(tag.list, (row) => ({ value: row.id, label: row.tag_name }), { input: { level: 1 } })

export default function TagScreen() {
  return (
    <RecordScreen
      page={tagPage}
      calls={tag}
      record={TagRecord}
      noun="danh mục"
      nameOf={(row) => row.tag_name}
      columns={[
        {
          key: 'tag_name',
          cell: (row) =>
            row.parent_id === null ? (
              <Text as="span" strong>
                {row.tag_name}
              </Text>
            ) : (
              `└ ${row.tag_name}`
            ),
        },
        { key: 'parent_name', width: 164 },
        'status',
        'position',
        { key: 'food_count', width: 96 },
        { key: 'child_count', width: 96 },
        { key: 'created_by_name', width: 130 },
        'created_at',
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Tên danh mục', filters: ['status', 'level', { name: 'parent_id', choices: parents }] }}
      editor={{
        fields: ['tag_name', 'parent_id', 'position', 'status'],
        choices: { parent_id: parents },
        hints: {
          parent_id: 'Để trống nếu là danh mục cấp một',
          position: 'Số nhỏ đứng trước',
        },
        blank: { status: 1, position: 0 },
      }}
      deletion="Chỉ xóa được danh mục chưa có mục con và món ăn nào."
    />
  )
}
