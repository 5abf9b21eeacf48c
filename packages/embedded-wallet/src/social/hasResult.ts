import type { PluginContext } from '@latchkey/core'

/** Whether a visitor has come back to this page from a provider, without a popup: its address says so until it is taken out. */
export function hasResult({ env }: Pick<PluginContext, 'env'>): boolean {
  return /result_uri=/.test(env.window()?.location?.search as string)
}
