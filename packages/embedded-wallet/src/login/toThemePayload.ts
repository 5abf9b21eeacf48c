import type { PluginContext, ThemeState } from '@latchkey/core'
import type { CallPayload } from '../frame/frameClient.js'

/** The modal's look as frames know it: the mode that is seen, and the two colours that have a name of their own there. */
export function toThemePayload(
  { mode, variables }: ThemeState,
  { env }: Pick<PluginContext, 'env'>,
): CallPayload<'SYNC_THEME'> {
  const isDark = env.window()?.matchMedia?.('(prefers-color-scheme: dark)').matches
  const seen = mode ?? (isDark === undefined ? undefined : isDark ? 'dark' : 'light')
  const { '--lk-accent': accent, '--lk-bg': background } = variables
  return {
    ...(seen && { themeMode: seen }),
    themeVariables: Object.fromEntries(Object.entries(variables).filter((entry) => entry[1] !== undefined)) as {
      readonly [name: string]: string
    },
    w3mThemeVariables: {
      ...(accent && { '--w3m-accent': accent }),
      ...(background && { '--w3m-background': background }),
    },
  }
}
