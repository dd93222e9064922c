/** The actions on one version, and why one is not possible. */
import { useAct, type RowAct } from '#web/action/act.tsx'
import { momentText } from '#web/value/format.ts'
import { configFile, versionStatus, type Version } from './config-file.contract.ts'
import type { Draft, TermsFile } from './use-draft.screen.tsx'

export type ActsOf = (version: Version) => RowAct[]

/** @param onDone called after an action, when the versions have changed */
export function useVersionActs(file: TermsFile, draft: Draft, onDone: () => void): ActsOf {
  const { config_file_id, version, published_number } = file
  // An action raises the record's version, so text that was typed before would look like a conflict with somebody else.
  const unsaved = draft.unsaved && (draft.saveError ?? 'Bản nháp đang được lưu.')
  const restore = useAct(configFile.restore, {
    success: ({ number }) => `Đã quay lại nội dung của v${number}.`,
    onDone,
  })
  const withdraw = useAct(configFile.withdraw, {
    success: ({ number }) => `v${number} trở lại là bản nháp.`,
    onDone,
  })
  const discard = useAct(configFile.discard, {
    success: 'Đã bỏ bản nháp.',
    onDone: () => {
      draft.abandon()
      onDone()
    },
  })
  return ({ number, status, publish_at }) => [
    ...(status === versionStatus.past
      ? [
          {
            call: configFile.restore,
            label: 'Quay lại bản này',
            icon: 'undo' as const,
            run: () => restore.mutate({ config_file_id, version, number }),
            whyNot: unsaved,
            confirm: {
              message: `Khách đọc lại nội dung của v${number} ngay bây giờ, thành một bản mới. v${published_number} được giữ lại; bản nháp không đổi.`,
              confirmLabel: `Quay lại v${number}`,
            },
          },
        ]
      : []),
    ...(status === versionStatus.waiting
      ? [
          {
            call: configFile.withdraw,
            label: 'Hủy lịch công bố',
            icon: 'close' as const,
            run: () => withdraw.mutate({ config_file_id, number }),
            whyNot: file.draft !== null && 'Đang có bản nháp khác. Hãy công bố hoặc bỏ bản nháp đó trước.',
            confirm: `v${number} sẽ không được công bố${publish_at ? ` lúc ${momentText(publish_at)}` : ''} và trở lại là bản nháp.`,
          },
        ]
      : []),
    ...(status === versionStatus.draft
      ? [
          {
            call: configFile.discard,
            label: 'Bỏ bản nháp',
            icon: 'trash' as const,
            danger: true,
            run: () => discard.mutate({ config_file_id, version }),
            // A draft that cannot be saved may still be deleted.
            whyNot: draft.saveError === null && unsaved,
            confirm: `Bỏ bản nháp v${number}? Nội dung đã gõ sẽ mất.`,
          },
        ]
      : []),
  ]
}
