import { type Features, loadModule, type ViewName } from '@latchkey/core'
import type { LoadedView, ViewDefinition } from './defineView.js'

/** Views that are loaded together: a file between, so that what names all views has no list of the files that they need. */
export type Area<name extends ViewName> = {
  readonly loaders: { readonly [view in name]: () => Promise<LoadedView<view>> }
}

/** A view that the shell does not know: it brings its title with it. Without a feature it is always on. */
export function lazyView<name extends ViewName>(
  name: name,
  feature: keyof Features | undefined,
  area: () => Promise<Area<name>>,
): ViewDefinition<name> {
  return { name, feature, load: async () => (await loadModule(area)).loaders[name]() }
}
