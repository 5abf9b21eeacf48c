import type { ViewName } from '@latchkey/core'
import type { AnyLoadedView, AnyViewDefinition } from './defineView.js'
import { loadArea } from './loadArea.js'
import { toRegistry, type ViewRegistry } from './views.js'

export type ViewLoader = {
  get(name: ViewName): AnyLoadedView | undefined
  /** Loads once; a failure is not remembered, so that a retry may succeed. */
  load(name: ViewName): Promise<AnyLoadedView>
}

/**
 * Keeps loaded views and their styles, so that a view that was shown before renders without a pause. A name that `views`
 * does not have yet is looked for among those that came without the shell, and they are added. Rejects where nobody defined
 * the view, or its feature is off.
 */
export function createViewLoader(
  views: ViewRegistry,
  adoptStyles: (css: string) => void,
  isOn: (view: AnyViewDefinition) => boolean,
): ViewLoader {
  const loaded = new Map<ViewName, AnyLoadedView>()
  const loading = new Map<ViewName, Promise<AnyLoadedView>>()

  const load = async (name: ViewName): Promise<AnyLoadedView> => {
    if (views[name] === undefined) {
      const area = await loadArea(name)
      Object.assign(views, { [name]: null, ...toRegistry(area.views), ...views })
    }
    const definition = views[name] as AnyViewDefinition | null
    if (!definition || !isOn(definition)) throw new Error(`No view is named "${name}".`)
    const view = await definition.load()
    loaded.set(name, view)
    if (view.styles) adoptStyles(view.styles)
    return view
  }

  return {
    get: (name) => loaded.get(name),
    load(name) {
      const pending = loading.get(name)
      if (pending) return pending
      const promise = load(name)
      loading.set(name, promise)
      promise.catch(() => loading.delete(name))
      return promise
    },
  }
}
