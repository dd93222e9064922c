import { Segmented } from '#web/ui/action/segmented.tsx'
import type { Theme } from '#web/ui/base/theme.ts'
import { useTheme } from './use-theme.ts'

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Theo hệ thống' },
  { value: 'light', label: 'Sáng' },
  { value: 'dark', label: 'Tối' },
]

export function ThemeChoice() {
  const [theme, setTheme] = useTheme()
  return <Segmented aria-label="Giao diện" value={theme} onChange={setTheme} options={themes} />
}
