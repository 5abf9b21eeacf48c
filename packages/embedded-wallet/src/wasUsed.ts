import type { PluginContext } from '@latchkey/core'

/**
 * Whether somebody has logged in on this page before, read as {@link hasLogin} does, for which nothing else has to be loaded. False
 * where the browser refuses storage.
 */
export function wasUsed({ env, options }: Pick<PluginContext, 'env' | 'options'>): boolean {
  try {
    return env.storage()?.getItem(`${options.id}/wallet/emailLoginUsed`) === 'true'
  } catch {
    return false // blocked
  }
}
