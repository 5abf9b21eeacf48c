import type { Features } from '@latchkey/core'
import type { AnyViewDefinition } from './defineView.js'

/** Whether the feature of a view is on. [S2.5] */
export function isOn({ feature }: AnyViewDefinition, features: Features): boolean {
  return !feature || Boolean(features[feature])
}
