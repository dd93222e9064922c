/** When the program closes a store's day of returns, and the button that changes it. */
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { numberText } from '#web/value/format.ts'
import { returnConfig } from './return-term.contract.ts'

export function ClosingTimes() {
  const read = useRead(returnConfig.get, {})
  if (!read.data) return <ReadFallback read={read} lines={1} />
  const { close_after_minutes, remind_minutes } = read.data
  return (
    <Text tone="muted">
      {close_after_minutes === null
        ? 'Kho không ai chốt sẽ để mở.'
        : `Kho không ai chốt sẽ tự chốt ${close_after_minutes === 0 ? 'ngay khi' : `${numberText(close_after_minutes)} phút sau giờ`} ngừng bán.`}
      {` Nhắc còn vé chưa bán ${numberText(remind_minutes)} phút trước giờ chốt hoàn.`}
    </Text>
  )
}

export function ClosingTimesButton() {
  const { data, error } = useRead(returnConfig.get, {})
  const editor = useEditor({ update: returnConfig.save })
  return (
    <>
      <Act
        call={returnConfig.save}
        icon="clock"
        whyNot={!data && (error ? 'Chưa tải được giờ chốt.' : 'Đang tải giờ chốt.')}
        onClick={() => editor.open(data)}
      >
        Giờ chốt
      </Act>
      <Editor
        editor={editor}
        noun="giờ chốt hoàn"
        fields={['close_after_minutes', 'remind_minutes']}
        hints={{ close_after_minutes: 'Để trống: không tự chốt' }}
      />
    </>
  )
}
