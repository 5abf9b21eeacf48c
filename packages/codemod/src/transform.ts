import { rewriteAppKit } from './kits/appkit/rewriteAppKit.js'
import { rewriteConnectKit } from './kits/connectkit/rewriteConnectKit.js'
import type { Kit } from './kits/kits.js'
import { rewriteRainbowKit } from './kits/rainbowkit/rewriteRainbowKit.js'
import { createSource, type Source } from './source/createSource.js'
import type { Note } from './source/note.js'

export type Transformed = {
  readonly text: string
  /** What could not be moved; each stands in the text as a comment too. */
  readonly notes: readonly Note[]
}

const rewrites: { readonly [kit in Kit]: (source: Source) => void } = {
  appkit: rewriteAppKit,
  rainbowkit: rewriteRainbowKit,
  connectkit: rewriteConnectKit,
}

/**
 * Moves one source from another modal to Latchkey. What it does not know stays as it is, with a comment where something
 * is left to do; a source without that modal comes back as it was.
 */
export function transform({
  kit,
  path,
  text,
}: {
  readonly kit: Kit
  readonly path: string
  readonly text: string
}): Transformed {
  const source = createSource(path, text)
  rewrites[kit](source)
  return source.finish()
}
