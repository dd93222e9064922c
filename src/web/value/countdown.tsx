/** Texts that update each second by the server's clock: the time left until a moment, and the time passed since one. */
import { leftText, useSecond } from '#web/call/clock.ts'
import { fullMomentText } from './format.ts'
import { Text, type TextProps } from '#web/ui/layout/text.tsx'

type Size = Pick<TextProps, 'size' | 'strong'>

interface CountdownProps extends Size {
  at: string
  /** What happens then: 'Ngừng nhận'. Without it only the time is shown. */
  what?: string
  /** The text once the moment has passed. */
  over?: string
  /** Highlighted when this many seconds are left. */
  urgent_s?: number
  /** Red when this many seconds are left. */
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

/** The time passed since a moment. */
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
