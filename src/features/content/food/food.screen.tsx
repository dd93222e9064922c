import { RecordScreen } from '#web/record/record-screen.tsx'
import { foodPage } from '../pages.contract.ts'
import { tagChoices as tags } from '../tag/tag-choices.screen.tsx'
import { food, FoodRecord } from './food.contract.ts'

export default function FoodScreen() {
  return (
    <RecordScreen
      page={foodPage}
      calls={food}
      record={FoodRecord}
      noun="món ăn"
      nameOf={(row) => row.food_name}
      columns={[
        'image_url',
        { key: 'food_name', width: 220 },
        { key: 'price', width: 110 },
        'status',
        { key: 'tags', cell: (row) => row.tags.map((tag) => tag.tag_name).join(', ') },
        { key: 'created_by_name', width: 130 },
        'created_at',
        { key: 'description', width: 240, hidden: true },
        { key: 'image_alt', width: 200, hidden: true },
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Tên món, mô tả', filters: ['status', { name: 'tag_id', choices: tags }] }}
      editor={{
        fields: ['food_name', 'price', 'image_url', 'image_alt', 'list_tag', 'status', 'description'],
        choices: { list_tag: tags },
        hints: { image_alt: 'Cho người không xem được ảnh: trong ảnh có gì' },
        blank: { status: 1, list_tag: [] },
        fill: (row) => ({ list_tag: row.tags.map((tag) => tag.id) }),
      }}
      deletion="Món sẽ không còn trên ứng dụng. Muốn bán lại sau này, hãy tắt thay vì xóa."
    />
  )
}
