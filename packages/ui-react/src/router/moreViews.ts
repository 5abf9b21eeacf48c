import type { AnyViewDefinition } from './defineView.js'
import { embeddedViews } from './embeddedViews.js'
import { moneyViews } from './moneyViews.js'
import type { ViewRegistry } from './views.js'

/** The views that come without the shell, by name. */
export const moreViews: ViewRegistry = Object.fromEntries(
  [...embeddedViews, ...moneyViews].map((view: AnyViewDefinition) => [view.name, view]),
)
