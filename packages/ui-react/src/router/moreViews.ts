import { loadModule, type ViewName } from '@latchkey/core'
import type { AnyViewDefinition } from './defineView.js'
import { moneyViews } from './moneyViews.js'
import type { ViewRegistry } from './views.js'

/**
 * The views that come without the shell, by name: those of what an account has and does; where the one that is asked for is none of
 * these, those of what is set, or of logging in.
 */
export async function loadMoreViews(name: ViewName): Promise<ViewRegistry> {
  if (moneyViews.some((view) => view.name === name)) return toNamed(moneyViews)
  if (/^(Account|Update)/.test(name))
    return toNamed((await loadModule(() => import('./settingsViews.js'))).settingsViews)
  return toNamed((await loadModule(() => import('./embeddedViews.js'))).embeddedViews)
}

function toNamed(views: readonly AnyViewDefinition[]): ViewRegistry {
  return Object.fromEntries(views.map((view) => [view.name, view]))
}
