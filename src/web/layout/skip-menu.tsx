import { SkipLink } from '#web/ui/action/skip-link.tsx'

/** The first tab stop: skips the top bar and the menu. */
export const SkipMenu = () => (
  <SkipLink onSkip={() => document.querySelector('main')?.focus()}>Bỏ qua menu, đến nội dung</SkipLink>
)
