import { loadModule } from '@latchkey/core'
import type { LoadedView } from './defineView.js'
import type { FurtherView } from './furtherLoaders.js'

/** Loads a view by way of a file between, so that the first opening has no list of the files that such views need. */
export async function loadFurther<name extends FurtherView>(name: name): Promise<LoadedView<name>> {
  const { furtherLoaders } = await loadModule(() => import('./furtherLoaders.js'))
  return furtherLoaders[name]()
}
