import { type Features, loadModule, type ViewName } from '@latchkey/core'
import type { AnyViewDefinition, Feature, LoadedView } from '../defineView.js'
import { getFeatureSource } from './viewFeatures.js'

/** A view with its properties for the header and the dialog. */
type ShownView = Feature['views'][number] &
  Pick<LoadedView<ViewName>, 'Title'> & {
    /** The texts of its title, in addition to those of the shell. */
    readonly texts?: Feature['texts']
  }

/** Properties of a view; some are missing while it loads. */
export type KnownView = { readonly name: ViewName } & Partial<Omit<ShownView, 'name'>>

export type ViewLoader = {
  /** Whether there is such a view, and its feature is on. [S2.5] */
  has(name: ViewName, features: Features): boolean
  /** The view, once it is loaded. */
  get(name: ViewName): ShownView | undefined
  /** Returns the properties of a view, also while it loads. */
  describe(name: ViewName): KnownView
  /** Loads once; a failure is not remembered, so that a retry may succeed. Rejects for an unknown view. */
  load(name: ViewName): Promise<ShownView>
}

type ViewLoaderOptions = {
  /** Views of the app, or in place of ours. */
  readonly own?: readonly AnyViewDefinition[] | undefined
  readonly adoptStyles: (css: string) => void
  readonly getFeatures: () => Features
}

/** Loads views and keeps them, so that a loaded view renders at once. */
export function createViewLoader({ own = [], adoptStyles, getFeatures }: ViewLoaderOptions): ViewLoader {
  const definitions = new Map<ViewName, AnyViewDefinition>(own.map((view) => [view.name, view]))
  const loaded = new Map<ViewName, ShownView>()
  const loading = new Map<ViewName, Promise<ShownView>>()
  const adopted = new Set<string>()

  const adopt = (css: string | undefined): void => {
    if (!css || adopted.has(css)) return
    adopted.add(css)
    adoptStyles(css)
  }
  const has = (name: ViewName, features: Features): boolean => {
    const definition = definitions.get(name)
    const source = getFeatureSource(name)
    const flag = definition ? definition.feature : source?.flag
    return (definition ?? source) !== undefined && (!flag || Boolean(features[flag]))
  }
  const load = async (name: ViewName): Promise<ShownView> => {
    const definition = definitions.get(name)
    const source = getFeatureSource(name)
    if (!has(name, getFeatures())) throw new Error(`No view is named "${name}".`)
    if (definition) {
      const parts = await definition.load()
      adopt(parts.styles)
      loaded.set(name, { ...definition, ...parts } as ShownView)
    } else if (source) {
      const { feature } = await loadModule(source.load)
      adopt(feature.styles)
      for (const view of feature.views)
        if (!definitions.has(view.name))
          loaded.set(view.name, { canClose: source.canClose, ...view, texts: feature.texts })
    }
    const view = loaded.get(name)
    if (!view) throw new Error(`No feature lists "${name}".`)
    return view
  }

  return {
    has,
    get: (name) => loaded.get(name),
    describe(name) {
      const { title, canClose } = getFeatureSource(name) ?? {}
      return (loaded.get(name) ?? definitions.get(name) ?? { name, title, canClose }) as KnownView
    },
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
