import { choicesOf } from '#web/choices/choice-source.ts'
import { RecordScreen } from '#web/record/record-screen.tsx'
import { food } from '../food/food.contract.ts'
import { postPage } from '../pages.contract.ts'
import { post, PostRecord } from './post.contract.ts'

const foods = choicesOf(food.list, (row) => ({ value: row.id, label: row.food_name }))

export default function PostScreen() {
  return (
    <RecordScreen
      page={postPage}
      calls={post}
      record={PostRecord}
      noun="bài viết"
      nameOf={(row) => row.title}
      columns={[
        'image_url',
        { key: 'title', width: 300 },
        'status',
        { key: 'foods', cell: (row) => row.foods.map(({ food_name }) => food_name).join(', ') },
        { key: 'created_by_name', width: 130 },
        'created_at',
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
        { key: 'content', width: 300, hidden: true },
      ]}
      search={{ keyword: 'Tiêu đề', filters: ['status'] }}
      editor={{
        fields: ['title', 'image_url', 'image_alt', 'content', 'list_food', 'status'],
        choices: { list_food: foods },
        hints: { image_alt: 'Cho người không xem được ảnh: trong ảnh có gì' },
        blank: { status: 1, list_food: [] },
        fill: (row) => ({ list_food: row.foods.map(({ id }) => id) }),
      }}
      deletion="Khách sẽ không còn đọc được bài này."
    />
  )
}
