/** Texts that update each second by the server's clock: the time left until a moment, and the time passed since one. */
import { useSecond } from '#web/call/clock.ts'
import { timerText, fullMomentText } from './format.ts'
import { Text, type TextProps } from '#web/ui/layout/text.tsx'

type Size = Pick<TextProps, 'size' | 'strong'>

interface CountdownProps extends Size {
  moment: string
  /** The event at the end of the countdown: 'Ngừng nhận'. Without it only the time is shown. */
  label?: string
  /** The text once the moment has passed. */
  endText?: string
  /** Highlighted when this many seconds are left. */
  urgent_s?: number
  /** Red when this many seconds are left. */
  danger_s?: number
}

/**
 * The time left until a moment, counted down each second by the server's clock; the last `urgent_s` seconds are amber,
 * from `danger_s` on red, afterwards `endText`.
 */
export function Countdown({
  label,
  moment,
  endText = `${label}…`,
  urgent_s = 0,
  danger_s = -Infinity,
  ...textProps
}: CountdownProps) {
  const seconds = Math.ceil(Date.parse(moment) / 1_000) - useSecond()
  const tone = seconds <= danger_s ? 'danger' : seconds <= urgent_s ? 'amber' : label === undefined ? 'normal' : 'muted'
  const text = label === undefined ? timerText(seconds) : `${label} sau ${timerText(seconds)}`
  return (
    <span data-tip={fullMomentText(moment)}>
      <Text as="span" tone={tone} strong={label !== undefined && seconds <= urgent_s} {...textProps}>
        {seconds <= 0 ? endText : text}
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
        {timerText(waited)}
      </Text>
    </span>
  )
}
