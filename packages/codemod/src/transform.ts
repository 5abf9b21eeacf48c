import { rewriteAppKit } from './kits/appkit/rewriteAppKit.js'
import { rewriteConnectKit } from './kits/connectkit/rewriteConnectKit.js'
import { rewriteRainbowKit } from './kits/rainbowkit/rewriteRainbowKit.js'
import { createSource, type Note, type Source } from './source/createSource.js'

/** The modals that the codemod migrates from. */
export const kits = ['appkit', 'rainbowkit', 'connectkit'] as const

export type Kit = (typeof kits)[number]

export function isKit(text: string): text is Kit {
  return kits.some((kit) => kit === text)
}

export type Transformed = {
  readonly text: string
  /** What is left to the developer; each is also a `TODO(latchkey)` comment in the text. */
  readonly notes: readonly Note[]
}

const rewrites: { readonly [kit in Kit]: (source: Source) => void } = {
  appkit: rewriteAppKit,
  rainbowkit: rewriteRainbowKit,
  connectkit: rewriteConnectKit,
}

/**
 * Migrates one source file from another modal to Latchkey. Leaves unknown code as it is, with a comment where something is left to
 * do. A file without that modal is returned unchanged.
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
