import { createRequestProvider, requestMethods } from './createRequestProvider.js'
import { enter, placeAt } from './placeAt.js'
import type { Shape, ShapeOptions } from './shape.js'

/** A wallet of the registry: found by its entry, at the place that this names. */
export function createSatsConnectShape({ verbs, name, icon, id }: ShapeOptions): Shape {
  const provider = createRequestProvider(verbs)
  return {
    provider,
    place(page) {
      const stops = [placeAt(page, id, provider), enter(page, { id, name, icon, methods: [...requestMethods] })]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
