import type { Features, ViewName } from '@latchkey/core'
import type { LoadedView, ViewDefinition } from './defineView.js'

/** A view that the shell does not know: it brings its title with it. Without a feature it is always on. */
export function lazyView<name extends ViewName>(
  name: name,
  feature: keyof Features | undefined,
  load: () => Promise<LoadedView<name>>,
): ViewDefinition<name> {
  return { name, feature, load }
}
