import { type ThemeMode } from '@latchkey/core'
import { useTheme } from '@latchkey/ui-react'
import { type ReactElement, useState } from 'react'
import { Panel } from './Panel.js'

export function ThemePanel(): ReactElement {
  const { themeMode, setThemeMode, setThemeVariables } = useTheme()
  const [accent, setAccent] = useState('#3257e6')
  const [isRtl, setRtl] = useState(document.documentElement.dir === 'rtl')
  return (
    <Panel title="Look">
      <label>
        Mode
        <select
          value={themeMode ?? 'system'}
          onChange={({ target: { value } }) => setThemeMode(value === 'system' ? undefined : (value as ThemeMode))}
        >
          <option value="system">as the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      <label>
        Accent
        <input
          type="color"
          value={accent}
          onChange={({ target: { value } }) => {
            setAccent(value)
            setThemeVariables({ '--lk-accent': value })
          }}
        />
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={isRtl}
          onChange={({ target: { checked } }) => {
            document.documentElement.dir = checked ? 'rtl' : 'ltr'
            setRtl(checked)
          }}
        />
        Right to left
      </label>
    </Panel>
  )
}
