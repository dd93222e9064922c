import { RecordScreen } from '#web/record/record-screen.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { foodRulePage } from '../pages.contract.ts'
import { tagChoices } from '../tag/tag-choices.screen.tsx'
import { foodRule, FoodRuleRecord } from './food-rule.contract.ts'

const TopFoods = lazyPart(() => import('./top-foods.screen.tsx'), { meanwhile: <Skeleton lines={8} /> })

export default function FoodRuleScreen() {
  return (
    <RecordScreen
      page={foodRulePage}
      calls={foodRule}
      record={FoodRuleRecord}
      noun="luật"
      nameOf={(row) => row.rule_name}
      columns={[
        { key: 'rule_name', width: 200 },
        'status',
        {
          key: 'tags',
          width: 200,
          cell: (row) => row.tags.map((tag) => tag.tag_name).join(', '),
          empty: 'Mọi danh mục',
        },
        { key: 'list_size', width: 80 },
        { key: 'post_weight', width: 130 },
        { key: 'new_weight', width: 130 },
        { key: 'price_weight', width: 130 },
        { key: 'period_days', width: 130 },
        { key: 'from_date', width: 110 },
        { key: 'to_date', width: 110 },
        { key: 'price_from', hidden: true },
        { key: 'price_to', hidden: true },
        { key: 'created_by_name', width: 130, hidden: true },
        { key: 'created_at', hidden: true },
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Tên luật', filters: ['status'] }}
      editor={{
        fields: [
          'rule_name',
          'status',
          'list_tag',
          'price_from',
          'price_to',
          'period_days',
          'list_size',
          'post_weight',
          'new_weight',
          'price_weight',
          'from_date',
          'to_date',
        ],
        choices: { list_tag: tagChoices },
        hints: {
          list_tag: 'Để trống: mọi danh mục',
          post_weight: '0–100: có nhiều bài viết trong thời gian tính',
          new_weight: '0–100: mới được thêm',
          price_weight: '0–100: rẻ hơn các món khác',
        },
        blank: {
          status: 1,
          list_tag: [],
          period_days: 30,
          list_size: 10,
          post_weight: 50,
          new_weight: 30,
          price_weight: 20,
        },
        fill: (row) => ({ list_tag: row.tags.map((tag) => tag.id) }),
        aside: (values) => <TopFoods values={values} />,
      }}
      deletion="Ứng dụng sẽ không còn danh sách này."
    />
  )
}
