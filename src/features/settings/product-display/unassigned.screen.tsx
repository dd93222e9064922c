/** The products that apps do not show yet, each with a button that adds it. */
import { infoOf } from '#contract/schema.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { textOf } from '#web/value/format.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { productName } from '#features/results/product/product-name.rules.ts'
import { ProductDisplay, productDisplay } from './product-display.contract.ts'

export default function Unassigned({ success }: { success: string }) {
  const unassigned = useRead(productDisplay.listNotAssign, {})
  const add = useAct(productDisplay.add, { success })
  if (!unassigned.data) return <ReadFallback read={unassigned} lines={2} />
  const { items } = unassigned.data
  return (
    <Panel title="Chưa gán">
      {items.length === 0 ? (
        <Text tone="muted">Mọi sản phẩm đã được gán.</Text>
      ) : (
        <RecordList
          items={items.map(({ product_id, category, category_code, line }) => ({
            key: product_id,
            title: productName(category),
            lines: [`${category_code} · ${textOf(infoOf(ProductDisplay.shape.line), line)}`],
            action: (
              <Act
                call={productDisplay.add}
                size="sm"
                icon="plus"
                onClick={() => add.mutate({ product_id, label: productName(category), status: 0 })}
              >
                Thêm
              </Act>
            ),
          }))}
        />
      )}
    </Panel>
  )
}
