import { entries } from './entries.js'
import type { Look } from './entry.js'

/** One entry of the gallery, for tests that visit it. */
export type GalleryPage = {
  /** The name of the view, e.g. `Connect`. */
  readonly view: string
  readonly id: string
  readonly name: string
  readonly isDialog: boolean
  readonly looks: readonly Look[]
}

/** All entries in the order of the overview. */
export const galleryPages: readonly GalleryPage[] = Object.entries(entries).flatMap(([view, states]) =>
  states.map(({ id, name, isDialog = false, looks = [] }) => ({ view, id, name, isDialog, looks })),
)
