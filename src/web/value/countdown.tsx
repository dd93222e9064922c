/** Times that go on by themselves, second by second, by the server's clock: how long it is until a moment, and how long since one. */
import { leftText, useSecond } from '#web/call/clock.ts'
import { fullMomentText } from './format.ts'
import { Text, type TextProps } from '#web/ui/layout/text.tsx'

type Size = Pick<TextProps, 'size' | 'strong'>

interface CountdownProps extends Size {
  at: string
  /** What happens then: 'Ngừng nhận'. Without it the time stands alone. */
  what?: string
  /** What is said when it has come. */
  over?: string
  /** From so many seconds before it stands out. */
  urgent_s?: number
  /** From so many seconds before it is nearly too late. */
  danger_s?: number
}

export function Countdown({
  what,
  at,
  over = `${what}…`,
  urgent_s = 0,
  danger_s = -Infinity,
  ...look
}: CountdownProps) {
  const left = Math.ceil(Date.parse(at) / 1_000) - useSecond()
  const tone = left <= danger_s ? 'danger' : left <= urgent_s ? 'amber' : what === undefined ? 'normal' : 'muted'
  const text = what === undefined ? leftText(left) : `${what} sau ${leftText(left)}`
  return (
    <span data-tip={fullMomentText(at)}>
      <Text as="span" tone={tone} strong={what !== undefined && left <= urgent_s} {...look}>
        {left <= 0 ? over : text}
      </Text>
    </span>
  )
}

export function Waited({ since, ...look }: { since: string } & Size) {
  const waited = useSecond() - Math.floor(Date.parse(since) / 1_000)
  return (
    <span data-tip={fullMomentText(since)}>
      <Text as="span" {...look}>
        {leftText(waited)}
      </Text>
    </span>
  )
}
