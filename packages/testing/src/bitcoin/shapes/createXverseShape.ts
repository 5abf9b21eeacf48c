import { createRequestProvider, requestMethods } from './createRequestProvider.js'
import { enter, placeAt } from './placeAt.js'
import type { Shape, ShapeOptions } from './shape.js'

/** Xverse: the same methods at a place that is known. */
export function createXverseShape({ verbs, name, icon }: ShapeOptions): Shape {
  const id = 'XverseProviders.BitcoinProvider'
  const provider = createRequestProvider(verbs)
  return {
    provider,
    place(page, registry) {
      const stops = [placeAt(page, id, provider)]
      if (registry) stops.push(enter(page, { id, name, icon, methods: [...requestMethods] }))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
