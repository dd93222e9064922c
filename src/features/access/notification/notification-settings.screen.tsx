/** Which notifications a person gets, stored on the server, and how this browser announces them. */
import { infoOf } from '#contract/schema.ts'
import { useRead, useWrite } from '#web/call/api.ts'
import { canNotify, chime } from '#web/live/attention.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import type { MenuItem } from '#web/session/rights.ts'
import { Switch } from '#web/ui/field/switch.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Notification as Row, notifications, type NotificationKind } from './notification.contract.ts'

export interface SettingsProps {
  /** The pages on which work can come to wait for this person. */
  queues: readonly MenuItem[]
  /** Those of them with a sound. */
  sounds: readonly string[]
  onSounds: (pages: readonly string[]) => void
  isTelling: boolean
  onTelling: (wanted: boolean) => void
}

const { options: kinds = [] } = infoOf(Row.shape.kind)!

export function NotificationSettings({ queues, sounds, onSounds, isTelling, onTelling }: SettingsProps) {
  const settings = useRead(notifications.settings, {})
  const change = useWrite(notifications.change)
  if (!settings.data) return <ReadFallback read={settings} lines={6} />
  const { muted } = settings.data
  const allExcept = <T,>(all: readonly T[], excluded: T) => all.filter((other) => other !== excluded)
  return (
    <Stack>
      <Panel title="Báo cho tôi">
        <Stack gap={2}>
          {kinds.map(({ value, label }) => {
            const kind = value as NotificationKind
            const otherKinds = allExcept(muted, kind)
            return (
              <Switch
                key={kind}
                label={label}
                checked={!muted.includes(kind)}
                onChange={(isOn) => change.mutate({ muted: isOn ? otherKinds : [...otherKinds, kind] })}
              />
            )
          })}
        </Stack>
      </Panel>
      <Panel title="Trên trình duyệt này">
        <Stack gap={2}>
          <Switch
            label="Trình duyệt báo khi tôi đang xem trang khác"
            checked={isTelling && canTell()}
            whyNot={whyNotTelling()}
            onChange={(isOn) => void askToTell(isOn).then(onTelling)}
          />
          {queues.length > 0 && <Text tone="muted">Có tiếng báo khi thêm việc chờ ở:</Text>}
          {queues.map(({ page_url, page_name }) => (
            <Switch
              key={page_url}
              label={page_name}
              checked={sounds.includes(page_url)}
              onChange={(isOn) => {
                if (isOn) chime()
                onSounds(isOn ? [...sounds, page_url] : allExcept(sounds, page_url))
              }}
            />
          ))}
        </Stack>
      </Panel>
    </Stack>
  )
}

const canTell = () => canNotify() && Notification.permission === 'granted'

function whyNotTelling(): string | undefined {
  if (!canNotify()) return 'Trình duyệt này không có thông báo.'
  return Notification.permission === 'denied' ? 'Trình duyệt đang chặn thông báo của trang này.' : undefined
}

/** Asks the browser for permission; true when notifications are wanted and allowed. */
async function askToTell(isOn: boolean): Promise<boolean> {
  return isOn && (await Notification.requestPermission()) === 'granted'
}
