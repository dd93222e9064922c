import { IconButton } from '#web/ui/action/icon-button.tsx'
import { isDark, useTheme } from './use-theme.ts'

/** Switches between light and dark, starting from what is shown now. */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const dark = isDark(theme)
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? 'Dùng giao diện sáng' : 'Dùng giao diện tối'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  )
}
