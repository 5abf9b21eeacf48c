import type { AnyViewDefinition } from './defineView.js'

/**
 * The views of what an account has and does: one line each,
 * `lazyView('Swap', 'swaps', async () => …)`. Loaded when the first of them is asked for.
 */
export const moneyViews: readonly AnyViewDefinition[] = []
